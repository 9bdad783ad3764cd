/** What the main thread and the engine's worker say to each other. */
import type { EngineFiles } from './database.ts';
import type { EngineRows } from './engine.ts';

/** Given to a new worker: with a snapshot it restores, without one it builds. */
export interface WorkerStart {
  readonly files: EngineFiles;
  readonly rows: number;
  readonly seed: number;
  readonly snapshot: Blob | undefined;
}

export interface WorkerQuery {
  readonly id: number;
  readonly sql: string;
  readonly maxRows: number;
}

export type WorkerMessage =
  /** `snapshot` comes where the vault was built. */
  | { readonly type: 'ready'; readonly snapshot: ArrayBuffer | undefined }
  /** The engine could not start; the worker ends. */
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'rows'; readonly id: number; readonly rows: EngineRows; readonly memoryBytes: number }
  | { readonly type: 'sqlError'; readonly id: number; readonly message: string; readonly memoryBytes: number }
  /** The engine broke down; the worker must be replaced. */
  | { readonly type: 'crashed'; readonly id: number; readonly message: string };
