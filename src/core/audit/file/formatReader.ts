import type { JsonValue } from '../../service/json.ts';
import type { Utf8 } from '../store/columns/utf8.ts';
import type { Entry, EntryProblem } from './entries.ts';
import type { EntryBytes } from './entryBytes.ts';

/**
 * An event that was read from a file, with its JSON text. `place` is the byte range from which the event can be read
 * again; undefined if there is none.
 */
export interface FileEvent extends Entry {
  readonly text: string;
  readonly place: { readonly offset: number; readonly length: number } | undefined;
}

/** A position in a file where reading starts: the byte offset, and the line number counted from 1. */
export interface LineStart {
  readonly offset: number;
  readonly line: number;
}

/**
 * How a file ended. `whole`: all of it had the expected format. `cut`: it had, but ends too early. `broken`: it
 * continues as something else. `other`: it never had the format.
 */
export type Ending = 'whole' | 'cut' | 'broken' | 'other';

/** The format of a file of audit events. `json`: a list, or one object over several lines. `ndjson`: lines of JSON. */
export type FileFormat = 'ndjson' | 'json' | 'csv' | 'parquet';

export interface FormatReader {
  push(bytes: Uint8Array): void;
  /**
   * Finishes reading and returns how the file ended. `isPartial`: reading was stopped, so the bytes may end within an
   * entry.
   */
  finish(isPartial: boolean): Ending;
  /**
   * Returns the number of the line that was reached, counted from 1. Within an entry of several lines, it can be that
   * of an earlier line.
   */
  line(): number;
  /** Returns the file's format. Call it after `finish`. */
  format(): FileFormat;
  /** Returns where reading is to continue after lines are appended to the file; undefined if that is not possible. */
  next?(): LineStart | undefined;
}

/** Receives the entries of a file from the reader of its format. */
export interface EntrySink {
  /**
   * Parses the entry whose bytes are in `run`. `toEvent` converts text that is not JSON to the JSON text of an event,
   * and returns undefined if it can't.
   */
  read(run: EntryBytes, toEvent?: (text: string) => string | undefined): FileEvent | EntryProblem;
  /**
   * Adds the event of an entry that begins on this line, counted from 1. An entry that does not look like an event is
   * kept until the end of the file or skipped.
   */
  add(event: FileEvent, line: number): void;
  /** Parses the entry whose bytes are in `run` and adds its events. Returns the entry, or why it was skipped. */
  parseAndAdd(run: EntryBytes, toEvent?: (text: string) => string | undefined): Entry | EntryProblem;
  addParsedValue(value: JsonValue, line: number): void;
  skip(line: number, problem: EntryProblem): void;
}

/**
 * Returns the range of `bytes` without surrounding whitespace and leading UTF-8 byte order marks. Such marks may occur
 * within a file that was concatenated from several files. `to` is excluded.
 */
export function trimmedRange(bytes: Uint8Array): readonly [from: number, to: number] {
  let [from, to] = [0, bytes.length];
  while (from < to && (isWhitespaceByte(bytes[from]) || isByteOrderMark(bytes, from)))
    from += isByteOrderMark(bytes, from) ? 3 : 1;
  while (to > from && isWhitespaceByte(bytes[to - 1])) to--;
  return [from, to];
}

export const trimmedText = (tools: Utf8, bytes: Uint8Array): string =>
  tools.decode(bytes, ...trimmedRange(bytes));

const isWhitespaceByte = (byte = 33): boolean => byte === 32 || (byte >= 9 && byte <= 13);
const isByteOrderMark = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
/** Whether the bytes are only whitespace and leading byte order marks. True for no bytes. */
export function isWhitespace(bytes: Uint8Array): boolean {
  const [from, to] = trimmedRange(bytes);
  return from === to;
}
