/** The vault's bearer token: a JWT as clients of such services expect one, and what the audit events say of it. */
import { createHmac, randomBytes } from 'node:crypto';
import { USER } from '../data/schema.ts';

/** In force longer than any vault of a developer runs. */
const LIFETIME_SECONDS = 365 * 24 * 3600;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A new token with claims that a client can decode (RFC 7519). Its key is random and kept nowhere. */
export function createToken(): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const issuer = 'vault-sql-local-vault';
  const claims = {
    iss: issuer,
    sub: USER,
    aud: issuer,
    jti: randomBytes(16).toString('hex'),
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
  };
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', randomBytes(32)).update(text).digest('base64url')}`;
}

/** What an audit event says of the token that a call came with (S16–S18). */
interface TokenIdentity {
  readonly authMode: 'PAT_JWT' | 'API_KEY';
  /** The `jti` claim; absent where the token has none. */
  readonly jwtID?: string;
}

/** A JWT is a personal access token, any other text a static key. */
export function identifyToken(token: string): TokenIdentity {
  const [header, claims, ...rest] = token.split('.').map((part, i) => (i < 2 ? decode(part) : undefined));
  if (header === undefined || claims === undefined || rest.length !== 1) return { authMode: 'API_KEY' };
  return typeof claims.jti === 'string'
    ? { authMode: 'PAT_JWT', jwtID: claims.jti }
    : { authMode: 'PAT_JWT' };
}

/** A part of a JWT; undefined where it holds no JSON object. */
function decode(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isObject(value) ? value : undefined;
  } catch {
    // No JSON: the token is no JWT.
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
