/** Files that are read into a listing, and what came of it. */
import type { KeyedMark } from '../marks/marks.ts';
import type { FileDoubt } from './exported.ts';
import type { ReadExport } from './exportReader.ts';

/** A file on disk, or one that was read already. */
export interface FileToRead {
  readonly name: string;
  readonly at: { readonly path: string } | { readonly bytes: Uint8Array };
  /** What the manifest beside it says, where there is one. */
  readonly manifest?: string;
}

/** How far the reading of all files is. */
export interface ReadProgress {
  /** Of the files, compressed where they are. */
  readonly bytes: number;
  readonly total: number;
  readonly loaded: number;
  /** Times of events as the service gave them, odd forms aside. */
  readonly oldest?: string;
  readonly newest?: string;
}

/** Why a file was not read, or not to its end. */
export type FileFault =
  /** The file system refused; `code` is its own. */
  | { readonly kind: 'unreadable'; readonly code: string }
  /** What is called compressed is not, or breaks off. */
  | { readonly kind: 'compression' }
  /** This machine can't read such compressed files. */
  | { readonly kind: 'noZstd' }
  /** Read before: it is shorter now, another file has its name, or none has. What was read of it stays. */
  | { readonly kind: 'shrunk' | 'replaced' | 'vanished' };

/** What a file came to. */
export interface FileRead {
  readonly name: string;
  readonly read: ReadExport;
  readonly doubts: readonly FileDoubt[];
  readonly fault?: FileFault;
  /** Number of its events whose change ID a different event of the listing has. Both are kept. */
  readonly conflicting: number;
  /** It was read before and is as it was then: all this was said of it already. */
  readonly isKnown?: true;
  /** Whether lines that are added to it are read on; else it is read again as a whole once it has changed. */
  readonly canGrow: boolean;
}

export interface FilesRead {
  readonly files: readonly FileRead[];
  /** Stopped before the end; what was read stays. */
  readonly isStopped: boolean;
  readonly progress: ReadProgress;
  /** Of the events that were read this time; of a file that is read again those of its new events. */
  readonly marks: readonly KeyedMark[];
}
