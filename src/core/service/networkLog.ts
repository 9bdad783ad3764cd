/** What was sent to whom: each request as it left, retries and requests for tokens included, without what was in it. */
import { requestIDOf } from './answers.ts';
import type { Transport, TransportOutcome, TransportRequest } from './transport.ts';

/** One sending. Neither a query, a value, a token nor what a person chose in a path is part of it. */
export interface Sending {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The name of the connection that asked for it. */
  readonly connection: string;
  /** Such as `https://vault.example`. */
  readonly origin: string;
  readonly method: TransportRequest['method'];
  readonly template: string;
  readonly attempt: number;
  readonly milliseconds: number;
  readonly result: SendingResult;
}
type SendingResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Of the decompressed body. */
      readonly bytes: number;
      readonly requestID: string | undefined;
    }
  /** `reason`: the closed error's kind, or Node's code of a network error. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Sendings kept; those before are forgotten. */
export const MAX_SENDINGS = 500;

/** The latest sendings of a window, in memory. */
export class NetworkLog {
  #sendings: readonly Sending[] = [];
  readonly #listeners = new Set<(added: Sending | undefined) => void>();

  /** The order in which they ended. */
  sendings(): readonly Sending[] {
    return this.#sendings;
  }

  add(sending: Sending): void {
    this.#set([...this.#sendings.slice(1 - MAX_SENDINGS), sending], sending);
  }

  clear(): void {
    this.#set([], undefined);
  }

  /** Tells of each sending that was added, and of nothing where all were forgotten. Returns the function that ends it. */
  onChange(listener: (added: Sending | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `transport` for the requests of one connection, each of which is noted. `now`: milliseconds since 1970. */
  watch(transport: Transport, connection: string, now: () => number): Transport {
    return {
      send: async (request, signal) => {
        const at = now();
        const outcome = await transport.send(request, signal);
        const { method, template, attempt } = request;
        this.add({
          at,
          connection,
          origin: originOf(request.url),
          method,
          template,
          attempt,
          milliseconds: Math.max(0, now() - at),
          result: resultOf(request, outcome),
        });
        return outcome;
      },
    };
  }

  #set(sendings: readonly Sending[], added: Sending | undefined): void {
    this.#sendings = sendings;
    for (const listener of this.#listeners) listener(added);
  }
}

/** A sign-in server was sent, and has given, other secrets than a token: what it calls a request could be one. */
function resultOf({ headers }: TransportRequest, outcome: TransportOutcome): SendingResult {
  if (!outcome.ok) {
    const { error } = outcome;
    return {
      kind: 'failed',
      reason: error.kind === 'network' ? error.code : error.kind,
    };
  }
  const { response } = outcome;
  const { status, bytes } = response;
  const token = tokenOf(headers);
  const requestID = token === undefined ? undefined : requestIDOf(response, token);
  return { kind: 'answered', status, bytes, requestID };
}

const tokenOf = ({ authorization = '' }: TransportRequest['headers']): string | undefined =>
  /^Bearer (.+)$/.exec(authorization)?.[1];

/** Scheme, host and port of an absolute address. Core has no URL: the client has checked the address. */
const originOf = (url: string): string => /^[a-z]+:\/\/[^/?#]+/i.exec(url)?.[0] ?? '';
