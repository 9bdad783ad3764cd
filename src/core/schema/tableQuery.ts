import type { KnownTable } from './catalogue.ts';

/** Returns a SELECT of the known columns, one per line, or `SELECT *` if no column is known. */
export function createSelectColumnsQuery({ name, columns }: Pick<KnownTable, 'name' | 'columns'>): string {
  if (columns.length === 0) return createSelectAllQuery({ name });
  return `SELECT\n${columns.map((column) => `  ${column.name}`).join(',\n')}\nFROM ${name};\n`;
}

export const createSelectAllQuery = ({ name }: Pick<KnownTable, 'name'>): string =>
  `SELECT * FROM ${name};\n`;
