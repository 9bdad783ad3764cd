/** One worker thread that answers questions, from its start to its end. */
import { Worker } from 'node:worker_threads';

/** A message to a thread. */
export interface ThreadRequest<Question> {
  readonly id: number;
  readonly question: Question;
}
/** A message from it; `id` 0: it is ready. */
export type ThreadMessage<Answer> = { readonly id: 0 } | { readonly id: number; readonly answer: Answer };

export interface Thread<Question, Answer> {
  /** Answers undefined when there is no answer in time or the thread ends first; it is then of no more use. One call at a time. */
  ask(question: Question, deadlineMs: number): Promise<Answer | undefined>;
  /** Ends the thread, whatever it is doing. */
  end(): Promise<void>;
}

/** Starts a thread; undefined when it is not ready in time or ends at once. It gets none of this process's environment. */
export async function startThread<Question, Answer>(
  entry: string,
  deadlineMs: number,
): Promise<Thread<Question, Answer> | undefined> {
  const worker = new Worker(entry, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128 },
    stderr: true,
    stdout: true,
  });
  let heard: ((message: ThreadMessage<Answer>) => void) | undefined;
  worker.on('message', (message: ThreadMessage<Answer>) => heard?.(message));
  const ended = new Promise<undefined>((resolve) => {
    // An error in the thread, or no memory left: `exit` follows, and `ask` gives undefined.
    worker.on('error', () => resolve(undefined));
    worker.on('exit', () => resolve(undefined));
  });
  const end = async (): Promise<void> => {
    await worker.terminate();
  };

  async function next(id: number, ms: number): Promise<ThreadMessage<Answer> | undefined> {
    const message = new Promise<ThreadMessage<Answer>>((resolve) => {
      heard = (found) => {
        if (found.id === id) resolve(found);
      };
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ms);
    });
    try {
      return await Promise.race([message, ended, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  let id = 0;
  if (!(await next(0, deadlineMs))) {
    await end();
    return undefined;
  }
  return {
    async ask(question, ms) {
      id++;
      worker.postMessage({ id, question } satisfies ThreadRequest<Question>);
      const message = await next(id, ms);
      return message && 'answer' in message ? message.answer : undefined;
    },
    end,
  };
}
