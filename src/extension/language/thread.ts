/** Starts, calls and ends a worker thread. Each call has a deadline. */
import { Worker } from 'node:worker_threads';
import { createThreadPort } from '../../protocol/ports.ts';
import { createRpc, type Handlers, type Methods, type Params, type Result } from '../../protocol/rpc.ts';

/** Notifications that a worker thread sends to the extension host. */
export type ThreadHostMethods = {
  /** Sent once, when the thread has loaded its code and can be called. */
  ready(params: Record<string, never>): void;
};

export interface Thread<Remote extends Methods> {
  /**
   * Calls the thread, which must have no other call pending. Resolves with the result, or with undefined if the method
   * threw, the thread ended, or `deadlineMs` milliseconds passed. After undefined, the caller must end the thread,
   * which may be stuck.
   */
  call<Name extends keyof Remote & string>(
    method: Name,
    params: Params<Remote[Name]>,
    deadlineMs: number,
  ): Promise<{ readonly value: Result<Remote[Name]> } | undefined>;
  /** Ends the thread immediately, even during a call. */
  end(): Promise<void>;
}

/**
 * Starts the thread whose bundle is at the path `entry`. Resolves with undefined if it is not ready within `deadlineMs`
 * milliseconds, or ends before it is ready. The thread gets none of the variables of this process's environment.
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
    // `error` is an uncaught error, or memory that ran out. `exit` follows it.
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
