/** The calls between the extension host and the thread that stores the loaded events. */
import type { FilesRead, FileToRead, ReadProgress } from '../../../core/audit/file/fileReads.ts';
import { EventsLost, type LostReason } from '../../../core/audit/table/eventsLost.ts';
import type { LocalTrail } from '../../../core/audit/table/trail.ts';

/**
 * The result of a call to the thread. `lost` stands for the error `EventsLost`, because an error loses its class on the
 * way between threads.
 */
export type TrailResult<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'lost'; readonly reason: LostReason; readonly file: string };

/** Methods that take long and yield to other calls, so that they can be cancelled while they run. */
type LongMethod = 'unusualValues' | 'vaultNames' | 'whoReadWhat';

/** The result of a method of the trail as the thread returns it. */
type ThreadResult<Name extends keyof LocalTrail> = TrailResult<Awaited<ReturnType<LocalTrail[Name]>>>;

/**
 * The methods of `LocalTrail` with their arguments as a list, without the signal, which can't cross threads. Files are read by
 * `readFiles`, which reports progress.
 */
export type TrailThreadMethods = {
  [Name in Exclude<keyof LocalTrail, LongMethod | 'read'>]: (
    params: Parameters<LocalTrail[Name]>,
  ) => ThreadResult<Name>;
} & {
  [Name in LongMethod]: (params: {
    /** A number of the caller's that `cancel` repeats. */
    readonly callID: number;
    readonly args: Parameters<LocalTrail[Name]>;
  }) => ThreadResult<Name>;
} & {
  /** Stops a long call. It then rejects, unless it has already finished. */
  cancel(params: { readonly callID: number }): void;
  /** `readID` is a number of the caller's, which the progress of this call repeats. */
  readFiles(params: {
    readonly readID: number;
    readonly listing: number;
    readonly files: readonly FileToRead[];
  }): TrailResult<FilesRead>;
};

/** What the thread notifies the extension host of. */
export type TrailHostMethods = {
  progress(params: { readonly readID: number; readonly progress: ReadProgress }): void;
};

/** Waits for a call of the trail, and returns its value or the events lost. Any other error is thrown again. */
export async function resultOf<Value>(call: Promise<Value>): Promise<TrailResult<Value>> {
  try {
    return { kind: 'value', value: await call };
  } catch (error) {
    if (!(error instanceof EventsLost)) throw error;
    return { kind: 'lost', reason: error.reason, file: error.file };
  }
}

/** Returns the value of a result. Throws `EventsLost` if events were lost. */
export function unwrapped<Value>(result: TrailResult<Value>): Value {
  if (result.kind === 'lost') throw new EventsLost(result.reason, result.file);
  return result.value;
}
