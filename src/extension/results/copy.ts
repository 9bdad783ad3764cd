import { valueText } from '../../core/results/cell.ts';
import type { Row } from '../../core/results/columnUnion.ts';

export interface CellRange {
  readonly fromRow: number;
  /** Exclusive, as `toColumn`. */
  readonly toRow: number;
  readonly fromColumn: number;
  readonly toColumn: number;
  /** The columns shown, in the order shown; columns that are hidden are not among them. */
  readonly columns?: readonly number[] | undefined;
}

const quote = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A range of rows as tab-separated text with the column names first; one cell alone is its bare text. NULL is written
 * as NULL, an absent column and an empty string as nothing.
 */
export function tabSeparated(columns: readonly string[], rows: readonly Row[], range: CellRange): string {
  const shown = range.columns?.filter((index) => index < columns.length) ?? indices(range, columns.length);
  const names = shown.map((index) => columns[index] ?? '');
  const picked = rows.slice(range.fromRow, range.toRow);
  const text = (row: Row, index: number): string => {
    const value = row[index];
    return value === null ? 'NULL' : valueText(value);
  };
  const [only] = picked;
  const [first] = shown;
  if (only && picked.length === 1 && first !== undefined && shown.length === 1) return text(only, first);
  const lines = picked.map((row) => shown.map((index) => quote(text(row, index))).join('\t'));
  return [names.map(quote).join('\t'), ...lines].join('\n');
}

const indices = ({ fromColumn, toColumn }: CellRange, count: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.min(toColumn, count) - fromColumn) },
    (_, index) => fromColumn + index,
  );
