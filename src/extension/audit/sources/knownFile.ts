import { readSync } from 'node:fs';
import type { FileRead } from '../../../core/audit/file/fileReads.ts';
import type { LineStart } from '../../../core/audit/file/formatReader.ts';
import type { FileSource } from './fileSource.ts';

/** Maximum number of bytes compared at each end of the part of a file that was read. */
const COMPARED_BYTES = 4 * 1024;

export interface KnownFile {
  readonly stats: FileSource['stats'];
  readonly manifest: string | undefined;
  /** Where the first appended line would begin; undefined if appended lines can't be read alone. */
  readonly next: LineStart | undefined;
  /**
   * The result of `readHeadAndTail` for the part of the file before `next`, used to detect whether that part has
   * changed. Empty if `next` is undefined.
   */
  readonly ends: Buffer;
  /** Whether the file was read to its end: reading was not stopped, and did not fail. */
  readonly wasReadToEnd: boolean;
  readonly source: { readonly number: number; readonly file: FileSource } | undefined;
  readonly read: FileRead;
}

/**
 * Returns some bytes from the beginning and from the end of the file's first `length` bytes. Empty if the file is
 * shorter than `length`.
 */
export function readHeadAndTail({ descriptor }: FileSource, length: number): Buffer {
  const wanted = Math.min(COMPARED_BYTES, length);
  const ends = Buffer.alloc(2 * wanted);
  const first = readSync(descriptor, ends, 0, wanted, 0);
  const last = readSync(descriptor, ends, wanted, wanted, length - wanted);
  return first + last === ends.length ? ends : ends.subarray(0, 0);
}

/**
 * `grown`: the part that was read appears unchanged, and reading continues after it. `again`: the
 * file must be read completely. `replaced`: the part that was read has other content now.
 */
export type FileChange = 'same' | 'grown' | 'again' | 'shrunk' | 'replaced';

/**
 * Returns how a file has changed since it was read. `now` is the file that is at the same path now, and `manifest` is
 * the manifest that is beside it now.
 */
export function detectChange(known: KnownFile, now: FileSource, manifest: string | undefined): FileChange {
  const { stats, next, wasReadToEnd: isWhole } = known;
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
