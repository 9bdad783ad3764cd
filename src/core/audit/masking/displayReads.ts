import type { ColumnRead, QueryReads } from '../table/queryReads.ts';
import { plainText } from '../table/whoReadWhat.ts';

/** Returns a value as it may be displayed; `field` is `name` or `level`. */
type ValueForDisplay = (field: string, value: string) => string;

/** Returns what a query reads as it may be displayed, with misplaced literals masked. */
export function readsForDisplay(found: QueryReads, value: ValueForDisplay): QueryReads {
  return { ...found, reads: found.reads.map((read) => readForDisplay(read, value)) };
}

/**
 * Returns one read as it may be displayed. Names are masked if they may be literals, because any text in double
 * quotes is a name; so is an unknown level.
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
