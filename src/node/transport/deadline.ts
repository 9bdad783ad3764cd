import { isHandshakeRefused } from '../../core/service/errors.ts';
import type {
  AbortSignalLike,
  TransportError,
  TransportOutcome,
  TransportRequest,
} from '../../core/service/transport.ts';

export interface Attempt {
  /** Aborts when the attempt has ended or must end. */
  readonly signal: AbortSignal;
  /**
   * Must be called before the request is written. From then on, the request may have reached the server, and its
   * first-byte limit, if any, applies.
   */
  markWriting(): void;
  /** Must be called when the headers of the response have arrived. Ends the first-byte limit. */
  markResponseStarted(): void;
}

const createFailedOutcome = (error: TransportError): TransportOutcome => ({
  ok: false,
  error,
});

/**
 * Returns an error outcome of the kind `network`. `code` is the code of a thrown error, such as ECONNREFUSED, or one
 * that this extension defines, such as FOREIGN_ORIGIN.
 */
export function createNetworkErrorOutcome(
  code: string,
  mayHaveBeenSent: boolean,
  detail?: string,
): TransportOutcome {
  return createFailedOutcome({
    kind: 'network',
    retry: true,
    code,
    mayHaveBeenSent,
    ...(detail !== undefined && { detail }),
  });
}

export class ResponseTooLargeError extends Error {}

/**
 * Runs `attempt` until it ends, a time limit of `request` passes, or one of the signals aborts. A rejection of
 * `attempt` becomes an error outcome.
 */
export async function runWithDeadline(
  request: TransportRequest,
  signal: AbortSignalLike | undefined,
  disposeSignal: AbortSignal,
  attempt: (state: Attempt) => Promise<TransportOutcome>,
): Promise<TransportOutcome> {
  const controller = new AbortController();
  return new Promise((resolve) => {
    let written = false;
    let firstByte: ReturnType<typeof setTimeout> | undefined;
    const end = (outcome: TransportOutcome) => {
      clearTimeout(total);
      clearTimeout(firstByte);
      signal?.removeEventListener('abort', cancel);
      disposeSignal.removeEventListener('abort', cancel);
      resolve(outcome);
      controller.abort();
    };
    const cancel = () => end(createFailedOutcome({ kind: 'cancelled', retry: true }));
    const { timeoutMs, firstByteTimeoutMs: firstByteMs = Number.POSITIVE_INFINITY } = request;
    const total = setTimeout(
      () => end(written ? createTimeoutOutcome(timeoutMs) : createNetworkErrorOutcome('ETIMEDOUT', false)),
      timeoutMs,
    );
    const state: Attempt = {
      signal: controller.signal,
      markWriting() {
        written = true;
        clearTimeout(firstByte);
        // A first-byte limit that is not shorter never passes before the total limit.
        if (firstByteMs < timeoutMs && !controller.signal.aborted)
          firstByte = setTimeout(() => end(createTimeoutOutcome(firstByteMs, 'firstByte')), firstByteMs);
      },
      markResponseStarted: () => clearTimeout(firstByte),
    };
    signal?.addEventListener('abort', cancel);
    disposeSignal.addEventListener('abort', cancel);
    if (signal?.aborted || disposeSignal.aborted) cancel();
    else attempt(state).then(end, (error: unknown) => end(convertToErrorOutcome(error, request, written)));
  });
}

const createTimeoutOutcome = (ms: number, limit?: 'firstByte'): TransportOutcome =>
  createFailedOutcome({
    kind: 'timeout',
    retry: true,
    seconds: ms / 1000,
    ...(limit && { limit }),
  });

function convertToErrorOutcome(
  error: unknown,
  request: TransportRequest,
  written: boolean,
): TransportOutcome {
  if (error instanceof ResponseTooLargeError)
    return createFailedOutcome({
      kind: 'tooLarge',
      retry: false,
      limitBytes: request.maxBytes,
    });
  const code = findErrorCode(error);
  return createNetworkErrorOutcome(
    code ?? 'UNKNOWN',
    // With TLS 1.3, a server can reject the handshake after the client has begun to write. It has read nothing then.
    written && !isHandshakeRefused(code ?? ''),
    code === undefined && error instanceof Error ? error.name : undefined,
  );
}

const CODE_ALIASES: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_BODY_TIMEOUT: 'ETIMEDOUT',
};

/**
 * Returns the code of an error or of an error that caused it, such as ECONNREFUSED. Some codes of undici are replaced
 * by codes of Node. Returns `PROXY_` and the HTTP status if a proxy's response rejected a tunnel, `NOT_HTTP` for an
 * invalid HTTP response, and undefined if no code is found.
 */
export function findErrorCode(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    const { code, cause, errors, message } = current as Error & {
      code?: unknown;
      errors?: unknown;
    };
    const proxy = /^Proxy response \((\d{3})\)/.exec(message)?.[1];
    if (proxy !== undefined) return `PROXY_${proxy}`;
    if (current.name === 'HTTPParserError') return 'NOT_HTTP';
    const inner: unknown = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
    // The outer error of undici only says that something below failed.
    if (typeof code === 'string' && !(inner instanceof Error && code.startsWith('UND_ERR')))
      return CODE_ALIASES[code] ?? code;
    current = inner;
  }
  return undefined;
}

export function isTLSErrorCode(code: string): boolean {
  return /^(?!PROXY_)(?:.*CERT|.*SELF_SIGNED|UNABLE_TO_|INVALID_CA$|ERR_TLS_|ERR_SSL_|EPROTO$)/.test(code);
}

/**
 * Joins chunks and decodes them as UTF-8. `bytes` is their total length before decoding. Rejects with a
 * `ResponseTooLargeError` if they have more than `maxBytes` bytes.
 */
export async function readChunksAsUtf8(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ readonly text: string; readonly bytes: number }> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new ResponseTooLargeError();
    parts.push(chunk);
  }
  return { text: new TextDecoder().decode(Buffer.concat(parts, bytes)), bytes };
}
