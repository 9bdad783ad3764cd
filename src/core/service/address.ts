/** Addresses of the service, and what may be in their paths. Strict on purpose: what passes here reads the same in every URL parser. */

/** Why an address may not be used. */
export type AddressProblem =
  | 'empty'
  | 'not-an-address'
  | 'scheme'
  | 'plain-http'
  | 'userinfo'
  | 'query'
  | 'fragment'
  | 'path';

export type ValidAddress = {
  readonly ok: true;
  /** Scheme and host in lower case, path prefix kept, no slash at the end. */
  readonly url: string;
  /** Scheme, host and port: what a token belongs to. */
  readonly origin: string;
  /** Host and port, for messages. */
  readonly host: string;
  /** True for `127.0.0.1`, `[::1]` and `localhost`, written exactly so. */
  readonly loopback: boolean;
};

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
const HOST =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]{2,45}\])$/;
const SEGMENT = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/;

/**
 * Whether requests may be sent to `text`: https, or http to this machine by a literal loopback name; no user, query or
 * fragment; a path prefix and a slash at the end are fine. Never throws.
 */
export function validateBaseUrl(
  text: string,
): ValidAddress | { readonly ok: false; readonly reason: AddressProblem } {
  const refuse = (reason: AddressProblem) => ({ ok: false, reason }) as const;
  const trimmed = text.trim();
  if (trimmed === '') return refuse('empty');
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/s.exec(trimmed);
  if (!scheme)
    return refuse(/^(?:file|javascript|data|vscode):/i.test(trimmed) ? 'scheme' : 'not-an-address');
  const [, name = '', rest = ''] = scheme;
  if (!/^https?$/i.test(name)) return refuse('scheme');
  if (rest.includes('#')) return refuse('fragment');
  if (rest.includes('?')) return refuse('query');
  const slash = rest.indexOf('/');
  const authority = slash < 0 ? rest : rest.slice(0, slash);
  if (authority.includes('@')) return refuse('userinfo');
  const [, hostText = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const host = hostText.toLowerCase();
  if (!HOST.test(host) || (port !== undefined && Number(port) > 65_535)) return refuse('not-an-address');
  const loopback = LOOPBACK.has(host);
  const https = name.toLowerCase() === 'https';
  if (!https && !loopback) return refuse('plain-http');
  const path = slash < 0 ? '' : rest.slice(slash).replace(/\/$/, '');
  const segments = path.split('/').slice(1);
  if (!segments.every((segment) => SEGMENT.test(segment) && !climbs(segment))) return refuse('path');
  // A port that is the scheme's own is not part of an origin.
  const hostAndPort =
    port === undefined || Number(port) === (https ? 443 : 80) ? host : `${host}:${Number(port)}`;
  const origin = `${https ? 'https' : 'http'}://${hostAndPort}`;
  return { ok: true, url: origin + path, origin, host: hostAndPort, loopback };
}

/**
 * An address as it is used: `/v1` at its end is left out, since the routes add it (S3) and people copy it along.
 * A service that is really reached by `/v1/v1/…` is given as `…/v1/v1`.
 */
export const withoutVersion = (address: string): string => address.trim().replace(/(?<=[^/])\/v1\/?$/i, '');

/** Why a vault ID can't be put into a path. */
type VaultIDProblem = 'empty' | 'dots' | 'control-character' | 'too-long';

/** The longest vault ID sent, in UTF-16 units; known ones have 32. */
const MAX_VAULT_ID = 256;

/**
 * The path segment for `vaultID` (S32), percent-encoded so that `/`, `?`, `#` and `%` stay part of the
 * ID. IDs that could climb out of the path on a server that decodes once more than it should are refused.
 */
export function vaultIDSegment(
  vaultID: string,
): { readonly ok: true; readonly segment: string } | { readonly ok: false; readonly reason: VaultIDProblem } {
  if (vaultID.trim() === '') return { ok: false, reason: 'empty' };
  if (vaultID.length > MAX_VAULT_ID) return { ok: false, reason: 'too-long' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(vaultID) || !vaultID.isWellFormed()) {
    return { ok: false, reason: 'control-character' };
  }
  if (climbs(vaultID)) return { ok: false, reason: 'dots' };
  return { ok: true, segment: encodeURIComponent(vaultID) };
}

/** Whether `text`, decoded as often as it can be, holds a `.` or `..` between slashes. */
function climbs(text: string): boolean {
  for (let decoded = text; ; ) {
    if (decoded.split(/[/\\]/).some((part) => part === '.' || part === '..')) return true;
    // Only what can make dots and slashes, so that other escapes (also invalid ones) don't stop the search.
    const next = decoded.replace(/%(2e|2f|5c|25)/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === decoded) return false;
    decoded = next;
  }
}
