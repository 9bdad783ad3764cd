/** The requests of the service (S1) as they are sent: the client sends them, and they can be copied as a command. */
import { type ValidAddress, validateBaseUrl, vaultIDSegment } from './address.ts';
import type { NotSentError } from './errors.ts';

/** One SELECT for a vault. */
export interface QueryText {
  readonly vaultID: string;
  /** One SELECT; sent as it is. */
  readonly query: string;
  /** The per-vault host (S2), where it differs from the connection's. */
  readonly vaultBaseUrl?: string;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly address: ValidAddress;
  /** Behind the address. */
  readonly path: string;
  /** The path without what a person chose, as `TransportRequest` has it. */
  readonly template: string;
  readonly body?: string;
}

type RouteOutcome =
  | { readonly ok: true; readonly route: Route }
  | { readonly ok: false; readonly error: NotSentError };

/** Execute query (S32–S34). */
export function queryRoute(baseUrl: string, { vaultID, query, vaultBaseUrl }: QueryText): RouteOutcome {
  const address = validateBaseUrl(vaultBaseUrl ?? baseUrl);
  if (!address.ok) return { ok: false, error: notSent('badAddress', address.reason) };
  const vault = vaultIDSegment(vaultID);
  if (!vault.ok) return { ok: false, error: notSent('badVaultID', vault.reason) };
  const path = `/v1/vaults/${vault.segment}/query`;
  const template = '/v1/vaults/{vaultID}/query';
  return { ok: true, route: { method: 'POST', address, path, template, body: JSON.stringify({ query }) } };
}

/** `authorization` as it is sent: with the token, or with what takes its place. */
export const headersOf = ({ body }: Pick<Route, 'body'>, authorization: string): Record<string, string> => ({
  accept: 'application/json',
  authorization,
  ...(body !== undefined && { 'content-type': 'application/json' }),
});

/** Why a request was not sent; `detail` is a reason code, never a value. */
export const notSent = (kind: NotSentError['kind'], detail?: string): NotSentError => ({
  kind,
  retry: false,
  ...(detail !== undefined && { detail }),
});
