import type { Params } from '../../../protocol/rpc.ts';
import { startThread, type Thread } from '../thread.ts';
import {
  createReadings,
  type ReadingArgs,
  type ReadingMethods,
  type ReadingName,
  type ReadingResults,
} from './readings.ts';

/** Length in UTF-16 code units above which a text is analyzed in the worker thread, if that is possible. */
const LARGE_LENGTH = 100_000;
const RESPONSE_TIMEOUT_MS = 10_000;
const START_TIMEOUT_MS = 5_000;
/** Number of failures of the thread in a row after which it is not used again. */
const MAX_FAILURES = 3;
const IDLE_MS = 60_000;

export interface DocumentReader {
  /**
   * Runs an operation on a text. For a short text, the result is returned at once. For a long text, the operation runs
   * in the worker thread or, if that fails, in the extension host.
   */
  read<Name extends ReadingName>(
    name: Name,
    ...args: ReadingArgs[Name]
  ): ReadingResults[Name] | Promise<ReadingResults[Name]>;
  dispose(): void;
}

/** Creates a reader. `entry` is the path of the worker thread's bundle. */
export function createDocumentReader(entry: string): DocumentReader {
  const readings = createReadings();
  let thread: Thread<ReadingMethods> | undefined;
  let failures = 0;
  let disposed = false;
  let last: Promise<unknown> = Promise.resolve();
  let idle: ReturnType<typeof setTimeout> | undefined;

  const endThread = (): void => {
    clearTimeout(idle);
    void thread?.end();
    thread = undefined;
  };
  async function readInThread<Name extends ReadingName>(
    name: Name,
    args: ReadingArgs[Name],
  ): Promise<{ readonly value: ReadingResults[Name] } | undefined> {
    if (disposed || failures >= MAX_FAILURES) return undefined;
    clearTimeout(idle);
    thread ??= await startThread<ReadingMethods>(entry, START_TIMEOUT_MS);
    // While `Name` is a type parameter, the compiler can't tell that both types are the same.
    const params = args as Params<ReadingMethods[Name]>;
    const answer = disposed ? undefined : await thread?.call(name, params, RESPONSE_TIMEOUT_MS);
    if (answer === undefined) {
      failures++;
      endThread();
      return undefined;
    }
    failures = 0;
    idle = setTimeout(endThread, IDLE_MS);
    idle.unref();
    return { value: answer.value as ReadingResults[Name] };
  }

  return {
    read(name, ...args) {
      if (args[0].length <= LARGE_LENGTH) return readings[name](...args);
      const read = last.then(async () => {
        const answer = await readInThread(name, args);
        return answer ? answer.value : readings[name](...args);
      });
      last = read.catch(() => undefined);
      return read;
    },
    dispose() {
      disposed = true;
      endThread();
    },
  };
}
