import { encodeVaultID, type ValidAddress, validateBaseUrl } from './address.ts';
import type { NotSentError } from './errors.ts';

/** The text of one query, and the vault in which it is run. */
export interface VaultQuery {
  readonly vaultID: string;
  readonly query: string;
  readonly vaultBaseUrl?: string;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly address: ValidAddress;
  readonly path: string;
  /** The path for the log: without the query string, and with placeholders, as in `/v1/vaults/{vaultID}/query`. */
  readonly template: string;
  readonly body?: string;
}

type RouteOutcome =
  | { readonly ok: true; readonly route: Route }
  | { readonly ok: false; readonly error: NotSentError };

/** Returns the request that runs a query (S32–S34), or the error if the address or the vault ID is not valid. */
export function createQueryRoute(
  baseUrl: string,
  { vaultID, query, vaultBaseUrl }: VaultQuery,
): RouteOutcome {
  const address = validateBaseUrl(vaultBaseUrl ?? baseUrl);
  if (!address.ok) return { ok: false, error: createNotSentError('badAddress', address.reason) };
  const vault = encodeVaultID(vaultID);
  if (!vault.ok) return { ok: false, error: createNotSentError('badVaultID', vault.reason) };
  const path = `/v1/vaults/${vault.segment}/query`;
  const template = '/v1/vaults/{vaultID}/query';
  return { ok: true, route: { method: 'POST', address, path, template, body: JSON.stringify({ query }) } };
}

/**
 * Returns the request that lists audit events (S23), or the error if the address is not valid. `query` is the encoded
 * query string, which may be empty.
 */
export function createAuditEventsRoute(baseUrl: string, query: string): RouteOutcome {
  const address = validateBaseUrl(baseUrl);
  if (!address.ok) return { ok: false, error: createNotSentError('badAddress', address.reason) };
  const template = '/v1/audit/events';
  return {
    ok: true,
    route: { method: 'GET', address, path: query === '' ? template : `${template}?${query}`, template },
  };
}

export const createHeaders = (
  { body }: Pick<Route, 'body'>,
  authorization: string,
): Record<string, string> => ({
  accept: 'application/json',
  authorization,
  ...(body !== undefined && { 'content-type': 'application/json' }),
});

/**
 * Returns the error of a request that is not sent. `detail` says more about the cause (see `NotSentError`); it must not
 * contain a value that the user entered.
 */
export const createNotSentError = (kind: NotSentError['kind'], detail?: string): NotSentError => ({
  kind,
  retry: false,
  ...(detail !== undefined && { detail }),
});
