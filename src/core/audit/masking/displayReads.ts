import type { ColumnRead, QueryReads } from '../table/queryReads.ts';
import { plainTextLevel } from '../table/whoReadWhat.ts';

type ValueForDisplay = (field: string, value: string) => string;

export function maskReadsForDisplay(found: QueryReads, maskValue: ValueForDisplay): QueryReads {
  return { ...found, reads: found.reads.map((read) => maskReadForDisplay(read, maskValue)) };
}

/**
 * Returns the read with its names and its level replaced by what `value` returns for them, because they may be
 * misplaced literals. The name `*`, empty names, an empty or missing level, and the level PLAIN_TEXT stay unchanged.
 */
export function maskReadForDisplay(
  { tables, column, level, use }: ColumnRead,
  value: ValueForDisplay,
): ColumnRead {
  const nameOf = (name: string): string => (name === '' || name === '*' ? name : value('name', name));
  const isLevel = level === undefined || level === '' || level === plainTextLevel;
  return {
    tables: tables.map(nameOf),
    column: nameOf(column),
    level: isLevel ? level : value('level', level),
    use,
  };
}
