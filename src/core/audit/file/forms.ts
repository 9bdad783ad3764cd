/** What the forms of a file of events have in common: bytes go in, entries come out. */
import type { JsonValue } from '../../service/json.ts';
import type { Bytes } from '../store/columns/bytes.ts';
import type { ByteRun } from './byteRun.ts';
import type { Entry, EntryProblem } from './entries.ts';

/** An event as it was read; `place` is undefined where its text is not in the file as such. */
export interface ReadEvent extends Entry {
  readonly text: string;
  readonly place: { readonly offset: number; readonly length: number } | undefined;
}

/** Where the next line of a file would begin: a byte of it, and the line's number, counted from 1. */
export interface LineStart {
  readonly offset: number;
  readonly line: number;
}

/**
 * whole: all of the bytes were of the form · cut: they were as far as they go · broken: something else follows those that
 * were · other: they were not.
 */
export type Ending = 'whole' | 'cut' | 'broken' | 'other';
/** Takes the bytes from the head on. */
export interface Form {
  push(bytes: Uint8Array): void;
  finish(isPartial: boolean): Ending;
  /** The line that was come to, counted from 1; the first line of an entry of several. */
  line(): number;
  /** As that of the reader. */
  next?(): LineStart | undefined;
}

/** What forms hand their entries to. */
export interface Entries {
  /** The entry that `run` has; `toEvent` makes the JSON text of an event of another one, if it can. */
  read(run: ByteRun, toEvent?: (text: string) => string | undefined): ReadEvent | EntryProblem;
  add(event: ReadEvent, line: number): void;
  /** Reads the entry of `run`, and adds or skips it. */
  take(run: ByteRun, toEvent?: (text: string) => string | undefined): Entry | EntryProblem;
  /** An entry of a value that was read with others. */
  takeValue(value: JsonValue, line: number): void;
  /** A file that has only this was not exported by us. */
  skip(line: number, problem: EntryProblem): void;
}

/** Where bytes begin and end without the blanks around them, nor a byte order mark, as each of joined files may have one. */
export function withoutBlanks(bytes: Uint8Array): readonly [from: number, to: number] {
  let [from, to] = [0, bytes.length];
  while (from < to && (isBlankByte(bytes[from]) || isMark(bytes, from))) from += isMark(bytes, from) ? 3 : 1;
  while (to > from && isBlankByte(bytes[to - 1])) to--;
  return [from, to];
}

/** Their text without the blanks around it. */
export const textIn = (tools: Bytes, bytes: Uint8Array): string =>
  tools.decode(bytes, ...withoutBlanks(bytes));

/** A blank, a tab, the end of a line. */
const isBlankByte = (byte = 33): boolean => byte === 32 || (byte >= 9 && byte <= 13);
const isMark = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
/** Whether nothing is to be seen in them. */
export function isBlank(bytes: Uint8Array): boolean {
  const [from, to] = withoutBlanks(bytes);
  return from === to;
}
