/** One worker thread with one engine in it, from its start to its end. */
import { Worker } from 'node:worker_threads';
import { EngineError } from './engine.ts';
import { workerEntry } from './files.ts';
import type { WorkerAnswer, WorkerMessage, WorkerQuery, WorkerStart } from './messages.ts';

export interface EngineThread {
  /**
   * Opens the vault; call it once. Resolves, with the snapshot where the vault was built, when queries can be run.
   * Rejects with EngineError `unavailable` when it can't be opened or the thread ends first.
   */
  open(start: WorkerStart): Promise<ArrayBuffer | undefined>;
  /** Runs one query; never rejects. `crashed` also when the thread ends meanwhile, so also after `end`. */
  run(query: WorkerQuery): Promise<WorkerAnswer>;
  /** Ends the thread, whatever it is doing; resolves when it has ended. */
  end(): Promise<void>;
}

/** The thread starts loading the engine at once, so that it is there when `open` has its files. */
export function createEngineThread(): EngineThread {
  // No inherited flags: a test runner's hooks have no business in the engine.
  const worker = new Worker(workerEntry(), { execArgv: [] });
  let answer: ((message: WorkerMessage) => void) | undefined;
  const ended = new Promise<string>((resolve) => {
    worker.once('error', (error) => resolve(error.message));
    worker.once('exit', () => resolve('the engine ended'));
  });
  worker.on('message', (message: WorkerMessage) => {
    const waiting = answer;
    answer = undefined;
    waiting?.(message);
  });

  async function ask(message: WorkerStart | WorkerQuery): Promise<WorkerMessage> {
    const answered = new Promise<WorkerMessage>((resolve) => {
      answer = resolve;
    });
    worker.postMessage(message);
    return Promise.race([answered, ended.then((text) => ({ type: 'crashed', message: text }) as const)]);
  }

  return {
    async open(start) {
      const message = await ask(start);
      if (message.type === 'ready') return message.snapshot;
      const reason = 'message' in message ? message.message : 'no reason given';
      throw new EngineError('unavailable', `the engine could not start: ${reason}`);
    },
    async run(query) {
      const message = await ask(query);
      if (message.type === 'ready' || message.type === 'failed')
        return { type: 'crashed', message: 'the engine lost its state' };
      return message;
    },
    async end() {
      await worker.terminate();
    },
  };
}
