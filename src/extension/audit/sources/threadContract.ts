import type { FilesRead, FileToRead, ReadProgress } from '../../../core/audit/file/fileReads.ts';
import { SourceError, type SourceProblem } from '../../../core/audit/table/sourceError.ts';
import type { LocalTrail } from '../../../core/audit/table/trail.ts';

/**
 * The result of a call to the thread. `unreadable` represents a `SourceError`, because errors lose their class when
 * they are sent between threads.
 */
export type TrailResult<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'unreadable'; readonly problem: SourceProblem };

/** Names of the methods of `LocalTrail` whose work in the thread stops when a call is cancelled. */
type LongMethod = 'unusualValues' | 'vaultNames' | 'whoReadWhat';

type ThreadResult<Name extends keyof LocalTrail> = TrailResult<Awaited<ReturnType<LocalTrail[Name]>>>;

/**
 * The methods of `LocalTrail` as calls to the thread. `readFiles` replaces `read`. Abort signals can't be sent between
 * threads. Instead, `cancel` stops a call that has a `callID`.
 */
export type TrailThreadMethods = {
  [Name in Exclude<keyof LocalTrail, LongMethod | 'read'>]: (
    params: Parameters<LocalTrail[Name]>,
  ) => ThreadResult<Name>;
} & {
  [Name in LongMethod]: (params: {
    readonly callID: number;
    readonly args: Parameters<LocalTrail[Name]>;
  }) => ThreadResult<Name>;
} & {
  cancel(params: { readonly callID: number }): void;
  readFiles(params: {
    readonly readID: number;
    readonly listing: number;
    readonly files: readonly FileToRead[];
  }): TrailResult<FilesRead>;
};

export type TrailHostMethods = {
  progress(params: { readonly readID: number; readonly progress: ReadProgress }): void;
};

/**
 * Resolves to the value of a call of the store, or to the problem of the `SourceError` with which that call rejects.
 * Rejects with any other error.
 */
export async function awaitAsTrailResult<Value>(call: Promise<Value>): Promise<TrailResult<Value>> {
  try {
    return { kind: 'value', value: await call };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'unreadable', problem: error.problem };
  }
}

/** Returns the value of a result. Throws a `SourceError` if the result represents one. */
export function unwrapResult<Value>(result: TrailResult<Value>): Value {
  if (result.kind === 'unreadable') throw new SourceError(result.problem);
  return result.value;
}
