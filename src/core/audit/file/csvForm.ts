/** A file that is our CSV: a column for each field, a row for each event. */
import type { Bytes } from '../store/columns/bytes.ts';
import type { FieldID } from '../table/fields.ts';
import { ByteRun } from './byteRun.ts';
import { type CsvColumns, cellsOf, csvColumns, type RowReader, rowReader } from './csvEvents.ts';
import { type Entries, type Form, isBlank, type LineStart, textIn } from './forms.ts';

export interface CsvForm extends Form {
  /** Columns without which it is another table than ours. */
  missing(): readonly FieldID[];
  /** Undefined until its columns are known. */
  toEvent(): RowReader | undefined;
}

const [QUOTE, COMMA, LINE_BREAK] = [34, 44, 10];

/** A table whose first row, with the names of its columns, begins at `start`. */
export function csvForm(entries: Entries, tools: Bytes, start: LineStart): CsvForm {
  const run = new ByteRun(start);
  let left = start.offset;
  let columns: CsvColumns | undefined;
  let toEvent: RowReader | undefined;
  let isInQuotes = false;
  /** Where a cell begins, and behind a quote that may be the first of two. In a bare cell a quote opens nothing. */
  let mayOpen = true;
  let count = 0;

  const textOf = (): string => textIn(tools, run.bytes());
  const missing = (): readonly FieldID[] => columns?.missing ?? [];
  /** Of one that is too long there are no bytes. */
  const isEmptyRow = (): boolean => !run.isTooLong && isBlank(run.bytes());
  /** The row in the run, at its end. */
  function takeRow(): void {
    if (isEmptyRow()) return;
    if (!columns) {
      columns = csvColumns(cellsOf(textOf()) ?? []);
      toEvent = rowReader(columns.fields);
    } else if (typeof entries.take(run, toEvent) !== 'string') count++;
  }

  return {
    push(bytes) {
      if (missing().length > 0) return;
      let from = Math.min(left, bytes.length);
      left -= from;
      for (let at = from; at < bytes.length && missing().length === 0; at++) {
        const code = bytes[at] ?? 0;
        // Most bytes do not matter here.
        if (code > COMMA) {
          mayOpen = false;
          continue;
        }
        if (isInQuotes) {
          isInQuotes = code !== QUOTE;
          mayOpen = !isInQuotes;
          if (code === LINE_BREAK) run.countLine();
          continue;
        }
        isInQuotes = mayOpen && code === QUOTE;
        mayOpen = code === COMMA || code === LINE_BREAK;
        if (code !== LINE_BREAK) continue;
        run.add(bytes.subarray(from, at));
        takeRow();
        run.countLine();
        run.begin(1);
        from = at + 1;
      }
      run.add(bytes.subarray(from));
      run.keep();
    },
    finish(isPartial) {
      // Rows are written with a line break after each: without one the last may be cut.
      const isLast = !isPartial && !isInQuotes && (!toEvent || toEvent(textOf()) !== undefined);
      if (isLast) takeRow();
      if (missing().length > 0) return 'other';
      const isWhole = isLast || isPartial || isEmptyRow();
      return isWhole ? 'whole' : count > 0 ? 'cut' : 'other';
    },
    line: () => run.line,
    missing,
    toEvent: () => toEvent,
  };
}
