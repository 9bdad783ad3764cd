import type { Utf8 } from '../store/columns/utf8.ts';
import type { FieldID } from '../table/fields.ts';
import { type CsvColumns, createRowReader, mapCsvColumns, type RowReader, splitCsvRow } from './csvEvents.ts';
import { EntryBytes } from './entryBytes.ts';
import {
  type EntrySink,
  type FormatReader,
  isWhitespace,
  type LineStart,
  trimmedText,
} from './formatReader.ts';

export interface CsvReader extends FormatReader {
  /** Returns the required columns that the table lacks; empty until the header was read. */
  missing(): readonly FieldID[];
  /** Returns the function that converts a row to the JSON text of its event; undefined until the header was read. */
  toEvent(): RowReader | undefined;
}

const [QUOTE, COMMA, LINE_BREAK] = [34, 44, 10];

/** Creates the reader of a CSV table whose header row begins at `start`. */
export function createCsvReader(entries: EntrySink, tools: Utf8, start: LineStart): CsvReader {
  const run = new EntryBytes(start);
  let left = start.offset;
  let columns: CsvColumns | undefined;
  let toEvent: RowReader | undefined;
  let isInQuotes = false;
  /**
   * Whether a quote at the next byte opens a quoted part. A quote does so at the beginning of a cell. It also does so
   * right after a closing quote, because a doubled quote is part of the value. Elsewhere in an unquoted cell, a quote
   * has no meaning.
   */
  let mayOpen = true;
  let count = 0;

  const getRowText = (): string => trimmedText(tools, run.bytes());
  const missing = (): readonly FieldID[] => columns?.missing ?? [];
  const isEmptyRow = (): boolean => !run.isTooLong && isWhitespace(run.bytes());
  function takeRow(): void {
    if (isEmptyRow()) return;
    if (!columns) {
      columns = mapCsvColumns(splitCsvRow(getRowText()) ?? []);
      toEvent = createRowReader(columns.fields);
    } else if (typeof entries.parseAndAdd(run, toEvent) !== 'string') count++;
  }

  return {
    push(bytes) {
      if (missing().length > 0) return;
      let from = Math.min(left, bytes.length);
      left -= from;
      for (let at = from; at < bytes.length && missing().length === 0; at++) {
        const code = bytes[at] ?? 0;
        // Most bytes are above the comma, and are neither quotes nor separators.
        if (code > COMMA) {
          mayOpen = false;
          continue;
        }
        if (isInQuotes) {
          isInQuotes = code !== QUOTE;
          mayOpen = !isInQuotes;
          if (code === LINE_BREAK) run.countLineWithinEntry();
          continue;
        }
        isInQuotes = mayOpen && code === QUOTE;
        mayOpen = code === COMMA || code === LINE_BREAK;
        if (code !== LINE_BREAK) continue;
        run.add(bytes.subarray(from, at));
        takeRow();
        run.countLineWithinEntry();
        run.startNextEntry(1);
        from = at + 1;
      }
      run.add(bytes.subarray(from));
      run.copyLastAddedBytes();
    },
    finish(isPartial) {
      // Every row is written with a line break at its end. A last row without one may be truncated.
      const isLast = !isPartial && !isInQuotes && (!toEvent || toEvent(getRowText()) !== undefined);
      if (isLast) takeRow();
      if (missing().length > 0) return 'other';
      const isWhole = isLast || isPartial || isEmptyRow();
      return isWhole ? 'whole' : count > 0 ? 'cut' : 'other';
    },
    line: () => run.line,
    format: () => 'csv',
    missing,
    toEvent: () => toEvent,
  };
}
