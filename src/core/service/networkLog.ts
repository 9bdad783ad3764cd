/** The log of attempts to send requests over the network, without the bodies of requests and responses. */
import { readRequestID } from './responseErrors.ts';
import type { Transport, TransportOutcome, TransportRequest } from './transport.ts';

export interface RequestAttempt {
  /** When the attempt began, in milliseconds since 1970. */
  readonly at: number;
  readonly connection: string;
  readonly origin: string;
  readonly method: TransportRequest['method'];
  readonly template: string;
  readonly attempt: number;
  readonly milliseconds: number;
  readonly result: AttemptResult;
}
type AttemptResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly bytes: number;
      readonly requestID: string | undefined;
    }
  | { readonly kind: 'failed'; readonly reason: string };

export const MAX_LOGGED_ATTEMPTS = 500;

export class NetworkLog {
  #attempts: readonly RequestAttempt[] = [];
  readonly #listeners = new Set<(added: RequestAttempt | undefined) => void>();

  attempts(): readonly RequestAttempt[] {
    return this.#attempts;
  }

  addAttempt(attempt: RequestAttempt): void {
    this.#replaceAttempts([...this.#attempts.slice(1 - MAX_LOGGED_ATTEMPTS), attempt], attempt);
  }

  clear(): void {
    this.#replaceAttempts([], undefined);
  }

  /**
   * Calls `listener` with each attempt that is added, and with undefined when the log is cleared. Returns a function
   * that removes the listener.
   */
  onChange(listener: (added: RequestAttempt | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Returns a transport that sends with `transport` and logs each attempt when it has ended. `connection` is the
   * connection's name; `now` returns milliseconds since 1970.
   */
  withLogging(transport: Transport, connection: string, now: () => number): Transport {
    return {
      send: async (request, signal) => {
        const at = now();
        const outcome = await transport.send(request, signal);
        const { method, template, attempt } = request;
        this.addAttempt({
          at,
          connection,
          origin: getOrigin(request.url),
          method,
          template,
          attempt,
          milliseconds: Math.max(0, now() - at),
          result: toAttemptResult(request, outcome),
        });
        return outcome;
      },
    };
  }

  #replaceAttempts(attempts: readonly RequestAttempt[], added: RequestAttempt | undefined): void {
    this.#attempts = attempts;
    for (const listener of this.#listeners) listener(added);
  }
}

/**
 * A request ID is logged only if the request has a bearer token, which is removed from the ID. The request ID of a
 * sign-in server could contain another secret.
 */
function toAttemptResult({ headers }: TransportRequest, outcome: TransportOutcome): AttemptResult {
  if (!outcome.ok) {
    const { error } = outcome;
    return {
      kind: 'failed',
      reason: error.kind === 'network' ? error.code : error.kind,
    };
  }
  const { response } = outcome;
  const { status, bytes } = response;
  const token = findBearerToken(headers);
  const requestID = token === undefined ? undefined : readRequestID(response, token);
  return { kind: 'answered', status, bytes, requestID };
}

const findBearerToken = ({ authorization = '' }: TransportRequest['headers']): string | undefined =>
  /^Bearer (.+)$/.exec(authorization)?.[1];

const getOrigin = (url: string): string => /^[a-z]+:\/\/[^/?#]+/i.exec(url)?.[0] ?? '';
