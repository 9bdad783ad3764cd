import { valueText } from '../../core/results/cell.ts';
import type { Row } from '../../core/results/columnUnion.ts';

export interface CellRange {
  readonly fromRow: number;
  /** Exclusive, as `toColumn`. */
  readonly toRow: number;
  readonly fromColumn: number;
  readonly toColumn: number;
}

const quote = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A range of rows as tab-separated text with the column names first; one cell alone is its bare text. NULL is written
 * as NULL, an absent column and an empty string as nothing.
 */
export function tabSeparated(columns: readonly string[], rows: readonly Row[], range: CellRange): string {
  const names = columns.slice(range.fromColumn, range.toColumn);
  const picked = rows.slice(range.fromRow, range.toRow);
  const text = (row: Row, index: number): string => {
    const value = row[range.fromColumn + index];
    return value === null ? 'NULL' : valueText(value);
  };
  const [only] = picked;
  if (only && picked.length === 1 && names.length === 1) return text(only, 0);
  const lines = picked.map((row) => names.map((_, index) => quote(text(row, index))).join('\t'));
  return [names.map(quote).join('\t'), ...lines].join('\n');
}
