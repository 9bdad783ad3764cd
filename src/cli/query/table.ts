/** Writes rows as a table of aligned columns, for people. */
import { cleanForDisplay, cleanNameForDisplay } from '../../core/messages/oneLine.ts';
import { type Chunk, textChunks } from '../../core/results/export/chunks.ts';
import type { RowSource } from '../../core/results/loading/rowStore.ts';
import { formatValueText } from '../../core/results/view/cell.ts';
import { ExactNumber, type JsonValue } from '../../core/service/json.ts';
import { countColumns, cutToColumns } from '../terminalText.ts';

/** Maximum width of a value in terminal columns. Longer values are cut and get an ellipsis. */
const MAX_WIDTH = 60;
const ROWS_PER_STEP = 500;

interface Column {
  readonly head: string;
  width: number;
  isNumeric: boolean;
}

/**
 * Yields the rows as a table. Line breaks and characters that control a terminal are replaced, so each row has one line.
 * NULL is `NULL`, an empty text is `""`, and an absent value is blank. The text is empty if there are no columns.
 */
export function* tableChunks(source: RowSource): Generator<Chunk> {
  if (source.columns.length === 0) return;
  const columns = source.columns.map((name): Column => {
    const head = cutToColumns(cleanNameForDisplay(name), MAX_WIDTH);
    return { head, width: countColumns(head), isNumeric: true };
  });
  for (let from = 0; from < source.rowCount; from += ROWS_PER_STEP) {
    for (const row of source.rows(from, from + ROWS_PER_STEP))
      for (const [index, column] of columns.entries()) {
        const value = row[index];
        column.width = Math.max(column.width, countColumns(formatCell(value)));
        column.isNumeric &&= value === undefined || value === null || isNumber(value);
      }
    yield { data: '', rows: 0 };
  }
  const head = formatLine(
    columns,
    columns.map(({ head: name }) => name),
  );
  const line = `${columns.map(({ width }) => '-'.repeat(width + 2)).join('+')}\n`;
  yield* textChunks(source, head + line, (row) =>
    formatLine(
      columns,
      columns.map((_, index) => formatCell(row[index])),
    ),
  );
}

function formatLine(columns: readonly Column[], cells: readonly string[]): string {
  const padded = columns.map(({ width, isNumeric }, index) => {
    const cell = cells[index] ?? '';
    const space = ' '.repeat(Math.max(0, width - countColumns(cell)));
    return isNumeric ? space + cell : cell + space;
  });
  return ` ${padded.join(' | ')}`.trimEnd().concat('\n');
}

const isNumber = (value: JsonValue): boolean => typeof value === 'number' || value instanceof ExactNumber;

function formatCell(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (value === null) return 'NULL';
  if (value === '') return '""';
  const text = formatValueText(value);
  // A part is enough, and cleaning a very long text would be slow.
  return cutToColumns(cleanForDisplay(text.slice(0, 4 * MAX_WIDTH)), MAX_WIDTH, text.length > 4 * MAX_WIDTH);
}
