/** The calls between the local vault's main thread and its engine's worker thread. */
import type { EngineFiles } from './database.ts';
import type { EngineRows } from './engine.ts';

/** Parameters for opening the vault, which is built if `snapshot` is undefined. */
export interface OpenVaultParameters {
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
  | { readonly type: 'crashed'; readonly message: string };

export type EngineMethods = {
  /** Opens the vault. Must be called once, before `run`. Returns a snapshot if the vault was built. */
  open(start: OpenVaultParameters): { readonly snapshot: ArrayBuffer | undefined };
  /** Runs one query. Must not be called again before it has returned. */
  run(query: WorkerQuery): WorkerAnswer;
};
