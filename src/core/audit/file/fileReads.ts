/** Requests to read files into a listing, and their results. */
import type { KeyedMark } from '../marks/marks.ts';
import type { FileDoubt } from './auditExport.ts';
import type { ReadExport } from './exportReader.ts';

/** A file to read: a path on disk, or bytes that were read already. */
export interface FileToRead {
  readonly name: string;
  readonly at: { readonly path: string } | { readonly bytes: Uint8Array };
  /** The text of the manifest beside the file; absent if there is none. */
  readonly manifest?: string;
}

/** How far all files together have been read. */
export interface ReadProgress {
  /**
   * Number of bytes of the files up to which they were read; of compressed files compressed bytes. For a file whose
   * reading continues after an earlier call, includes the bytes that the earlier call read. Files that need not be read
   * again count neither here nor in `total`.
   */
  readonly bytes: number;
  readonly total: number;
  readonly loaded: number;
  /**
   * Time of the oldest event in the form of the service's timestamps (`normalizeTimestamp`); absent if no event has a
   * valid time.
   */
  readonly oldest?: string;
  /**
   * Time of the newest event in the form of the service's timestamps (`normalizeTimestamp`); absent if no event has a
   * valid time.
   */
  readonly newest?: string;
}

/** Why a file was not read, or not to the end. */
export type FileFault =
  /**
   * The file could not be read. `code` is that of the file system's error, such as `ENOENT`, or another short name of
   * the reason, such as `FileTooLarge`.
   */
  | { readonly kind: 'unreadable'; readonly code: string }
  /** The compressed data is invalid or ends too early. */
  | { readonly kind: 'compression' }
  /** This machine can't decompress Zstandard files. */
  | { readonly kind: 'noZstd' }
  /**
   * `shrunk`: the file became shorter while it was read, or is shorter than what was read of it before. `replaced`: the
   * part that was read has other content now. `vanished`: the file was read before and no longer exists. Events that
   * were read stay loaded.
   */
  | { readonly kind: 'shrunk' | 'replaced' | 'vanished' };

export interface FileRead {
  readonly name: string;
  readonly read: ReadExport;
  readonly doubts: readonly FileDoubt[];
  readonly fault?: FileFault;
  /**
   * Number of events that were added from the file although their change ID belongs to a different event of the
   * listing. Both events are kept.
   */
  readonly conflicting: number;
  /**
   * True if the result was already reported: the file was read before, and either has not changed or was not reached
   * this time because reading was stopped.
   */
  readonly isKnown?: true;
  /** Whether lines that are appended to the file can be read alone, without reading the rest of the file again. */
  readonly canGrow: boolean;
}

export interface FilesRead {
  readonly files: readonly FileRead[];
  /** Whether reading was stopped before the end. Events that were read stay loaded. */
  readonly isStopped: boolean;
  readonly progress: ReadProgress;
  /**
   * The marks in the files on the events that were read this time; for a file that is read again only those on its
   * new events.
   */
  readonly marks: readonly KeyedMark[];
}
