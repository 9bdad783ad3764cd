/** Computes when a token expires by this machine's clock, from its lifetime or its expiry by the server's clock. */

/** Maximum lifetime of a token in milliseconds (3,650 days). Longer lifetimes are ignored. */
const MAX_LIFETIME_MS = 10 * 365 * 24 * 3600 * 1000;

type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the claims of a token that has the form of a JWT, without verifying it, which is up to the service. Undefined
 * if its second part is neither a JSON object nor a JSON array, or there are fewer than three parts.
 */
function decodeClaims(token: string): Claims | undefined {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Claims) : undefined;
  } catch {
    // No JWT: an opaque token may hold dots too.
    return undefined;
  }
}

/**
 * Returns when a token that was issued at `now` expires, in milliseconds since 1970 like `now`. `expiresIn` is its
 * lifetime in seconds. Without it, the token's `exp` claim is compared with `serverTime` (milliseconds since 1970; by
 * default `now`), so that a wrong clock of this machine does not matter. Undefined if the expiry is unknown or not
 * plausible.
 */
export function computeExpiry(
  token: string,
  now: number,
  {
    expiresIn,
    serverTime,
  }: {
    readonly expiresIn?: number | undefined;
    readonly serverTime?: number | undefined;
  } = {},
): number | undefined {
  if (expiresIn !== undefined) return ignoreImplausibleExpiry(now + expiresIn * 1000, now);
  const exp = decodeClaims(token)?.exp;
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return undefined;
  const expiresAt = now + (exp * 1000 - (serverTime ?? now));
  // With a wrong clock, the token seems to have expired already. Its expiry is unknown then.
  return expiresAt > now ? ignoreImplausibleExpiry(expiresAt, now) : undefined;
}

const ignoreImplausibleExpiry = (expiresAt: number, now: number): number | undefined =>
  expiresAt - now <= MAX_LIFETIME_MS ? expiresAt : undefined;
