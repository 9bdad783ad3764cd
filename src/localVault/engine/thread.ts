/** One worker thread with one engine in it, from its start to its end. */
import { Worker } from 'node:worker_threads';
import { errorText } from '../../core/messages/thrown.ts';
import { threadPort } from '../../protocol/ports.ts';
import { createRpc } from '../../protocol/rpc.ts';
import { EngineError } from './engine.ts';
import { workerEntry } from './files.ts';
import type { EngineMethods, WorkerAnswer, WorkerQuery, WorkerStart } from './messages.ts';

export interface EngineThread {
  /**
   * Opens the vault; call it once. Resolves when queries can be run, with the snapshot if the vault was built.
   * Rejects with EngineError `unavailable` if the vault can't be opened or the thread ends first.
   */
  open(start: WorkerStart): Promise<ArrayBuffer | undefined>;
  /** Runs one query; never rejects. The result is `crashed` also if the thread ends meanwhile, so also after `end`. */
  run(query: WorkerQuery): Promise<WorkerAnswer>;
  /** Ends the thread, whatever it is doing; resolves when it has ended. */
  end(): Promise<void>;
}

/** Starts the thread. It loads the engine's code at once, so that this is done when `open` is called with the files. */
export function createEngineThread(): EngineThread {
  // No inherited flags: a test runner's hooks have no business in the engine.
  const worker = new Worker(workerEntry(), { execArgv: [] });
  const rpc = createRpc<EngineMethods>(threadPort(worker), {}, () => undefined);
  worker.once('error', (error) => rpc.dispose(errorText(error)));
  worker.once('exit', () => rpc.dispose('the engine ended'));

  return {
    async open(start) {
      try {
        return (await rpc.call('open', start)).snapshot;
      } catch (error) {
        throw new EngineError('unavailable', `the engine could not start: ${errorText(error)}`);
      }
    },
    run: (query) =>
      rpc.call('run', query).catch((error: unknown) => ({ type: 'crashed', message: errorText(error) })),
    async end() {
      await worker.terminate();
    },
  };
}
