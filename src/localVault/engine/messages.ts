/** The calls between the local vault's main thread and its engine's worker thread. */
import type { EngineFiles } from './database.ts';
import type { EngineRows } from './engine.ts';

/** How the engine opens its vault: restored from the snapshot, or built anew if there is none. */
export interface WorkerStart {
  readonly files: EngineFiles;
  readonly rows: number;
  readonly seed: number;
  readonly snapshot: Blob | undefined;
}

export interface WorkerQuery {
  readonly sql: string;
  readonly maxRows: number;
}

export type WorkerAnswer =
  | { readonly type: 'rows'; readonly rows: EngineRows; readonly memoryBytes: number }
  | { readonly type: 'sqlError'; readonly message: string; readonly memoryBytes: number }
  /** The engine crashed; the worker must be replaced. */
  | { readonly type: 'crashed'; readonly message: string };

export type EngineMethods = {
  /** Opens the vault. To be called once, and first. `snapshot` is the data directory of a vault that was built. */
  open(start: WorkerStart): { readonly snapshot: ArrayBuffer | undefined };
  /** Runs one query. The next call may be made only after this one is answered. */
  run(query: WorkerQuery): WorkerAnswer;
};
