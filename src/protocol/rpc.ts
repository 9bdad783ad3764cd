/**
 * Typed remote procedure calls over a port, for example between the extension host and a webview, a worker thread, or a
 * child process.
 */

export type Methods = Record<string, (params: never) => unknown>;

export interface Port {
  post(message: unknown): void;
  /** Returns the function that stops listening. */
  listen(listener: (message: unknown) => void): () => void;
}

export type Params<F> = F extends (params: infer P) => unknown ? P : never;
export type Result<F> = F extends (params: never) => infer R ? Awaited<R> : never;

export type Handlers<M extends Methods> = {
  readonly [K in keyof M]: (params: Params<M[K]>) => Result<M[K]> | Promise<Result<M[K]>>;
};

export interface Rpc<Remote extends Methods> {
  /**
   * Calls a method of the other side. Rejects if that side reports an error or posting the call throws, and with
   * `ChannelClosed` if `dispose` is called before the response arrives.
   */
  call<K extends keyof Remote & string>(method: K, params: Params<Remote[K]>): Promise<Result<Remote[K]>>;
  /** Calls a method without waiting for its result. Does nothing after `dispose`. */
  notify<K extends keyof Remote & string>(method: K, params: Params<Remote[K]>): void;
  /**
   * Stops listening, and rejects pending and later calls with a `ChannelClosed` error whose message is `reason`
   * (`closed` by default). Calling `dispose` again does not change that message.
   */
  dispose(reason?: string): void;
}

/**
 * The error of a call whose result is no longer wanted or possible, for example because the data has changed since.
 * `createRpc` does not pass this error to its `FailureListener`.
 */
export class OutOfDate extends Error {
  override readonly name = 'OutOfDate';
}
/** Recognizes the error by its name, because several bundles have a copy of the class. */
const isOutOfDate = (error: unknown): boolean => error instanceof Error && error.name === 'OutOfDate';

/** The error of calls that were pending at `dispose` or made later. */
export class ChannelClosed extends Error {
  override readonly name = 'ChannelClosed';
}

/**
 * Called with the error of a handled call, unless the error is an `OutOfDate`. `method` is `unknown method` if there is
 * no such method. `isAnswered` is true if the error is also sent to the caller.
 */
export type FailureListener = (method: string, error: unknown, isAnswered: boolean) => void;

interface Envelope {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: SentError;
}

/** An error as it is sent, because a port does not preserve the class of an error. */
interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
}

const serializeError = (error: unknown): SentError =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { name: 'Error', message: 'failed' };

const deserializeError = ({ name, message, stack }: SentError): Error =>
  Object.defineProperties(new Error(String(message)), {
    name: { value: String(name) },
    ...(stack === undefined ? {} : { stack: { value: String(stack) } }),
  });

const isSentError = (error: unknown): error is SentError => typeof error === 'object' && error !== null;

const isEnvelope = (message: unknown): message is Envelope =>
  typeof message === 'object' && message !== null && !Array.isArray(message);

/** Connects to the other side of a port. `local` handles the calls that arrive. */
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
      // The name of an unknown method may be any text, so `onFailure` gets a fixed name in its place.
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
 * Returns handlers that run one call at a time, in order of arrival, for a resource that can't handle several at once.
 */
export function createSequentialHandlers<M extends Methods>(handlers: Handlers<M>): Handlers<M> {
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
