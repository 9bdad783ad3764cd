/**
 * One small RPC for host and webview: typed methods both ways over any port that can post a plain object.
 * A call whose other side is gone is rejected by `dispose`, never left hanging; no failure of a handler is lost.
 */

export type Methods = Record<string, (params: never) => unknown>;

export interface Port {
  post(message: unknown): void;
  /** Returns the function that stops listening. */
  listen(listener: (message: unknown) => void): () => void;
}

type Params<F> = F extends (params: infer P) => unknown ? P : never;
type Result<F> = F extends (params: never) => infer R ? Awaited<R> : never;

/** What answers `M`'s calls: each method at once or later. */
export type Handlers<M extends Methods> = {
  readonly [K in keyof M]: (params: Params<M[K]>) => Result<M[K]> | Promise<Result<M[K]>>;
};

export interface Rpc<Remote extends Methods> {
  call<K extends keyof Remote & string>(method: K, params: Params<Remote[K]>): Promise<Result<Remote[K]>>;
  notify<K extends keyof Remote & string>(method: K, params: Params<Remote[K]>): void;
  dispose(): void;
}

/** A question about what is no longer so. Its caller is refused; nothing failed. */
export class OutOfDate extends Error {
  override readonly name = 'OutOfDate';
}
/** By its name: each bundle has a class of its own. */
const isOutOfDate = (error: unknown): boolean => error instanceof Error && error.name === 'OutOfDate';

/**
 * A handler threw. `isAnswered`: the other side asked and gets the error as its answer; else only the listener learns
 * of it.
 */
export type FailureListener = (method: string, error: unknown, isAnswered: boolean) => void;

interface Envelope {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: string;
}

const isEnvelope = (message: unknown): message is Envelope =>
  typeof message === 'object' && message !== null && !Array.isArray(message);

/** `local` answers what the other side calls; unknown methods are answered with an error, malformed messages ignored. */
export function createRpc<Remote extends Methods>(
  port: Port,
  local: Methods,
  onFailure: FailureListener,
): Rpc<Remote> {
  let nextID = 1;
  let disposed = false;
  const waiting = new Map<number, { resolve(value: never): void; reject(reason: Error): void }>();

  const answer = async (id: number | undefined, method: string, params: unknown): Promise<void> => {
    try {
      const handler = Object.hasOwn(local, method) ? local[method] : undefined;
      if (!handler) throw new Error(`unknown method ${method}`);
      const result = await handler(params as never);
      if (id !== undefined && !disposed) port.post({ id, result });
    } catch (error) {
      const isAnswered = id !== undefined && !disposed;
      // The name of a method that there is not may be any text: it goes no further.
      const known = Object.hasOwn(local, method) ? method : 'unknown method';
      if (!isOutOfDate(error)) onFailure(known, error, isAnswered);
      if (isAnswered) port.post({ id, error: error instanceof Error ? error.message : 'failed' });
    }
  };

  const stop = port.listen((message) => {
    if (disposed || !isEnvelope(message)) return;
    if (typeof message.method === 'string') {
      void answer(message.id, message.method, message.params);
      return;
    }
    const call = message.id === undefined ? undefined : waiting.get(message.id);
    if (!call || message.id === undefined) return;
    waiting.delete(message.id);
    if (typeof message.error === 'string') call.reject(new Error(message.error));
    else call.resolve(message.result as never);
  });

  return {
    call(method, params) {
      if (disposed) return Promise.reject(new Error('closed'));
      const id = nextID++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        port.post({ id, method, params });
      });
    },
    notify(method, params) {
      if (!disposed) port.post({ method, params });
    },
    dispose() {
      disposed = true;
      stop();
      for (const call of waiting.values()) call.reject(new Error('closed'));
      waiting.clear();
    },
  };
}
