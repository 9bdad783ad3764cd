import type { FilesRead, FileToRead, ReadProgress } from '../../../core/audit/file/fileReads.ts';
import { SourceError, type SourceProblem } from '../../../core/audit/table/sourceError.ts';
import type { LocalTrail } from '../../../core/audit/table/trail.ts';

/**
 * `unreadable` represents a `SourceError`, because errors lose their class when they are sent
 * between threads.
 */
export type TrailResult<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'unreadable'; readonly problem: SourceProblem };

/** Names of the methods of `LocalTrail` that can be cancelled while they run. */
type LongMethod = 'unusualValues' | 'vaultNames' | 'whoReadWhat';

type ThreadResult<Name extends keyof LocalTrail> = TrailResult<Awaited<ReturnType<LocalTrail[Name]>>>;

/**
 * The methods of `LocalTrail` as calls to the thread, in which `readFiles` takes the place of `read`.
 * Abort signals are not sent, because they can't be sent between threads.
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
 * Returns the value of a call of the store, or the problem of a `SourceError`, so that it can be
 * sent to another thread.
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
