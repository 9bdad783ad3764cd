import { Worker } from 'node:worker_threads';
import { errorText } from '../../core/messages/thrownErrors.ts';
import { createThreadPort } from '../../protocol/ports.ts';
import { createRpc } from '../../protocol/rpc.ts';
import { EngineError } from './engine.ts';
import { getWorkerPath } from './files.ts';
import type { EngineMethods, OpenVaultParameters, WorkerAnswer, WorkerQuery } from './messages.ts';

export interface EngineThread {
  /**
   * Opens the vault from `start.snapshot`, or builds it if that is undefined. Returns the snapshot of a built vault,
   * otherwise undefined. Must be called once, before `run`. Rejects with EngineError.
   */
  open(start: OpenVaultParameters): Promise<ArrayBuffer | undefined>;
  /** Runs one query. The type of the result is `crashed` if, for example, the thread has ended. */
  run(query: WorkerQuery): Promise<WorkerAnswer>;
  end(): Promise<void>;
}

export function createEngineThread(): EngineThread {
  // The thread does not inherit the Node flags of this process, such as those of a test runner.
  const worker = new Worker(getWorkerPath(), { execArgv: [] });
  const rpc = createRpc<EngineMethods>(createThreadPort(worker), {}, () => undefined);
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
