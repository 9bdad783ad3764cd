import type { AbortSignalLike } from '../../service/transport.ts';
import { TrailCancelled } from './trail.ts';

/** Returns undefined for a `TrailCancelled`, as the result of a cancelled call. Rethrows any other error. */
export function rethrowUnlessCancelled(error: unknown): undefined {
  if (!(error instanceof TrailCancelled)) throw error;
}

export function throwIfCancelled(signal: AbortSignalLike | undefined): void {
  if (signal?.aborted) throw new TrailCancelled('cancelled');
}

/**
 * Resolves or rejects as `result` does. If `signal` is aborted before that, or was already aborted before the call,
 * rejects with `TrailCancelled` at once and calls `onCancel`.
 */
export function raceWithCancellation<Value>(
  result: Promise<Value>,
  signal: AbortSignalLike | undefined,
  onCancel: () => void = () => undefined,
): Promise<Value> {
  if (!signal) return result;
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      reject(new TrailCancelled('cancelled'));
      onCancel();
    };
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel);
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
