/** What is known of a file that was read, to tell later whether it has grown, or is another one by now. */
import { readSync } from 'node:fs';
import type { FileRead } from '../../../core/audit/file/fileReads.ts';
import type { LineStart } from '../../../core/audit/file/formatReader.ts';
import type { FileSource } from './fileSource.ts';

/**
 * Number of bytes compared at the beginning, and at the end, of the part of a file that was read, to detect whether that
 * part has changed.
 */
const COMPARED = 4 * 1024;

export interface KnownFile {
  readonly stats: FileSource['stats'];
  /** The text of the export manifest that was beside the file; undefined if there was none. */
  readonly manifest: string | undefined;
  /** Where to read on where it is lines. */
  readonly next: LineStart | undefined;
  /**
   * The first and the last bytes before the offset of `next`, as `endsOf` returns them, to detect whether this part of
   * the file has changed. Empty if the file can't be read on.
   */
  readonly ends: Buffer;
  /** Whether it was read to its end. */
  readonly isWhole: boolean;
  /** What its events are read from, where they are not kept. */
  readonly source: { readonly number: number; readonly file: FileSource } | undefined;
  readonly read: FileRead;
}

/**
 * Returns up to 4 KiB from the beginning of the first `length` bytes of a file, followed by as much from their end. Empty
 * if the file is shorter.
 */
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

/** Returns how a file has changed since it was read, by comparing `known` with `now`, the file that has its name now. */
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
