import type { ExportSource } from '../exportSource.ts';

/** Rows looked at before others get their turn. */
const ROWS_AT_ONCE = 20_000;

/** Names of the columns, of those to be exported, in which at least one value is there but hidden. */
export async function maskedColumnsOf({ rows, hides, columns }: ExportSource): Promise<readonly string[]> {
  const open = new Set(columns ?? rows.columns.keys());
  const found = new Set<number>();
  for (let row = 0; row < rows.rowCount && open.size > 0; row++) {
    const number = rows.numberOf(row);
    for (const column of open) {
      if (!hides(number, column)) continue;
      const value = rows.value(row, column);
      if (value === undefined || value === null) continue;
      found.add(column);
      open.delete(column);
    }
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return [...found].sort((a, b) => a - b).map((column) => rows.columns[column] ?? '');
}
