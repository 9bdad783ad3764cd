import type { GapDescription } from '../handover/records.ts';
import type { KeyedMark } from '../marks/marks.ts';
import type { FileDoubt } from './auditExport.ts';
import type { ReadExport } from './exportReader.ts';
import type { FileFormat } from './formatReader.ts';

export interface FileToRead {
  readonly name: string;
  readonly at: { readonly path: string } | { readonly bytes: Uint8Array };
  readonly manifest?: string;
}

export interface ReadProgress {
  /** Number of bytes of the files that were read so far. For a compressed file, compressed bytes are counted. */
  readonly bytes: number;
  readonly total: number;
  readonly loaded: number;
  /** Time of the oldest event in the form of the service's timestamps; absent if no event has a valid time. */
  readonly oldest?: string;
  /** Time of the newest event in the form of the service's timestamps; absent if no event has a valid time. */
  readonly newest?: string;
}

export type FileFault =
  /**
   * `code` is that of the file system's error, such as `ENOENT`, or another short name of the reason, such as
   * `FileTooLarge`.
   */
  | { readonly kind: 'unreadable'; readonly code: string }
  | { readonly kind: 'compression' }
  | { readonly kind: 'noZstd' }
  /** `noEvents`: the Parquet file has no column of events. `damaged`: it can't be decoded. */
  | { readonly kind: 'parquet'; readonly reason: 'noEvents' | 'damaged' }
  /**
   * `shrunk`: the file became shorter. `replaced`: the part that was read has other content now. `vanished`: the file
   * was read before and no longer exists.
   */
  | { readonly kind: 'shrunk' | 'replaced' | 'vanished' };

export interface FileRead {
  readonly name: string;
  readonly read: ReadExport;
  readonly doubts: readonly FileDoubt[];
  readonly fault?: FileFault;
  /**
   * Number of events that were added from the file although their change ID belongs to a different event of the
   * listing.
   */
  readonly conflicting: number;
  /** True if this is the result of an earlier reading, because the file was not read again. */
  readonly isEarlierResult?: true;
  /** Whether lines that are appended to the file can be read without reading all of its events again. */
  readonly canGrow: boolean;
}

/** What was found in all files of a listing so far. */
export interface FilesContent {
  /** The formats of the files that have events, each once. */
  readonly formats: readonly FileFormat[];
  /** Number of loaded events in which a value was replaced by a mask before they were written to a file. */
  readonly maskedEvents: number;
  /** Number of events that were left out because the same event was already loaded. */
  readonly repeatedEvents: number;
  /** The gaps that gap records describe, without those that were closed. */
  readonly gaps: readonly GapDescription[];
}

export interface FilesRead {
  readonly files: readonly FileRead[];
  readonly content: FilesContent;
  readonly isStopped: boolean;
  readonly progress: ReadProgress;
  /**
   * Marks that the files contain for the events that were read this time. If a file was read before, its marks for
   * events that are already in the listing are left out.
   */
  readonly marks: readonly KeyedMark[];
}
