/** Statements over one table. */
import type { KnownTable } from './catalogue.ts';

/** All rows with the columns that are known, a line each; with all columns where none is. */
export function columnsQuery({ name, columns }: Pick<KnownTable, 'name' | 'columns'>): string {
  if (columns.length === 0) return allQuery({ name });
  return `SELECT\n${columns.map((column) => `  ${column.name}`).join(',\n')}\nFROM ${name};\n`;
}

/** All rows with all columns. */
export const allQuery = ({ name }: Pick<KnownTable, 'name'>): string => `SELECT * FROM ${name};\n`;
