import { Worker } from 'node:worker_threads';
import { createThreadPort } from '../../protocol/ports.ts';
import { createRpc, type Handlers, type Methods, type Params, type Result } from '../../protocol/rpc.ts';

export type ThreadHostMethods = {
  ready(params: Record<string, never>): void;
};

export interface Thread<Remote extends Methods> {
  /**
   * Calls a method of the thread. Resolves with undefined if the method threw, the thread ended, or `deadlineMs`
   * milliseconds passed. The thread may be stuck then, so the caller must end it.
   */
  call<Name extends keyof Remote & string>(
    method: Name,
    params: Params<Remote[Name]>,
    deadlineMs: number,
  ): Promise<{ readonly value: Result<Remote[Name]> } | undefined>;
  end(): Promise<void>;
}

/**
 * Starts a worker thread from the bundle at the path `entry`, without this process's environment variables. Resolves
 * with undefined if the thread is not ready within `deadlineMs` milliseconds, or ends before.
 */
export async function startThread<Remote extends Methods>(
  entry: string,
  deadlineMs: number,
): Promise<Thread<Remote> | undefined> {
  const worker = new Worker(entry, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128 },
    stderr: true,
    stdout: true,
  });
  let onReady: (value: { readonly value: true }) => void = () => undefined;
  const ready = new Promise<{ readonly value: true }>((resolve) => {
    onReady = resolve;
  });
  const host: Handlers<ThreadHostMethods> = { ready: () => onReady({ value: true }) };
  const rpc = createRpc<Remote>(createThreadPort(worker), host, () => undefined);
  const ended = new Promise<undefined>((resolve) => {
    // `error` is emitted if an error was not caught or memory ran out. `exit` follows it.
    worker.on('error', () => resolve(undefined));
    worker.on('exit', () => resolve(undefined));
  });
  const end = async (): Promise<void> => {
    rpc.dispose('ended');
    await worker.terminate();
  };

  async function waitAtMost<Outcome>(outcome: Promise<Outcome>, ms: number): Promise<Outcome | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ms);
    });
    try {
      return await Promise.race([outcome, ended, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  if (!(await waitAtMost(ready, deadlineMs))) {
    await end();
    return undefined;
  }
  return {
    call: (method, params, ms) =>
      waitAtMost(
        rpc.call(method, params).then(
          (value) => ({ value }),
          () => undefined,
        ),
        ms,
      ),
    end,
  };
}
