/** The calls between the extension host and the thread that stores the loaded events. */
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

/**
 * Names of the methods of `LocalTrail`, the store of loaded events, that take long. They let other calls run in
 * between, so that they can be cancelled.
 */
type LongMethod = 'unusualValues' | 'vaultNames' | 'whoReadWhat';

type ThreadResult<Name extends keyof LocalTrail> = TrailResult<Awaited<ReturnType<LocalTrail[Name]>>>;

/**
 * The methods of `LocalTrail` as calls to the thread. Their arguments are sent as an array, without the abort signal,
 * which can't be sent between threads. Files are read by `readFiles`, which reports progress.
 */
export type TrailThreadMethods = {
  [Name in Exclude<keyof LocalTrail, LongMethod | 'read'>]: (
    params: Parameters<LocalTrail[Name]>,
  ) => ThreadResult<Name>;
} & {
  [Name in LongMethod]: (params: {
    /** A number that the caller chooses and passes to `cancel` to stop this call. */
    readonly callID: number;
    readonly args: Parameters<LocalTrail[Name]>;
  }) => ThreadResult<Name>;
} & {
  /** Stops a long call, which then rejects unless it has already finished. */
  cancel(params: { readonly callID: number }): void;
  /**
   * Reads files into a listing. `readID` is a number that the caller chooses; the progress notifications of this call
   * contain it.
   */
  readFiles(params: {
    readonly readID: number;
    readonly listing: number;
    readonly files: readonly FileToRead[];
  }): TrailResult<FilesRead>;
};

/** The notifications that the thread sends to the extension host. */
export type TrailHostMethods = {
  progress(params: { readonly readID: number; readonly progress: ReadProgress }): void;
};

/**
 * Waits for a call of the store and returns its value, or the problem of a `SourceError`. Rejects with any other
 * error.
 */
export async function resultOf<Value>(call: Promise<Value>): Promise<TrailResult<Value>> {
  try {
    return { kind: 'value', value: await call };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'unreadable', problem: error.problem };
  }
}

/** Returns the value of a result. Throws a `SourceError` if the result represents one. */
export function unwrapped<Value>(result: TrailResult<Value>): Value {
  if (result.kind === 'unreadable') throw new SourceError(result.problem);
  return result.value;
}
