/**
 * An RPC between the host and a webview, a worker thread, or a child process: typed methods both ways over any port
 * that can post a plain object.
 */

export type Methods = Record<string, (params: never) => unknown>;

export interface Port {
  post(message: unknown): void;
  /** Returns the function that stops listening. */
  listen(listener: (message: unknown) => void): () => void;
}

export type Params<F> = F extends (params: infer P) => unknown ? P : never;
export type Result<F> = F extends (params: never) => infer R ? Awaited<R> : never;

/** Implementations of the methods `M`, each of which returns its result or a promise of it. */
export type Handlers<M extends Methods> = {
  readonly [K in keyof M]: (params: Params<M[K]>) => Result<M[K]> | Promise<Result<M[K]>>;
};

export interface Rpc<Remote extends Methods> {
  /**
   * Calls a method. Resolves to its result. Rejects with an error of the same name and message as the error that the
   * method threw (message `failed` if it threw something else), with `ChannelClosed`, or with the error of the port if
   * the call can't be posted.
   */
  call<K extends keyof Remote & string>(method: K, params: Params<Remote[K]>): Promise<Result<Remote[K]>>;
  /** Calls a method without waiting for its result. Does nothing if the channel is closed. */
  notify<K extends keyof Remote & string>(method: K, params: Params<Remote[K]>): void;
  /**
   * Stops listening, and rejects pending and later calls with `ChannelClosed`, whose message is `reason`, or `closed`
   * without one. Further calls of `dispose` change nothing.
   */
  dispose(reason?: string): void;
}

/**
 * Thrown by a handler to reject a call about data that has changed since. This is not a failure, so `onFailure` is not
 * called for it.
 */
export class OutOfDate extends Error {
  override readonly name = 'OutOfDate';
}
/** Recognizes the error by its name, because several bundles have a copy of the class. */
const isOutOfDate = (error: unknown): boolean => error instanceof Error && error.name === 'OutOfDate';

/** The error of a call for which no response arrived before the channel was closed, or that was made afterwards. */
export class ChannelClosed extends Error {
  override readonly name = 'ChannelClosed';
}

/**
 * Called when a handler threw an error other than `OutOfDate`. If `isAnswered` is true, the caller gets the error too.
 * Otherwise only this listener does, because the call was a notification or the channel is closed. `method` is `unknown
 * method` if there is no handler.
 */
export type FailureListener = (method: string, error: unknown, isAnswered: boolean) => void;

interface Envelope {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: SentError;
}

/** An error in the form in which it is sent, because structured cloning loses its class. The stack is for the log. */
interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
}

const serializeError = (error: unknown): SentError =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { name: 'Error', message: 'failed' };

/** Returns an error with the name, the message, and the stack of the one that the other side threw. */
const deserializeError = ({ name, message, stack }: SentError): Error =>
  Object.defineProperties(new Error(String(message)), {
    name: { value: String(name) },
    ...(stack === undefined ? {} : { stack: { value: String(stack) } }),
  });

const isSentError = (error: unknown): error is SentError => typeof error === 'object' && error !== null;

const isEnvelope = (message: unknown): message is Envelope =>
  typeof message === 'object' && message !== null && !Array.isArray(message);

/**
 * Starts listening on a port, and returns the means to call the other side. `local` has the handlers of the calls that
 * arrive. A call of an unknown method is rejected; malformed messages are ignored.
 */
export function createRpc<Remote extends Methods>(
  port: Port,
  local: Methods,
  onFailure: FailureListener,
): Rpc<Remote> {
  let nextID = 1;
  let closeReason: string | undefined;
  const pendingCalls = new Map<number, { resolve(value: never): void; reject(reason: Error): void }>();

  const handleCall = async (id: number | undefined, method: string, params: unknown): Promise<void> => {
    try {
      const handler = Object.hasOwn(local, method) ? local[method] : undefined;
      if (!handler) throw new Error(`unknown method ${method}`);
      const result = await handler(params as never);
      if (id !== undefined && closeReason === undefined) port.post({ id, result });
    } catch (error) {
      const isAnswered = id !== undefined && closeReason === undefined;
      // The name of an unknown method may be any text, so it is not logged.
      const known = Object.hasOwn(local, method) ? method : 'unknown method';
      if (!isOutOfDate(error)) onFailure(known, error, isAnswered);
      if (isAnswered) port.post({ id, error: serializeError(error) });
    }
  };

  const stopListening = port.listen((message) => {
    if (closeReason !== undefined || !isEnvelope(message)) return;
    if (typeof message.method === 'string') {
      void handleCall(message.id, message.method, message.params);
      return;
    }
    const call = message.id === undefined ? undefined : pendingCalls.get(message.id);
    if (!call || message.id === undefined) return;
    pendingCalls.delete(message.id);
    if (isSentError(message.error)) call.reject(deserializeError(message.error));
    else call.resolve(message.result as never);
  });

  return {
    call(method, params) {
      if (closeReason !== undefined) return Promise.reject(new ChannelClosed(closeReason));
      const id = nextID++;
      return new Promise((resolve, reject) => {
        pendingCalls.set(id, { resolve, reject });
        port.post({ id, method, params });
      });
    },
    notify(method, params) {
      if (closeReason === undefined) port.post({ method, params });
    },
    dispose(reason = 'closed') {
      closeReason ??= reason;
      stopListening();
      for (const call of pendingCalls.values()) call.reject(new ChannelClosed(closeReason));
      pendingCalls.clear();
    },
  };
}

/**
 * Returns handlers that run one call at a time, in the order in which the calls arrived, for a resource that can't
 * handle several at once. The next call runs even if one fails.
 */
export function runInSequence<M extends Methods>(handlers: Handlers<M>): Handlers<M> {
  let last: Promise<unknown> = Promise.resolve();
  const queued: Methods = {};
  for (const [name, handler] of Object.entries<(params: never) => unknown>(handlers)) {
    queued[name] = (params: never) => {
      const result = last.then(() => handler(params));
      last = result.catch(() => undefined);
      return result;
    };
  }
  return queued as Handlers<M>;
}
