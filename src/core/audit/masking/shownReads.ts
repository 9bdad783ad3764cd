import type { ColumnRead, QueryReads } from '../table/queryReads.ts';
import { plainText } from '../table/whoReadWhat.ts';

/** A value of a field as it may be shown. */
type ShownValue = (field: string, value: string) => string;

/** What a query reads as it may be shown. */
export function shownReads(found: QueryReads, value: ShownValue): QueryReads {
  return { ...found, reads: found.reads.map((read) => shownRead(read, value)) };
}

/** One read as it may be shown: between double quotes anything is a name, and a level may be any literal. */
export function shownRead({ tables, column, level, use }: ColumnRead, value: ShownValue): ColumnRead {
  const nameOf = (name: string): string => (name === '' || name === '*' ? name : value('name', name));
  const isLevel = level === undefined || level === '' || level === plainText;
  return {
    tables: tables.map(nameOf),
    column: nameOf(column),
    level: isLevel ? level : value('level', level),
    use,
  };
}
