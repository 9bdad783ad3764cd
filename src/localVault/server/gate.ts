import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createErrorResponse, type HttpResponse } from './httpAnswer.ts';

/**
 * Matches a bearer token in RFC 6750's syntax (b64token), with at most 512 characters before trailing `=`. Such a
 * token needs no escaping in a header or in a shell's double quotes.
 */
const TOKEN = /^[A-Za-z0-9._~+/-]{1,512}=*$/;
export const hasBearerTokenSyntax = (text: string): boolean => TOKEN.test(text);

const computeDigest = (text: string) => createHash('sha256').update(text).digest();

export interface Refusal {
  readonly answer: HttpResponse;
  /** True if the token is known but has expired or, as a simulated fault, counts as expired. */
  readonly knowsCaller: boolean;
}

export interface Gate {
  /**
   * Returns why a request is rejected; undefined if it is accepted. If `expired` is true, valid tokens count as
   * expired.
   */
  checkRequest(request: IncomingMessage, port: number, expired: boolean): Refusal | undefined;
}

/**
 * Returns a 403 response if the Host header of a request, or its Origin header if present, is not that of this server,
 * because the request may come from a website. Otherwise returns undefined.
 */
export function rejectForeignHostOrOrigin(
  { headers, headersDistinct }: IncomingMessage,
  port: number,
): HttpResponse | undefined {
  // A website that rebinds its host name to 127.0.0.1 sends this name as Host. A website that posts a form to this
  // server sends its own Origin.
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (headersDistinct.host?.length !== 1 || !hosts.includes((headers.host ?? '').toLowerCase()))
    return createErrorResponse(403, 'this host name is not served');
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`))
    return createErrorResponse(403, 'this origin is not served');
  return undefined;
}

export const getBearerToken = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

const createRefusal = (answer: HttpResponse, knowsCaller = false): Refusal => ({ answer, knowsCaller });

/** `findIssuedToken` returns undefined for a token that the vault's sign-in server does not know. */
export function createRequestGate(
  token: string,
  findIssuedToken: (token: string) => { readonly isExpired: boolean } | undefined,
): Gate {
  const expected = computeDigest(token);
  return {
    checkRequest(request, port, expired) {
      const foreign = rejectForeignHostOrOrigin(request, port);
      if (foreign) return createRefusal(foreign);
      const given = getBearerToken(request);
      const challenge = { 'www-authenticate': 'Bearer' };
      if (given === undefined)
        return createRefusal(createErrorResponse(401, 'a bearer token is required', challenge));
      const own = findIssuedToken(given);
      if (!own && !timingSafeEqual(computeDigest(given), expected))
        return createRefusal(createErrorResponse(401, 'the bearer token is not valid', challenge));
      if (expired || own?.isExpired)
        return createRefusal(createErrorResponse(401, 'the bearer token has expired', challenge), true);
      return undefined;
    },
  };
}
