import type { ColumnRead, QueryReads } from '../../core/audit/table/queryReads.ts';
import { plainText } from '../../core/audit/table/whoReadWhat.ts';
import type { ExportMasking } from './exportFile.ts';

/** What a query reads as it may be shown: between double quotes anything is a name, and a level may be any literal. */
export function shownReads(found: QueryReads, { value }: Pick<ExportMasking, 'value'>): QueryReads {
  const nameOf = (name: string): string => (name === '' || name === '*' ? name : value('name', name));
  const levelOf = (level: string | undefined): string | undefined =>
    level === undefined || level === '' || level === plainText ? level : value('level', level);
  const shown = ({ tables, column, level, use }: ColumnRead): ColumnRead => ({
    ...{ tables: tables.map(nameOf), column: nameOf(column), level: levelOf(level), use },
  });
  return { ...found, reads: found.reads.map(shown) };
}
