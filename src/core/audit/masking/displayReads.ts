import type { ColumnRead, QueryReads } from '../table/queryReads.ts';
import { plainText } from '../table/whoReadWhat.ts';

type ValueForDisplay = (field: string, value: string) => string;

export function readsForDisplay(found: QueryReads, value: ValueForDisplay): QueryReads {
  return { ...found, reads: found.reads.map((read) => readForDisplay(read, value)) };
}

/**
 * Returns a read with its table and column names, and a level other than plain text, replaced by the result of `value`,
 * because these may be misplaced literals.
 */
export function readForDisplay(
  { tables, column, level, use }: ColumnRead,
  value: ValueForDisplay,
): ColumnRead {
  const nameOf = (name: string): string => (name === '' || name === '*' ? name : value('name', name));
  const isLevel = level === undefined || level === '' || level === plainText;
  return {
    tables: tables.map(nameOf),
    column: nameOf(column),
    level: isLevel ? level : value('level', level),
    use,
  };
}
