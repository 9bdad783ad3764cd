/** What is known of a file that was read, to tell later whether it has grown, or is another one by now. */
import { readSync } from 'node:fs';
import type { LineStart } from '../../../core/audit/file/forms.ts';
import type { FileRead } from '../../../core/audit/file/reading.ts';
import type { FileSource } from './fileSource.ts';

/** Compared of the beginning of what was read, and of its end. */
const COMPARED = 4 * 1024;

export interface KnownFile {
  readonly stats: FileSource['stats'];
  /** What the manifest beside it said. */
  readonly manifest: string | undefined;
  /** Where to read on where it is lines. */
  readonly next: LineStart | undefined;
  /** The bytes around what was read of lines: at their beginning, and before `next`. */
  readonly ends: Buffer;
  /** Whether it was read to its end. */
  readonly isWhole: boolean;
  /** What its events are read from, where they are not kept. */
  readonly source: { readonly number: number; readonly file: FileSource } | undefined;
  readonly read: FileRead;
}

/** The bytes at the beginning of the first `length` ones of a file, and at their end. */
export function endsOf({ descriptor }: FileSource, length: number): Buffer {
  const wanted = Math.min(COMPARED, length);
  const ends = Buffer.alloc(2 * wanted);
  const first = readSync(descriptor, ends, 0, wanted, 0);
  const last = readSync(descriptor, ends, wanted, wanted, length - wanted);
  return first + last === ends.length ? ends : ends.subarray(0, 0);
}

/**
 * same: nothing is to be read · grown: lines follow those read · again: it changed, and is read as a whole · shrunk,
 * replaced: it has not what was read of it any more.
 */
export type FileChange = 'same' | 'grown' | 'again' | 'shrunk' | 'replaced';

/** What became of a file, by what is there under its name now. */
export function changeOf(known: KnownFile, now: FileSource, manifest: string | undefined): FileChange {
  const { stats, next, isWhole } = known;
  const isSame =
    now.stats.size === stats.size &&
    now.stats.mtimeMs === stats.mtimeMs &&
    now.stats.ino === stats.ino &&
    now.stats.dev === stats.dev;
  if (isSame && isWhole && manifest === known.manifest) return 'same';
  if (now.size < (next?.offset ?? stats.size)) return 'shrunk';
  // What a manifest says is of all the bytes.
  if (!next || manifest !== undefined) return 'again';
  return endsOf(now, next.offset).equals(known.ends) ? 'grown' : 'replaced';
}
