/** Decides which requests are accepted, by their token, Host and Origin. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Answer, createErrorAnswer } from './httpAnswer.ts';

/**
 * Matches a bearer token in RFC 6750's syntax (b64token), with at most 512 characters before any `=` at the end. Such a
 * text needs no escaping in a header or in a shell's double quotes.
 */
const TOKEN = /^[A-Za-z0-9._~+/-]{1,512}=*$/;
export const isToken = (text: string): boolean => TOKEN.test(text);

const computeDigest = (text: string) => createHash('sha256').update(text).digest();

export interface Refusal {
  readonly answer: Answer;
  /**
   * True for a token that is valid but has expired. False for a wrong or missing token, and for a request with a
   * foreign Host or Origin, whose token is not checked.
   */
  readonly knowsCaller: boolean;
}

export interface Gate {
  /**
   * Returns why a request is rejected; undefined if it is accepted. `port` is the server's port. If `expired` is true,
   * every valid token counts as expired.
   */
  checkRequest(request: IncomingMessage, port: number, expired: boolean): Refusal | undefined;
}

/**
 * Returns a 403 response for a request whose Host is missing, repeated or not this server, or whose Origin is not this
 * server: it may come from a website. Returns undefined for other requests, which may have no Origin.
 */
export function rejectForeignOrigin(
  { headers, headersDistinct }: IncomingMessage,
  port: number,
): Answer | undefined {
  // A page that rebinds its own name to 127.0.0.1 sends its own name; one that posts a form sends its origin.
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (headersDistinct.host?.length !== 1 || !hosts.includes((headers.host ?? '').toLowerCase()))
    return createErrorAnswer(403, 'this host name is not served');
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`))
    return createErrorAnswer(403, 'this origin is not served');
  return undefined;
}

/** Returns the bearer token of a request; undefined if it has none. */
export const getBearerToken = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

const createRefusal = (answer: Answer, knowsCaller = false): Refusal => ({ answer, knowsCaller });

/**
 * Creates the gate of a vault whose own token is `token`. `findIssuedToken` returns whether a token of the vault's
 * sign-in server has expired; undefined if that server did not issue it.
 */
export function createGate(
  token: string,
  findIssuedToken: (token: string) => { readonly isExpired: boolean } | undefined,
): Gate {
  const expected = computeDigest(token);
  return {
    checkRequest(request, port, expired) {
      const foreign = rejectForeignOrigin(request, port);
      if (foreign) return createRefusal(foreign);
      const given = getBearerToken(request);
      const challenge = { 'www-authenticate': 'Bearer' };
      if (given === undefined)
        return createRefusal(createErrorAnswer(401, 'a bearer token is required', challenge));
      const own = findIssuedToken(given);
      if (!own && !timingSafeEqual(computeDigest(given), expected))
        return createRefusal(createErrorAnswer(401, 'the bearer token is not valid', challenge));
      if (expired || own?.isExpired)
        return createRefusal(createErrorAnswer(401, 'the bearer token has expired', challenge), true);
      return undefined;
    },
  };
}
