/**
 * Validates base URLs, and vault IDs as path segments. A base URL with syntax that URL parsers often interpret
 * differently, such as a backslash, is rejected.
 */

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
  /** The normalized address, without a trailing slash. */
  readonly url: string;
  /** Scheme, host and port (without a default port), such as `https://vault.example`. */
  readonly origin: string;
  readonly host: string;
  readonly loopback: boolean;
};

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
const HOST =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]{2,45}\])$/;
const SEGMENT = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/;

/**
 * Checks whether requests may be sent to the base URL `text`, and returns its parts, or the reason why not. Plain http
 * is only allowed for loopback hosts.
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
  if (!segments.every((segment) => SEGMENT.test(segment) && !hasDotSegment(segment))) return refuse('path');
  // The default port of the scheme is not part of an origin.
  const hostAndPort =
    port === undefined || Number(port) === (https ? 443 : 80) ? host : `${host}:${Number(port)}`;
  const origin = `${https ? 'https' : 'http'}://${hostAndPort}`;
  return { ok: true, url: origin + path, origin, host: hostAndPort, loopback };
}

/**
 * Returns a base URL without surrounding whitespace and without one `/v1` at its end. The routes append `/v1`
 * themselves (S3), but users often copy it along.
 */
export const removeVersionPath = (address: string): string =>
  address.trim().replace(/(?<=[^/])\/v1\/?$/i, '');

type VaultIDProblem = 'empty' | 'dots' | 'control-character' | 'too-long';

const MAX_VAULT_ID_LENGTH = 256;

/**
 * Returns `vaultID` as a percent-encoded path segment (S32), or the reason why it is refused. An ID with a segment `.`
 * or `..` is refused even if percent-encoded several times, because a server that decodes too often would use another
 * path.
 */
export function encodeVaultID(
  vaultID: string,
): { readonly ok: true; readonly segment: string } | { readonly ok: false; readonly reason: VaultIDProblem } {
  if (vaultID.trim() === '') return { ok: false, reason: 'empty' };
  if (vaultID.length > MAX_VAULT_ID_LENGTH) return { ok: false, reason: 'too-long' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(vaultID) || !vaultID.isWellFormed()) {
    return { ok: false, reason: 'control-character' };
  }
  if (hasDotSegment(vaultID)) return { ok: false, reason: 'dots' };
  return { ok: true, segment: encodeURIComponent(vaultID) };
}

/**
 * Whether `text`, split at slashes and backslashes, has a segment `.` or `..`, even if percent-encoded several times.
 */
function hasDotSegment(text: string): boolean {
  for (let decoded = text; ; ) {
    if (decoded.split(/[/\\]/).some((part) => part === '.' || part === '..')) return true;
    // Only these escapes are decoded: `decodeURIComponent` would throw on an invalid one.
    const next = decoded.replace(/%(2e|2f|5c|25)/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === decoded) return false;
    decoded = next;
  }
}
