/** When a token ends, by this machine's clock: servers say how long it lives, or when it ends by their clock. */

/** No token lives longer: what says so says nothing, and may be no time that can be shown. */
const MAX_LIFETIME_MS = 10 * 365 * 24 * 3600 * 1000;

type Claims = Readonly<Record<string, unknown>>;

/** The claims of a JWT, unverified: they are the service's own business. Undefined for any other token. */
function claimsOf(token: string): Claims | undefined {
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
 * The end of a token that was issued at `now`. `expiresIn` is in seconds, as the server says; without it the token's
 * own `exp` counts, compared with `serverTime` (milliseconds), so that a wrong clock here does no harm.
 */
export function expiryOf(
  token: string,
  now: number,
  {
    expiresIn,
    serverTime,
  }: { readonly expiresIn?: number | undefined; readonly serverTime?: number | undefined } = {},
): number | undefined {
  if (expiresIn !== undefined) return believable(now + expiresIn * 1000, now);
  const exp = claimsOf(token)?.exp;
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return undefined;
  const expiresAt = now + (exp * 1000 - (serverTime ?? now));
  // By a clock that is off it has ended before it was given: the service will say when it has.
  return expiresAt > now ? believable(expiresAt, now) : undefined;
}

const believable = (expiresAt: number, now: number): number | undefined =>
  expiresAt - now <= MAX_LIFETIME_MS ? expiresAt : undefined;
