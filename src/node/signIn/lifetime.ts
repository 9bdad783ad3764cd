/** Maximum plausible lifetime of a token in milliseconds (3,650 days). With a longer one, the expiry is unknown. */
const MAX_LIFETIME_MS = 10 * 365 * 24 * 3600 * 1000;

type Claims = Readonly<Record<string, unknown>>;

function decodeJwtClaims(token: string): Claims | undefined {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Claims) : undefined;
  } catch {
    // Not a JWT: an opaque token may contain dots too.
    return undefined;
  }
}

/**
 * Returns when a token that was issued at `now` expires, by the same clock; undefined if unknown or implausible. Times
 * are in milliseconds since 1970, `expiresIn` is in seconds. Without `expiresIn`, the token's `exp` claim is compared
 * with `serverTime` (default: `now`), because this machine's clock may be wrong.
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
  if (expiresIn !== undefined) return getPlausibleExpiry(now + expiresIn * 1000, now);
  const exp = decodeJwtClaims(token)?.exp;
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return undefined;
  const expiresAt = now + (exp * 1000 - (serverTime ?? now));
  // A new token that seems to have expired already indicates a wrong clock, so its expiry is unknown.
  return expiresAt > now ? getPlausibleExpiry(expiresAt, now) : undefined;
}

const getPlausibleExpiry = (expiresAt: number, now: number): number | undefined =>
  expiresAt - now <= MAX_LIFETIME_MS ? expiresAt : undefined;
