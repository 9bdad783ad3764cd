/** Records what was read of a file, to detect later whether the file has grown or was replaced. */
import { readSync } from 'node:fs';
import type { FileRead } from '../../../core/audit/file/fileReads.ts';
import type { LineStart } from '../../../core/audit/file/formatReader.ts';
import type { FileSource } from './fileSource.ts';

/**
 * Number of bytes that are compared at each end of the part of a file that was read, to detect whether that part has
 * changed.
 */
const COMPARED_BYTES = 4 * 1024;

/** A file that was read into a listing. */
export interface KnownFile {
  readonly stats: FileSource['stats'];
  /** The text of the export manifest that was beside the file; undefined if there was none. */
  readonly manifest: string | undefined;
  /**
   * Where the next line would begin, if lines that are appended to the file can be read alone. Undefined if they
   * can't, so that a changed file must be read again completely.
   */
  readonly next: LineStart | undefined;
  /**
   * The first and the last bytes before the offset of `next`, as returned by `readHeadAndTail`, to detect whether that part of
   * the file has changed. Empty if `next` is undefined.
   */
  readonly ends: Buffer;
  /** Whether the file was read to its end. */
  readonly isWhole: boolean;
  /**
   * The open file from which the text of its events is read again, and its number in the event store. Undefined if
   * the events are stored in memory.
   */
  readonly source: { readonly number: number; readonly file: FileSource } | undefined;
  /** The result that was last reported for the file. */
  readonly read: FileRead;
}

/**
 * Returns up to 4 KiB from the beginning of the first `length` bytes of a file, followed by equally many from their
 * end. Returns an empty buffer if the file is shorter than `length`.
 */
export function readHeadAndTail({ descriptor }: FileSource, length: number): Buffer {
  const wanted = Math.min(COMPARED_BYTES, length);
  const ends = Buffer.alloc(2 * wanted);
  const first = readSync(descriptor, ends, 0, wanted, 0);
  const last = readSync(descriptor, ends, wanted, wanted, length - wanted);
  return first + last === ends.length ? ends : ends.subarray(0, 0);
}

/**
 * `same`: nothing has to be read. `grown`: the part that was read is unchanged, and reading continues after it, even if
 * nothing was appended. `again`: the file must be read completely. `shrunk`: the file is shorter than what was read of
 * it. `replaced`: the part that was read has other content now.
 */
export type FileChange = 'same' | 'grown' | 'again' | 'shrunk' | 'replaced';

/**
 * Returns how a file has changed since it was read. `known` is what was recorded then, `now` the file that has the
 * same path now, and `manifest` the text of the manifest beside it now (undefined if there is none).
 */
export function changeOf(known: KnownFile, now: FileSource, manifest: string | undefined): FileChange {
  const { stats, next, isWhole } = known;
  const isSame =
    now.stats.size === stats.size &&
    now.stats.mtimeMs === stats.mtimeMs &&
    now.stats.ino === stats.ino &&
    now.stats.dev === stats.dev;
  if (isSame && isWhole && manifest === known.manifest) return 'same';
  if (now.size < (next?.offset ?? stats.size)) return 'shrunk';
  // A manifest contains a hash of the complete file.
  if (!next || manifest !== undefined) return 'again';
  return readHeadAndTail(now, next.offset).equals(known.ends) ? 'grown' : 'replaced';
}
