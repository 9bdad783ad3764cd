/** What the main thread and the engine's worker say to each other. */
import type { EngineFiles } from './database.ts';
import type { EngineRows } from './engine.ts';

/** The first message to a worker: with a snapshot it restores, without one it builds. */
export interface WorkerStart {
  readonly files: EngineFiles;
  readonly rows: number;
  readonly seed: number;
  readonly snapshot: Blob | undefined;
}

/** Every further message; the next one only after the answer to this. */
export interface WorkerQuery {
  readonly sql: string;
  readonly maxRows: number;
}

export type WorkerAnswer =
  | { readonly type: 'rows'; readonly rows: EngineRows; readonly memoryBytes: number }
  | { readonly type: 'sqlError'; readonly message: string; readonly memoryBytes: number }
  /** The engine crashed; the worker must be replaced. */
  | { readonly type: 'crashed'; readonly message: string };

export type WorkerMessage =
  /** `snapshot` comes where the vault was built. */
  | { readonly type: 'ready'; readonly snapshot: ArrayBuffer | undefined }
  /** The engine could not start. */
  | { readonly type: 'failed'; readonly message: string }
  | WorkerAnswer;
