import { createHmac, randomBytes } from 'node:crypto';
import { USER_EMAIL } from '../data/schema.ts';

const LIFETIME_SECONDS = 365 * 24 * 3600;

const encodeBase64Json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function createRandomJwt(): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const issuer = 'vault-sql-local-vault';
  const claims = {
    iss: issuer,
    sub: USER_EMAIL,
    aud: issuer,
    jti: randomBytes(16).toString('hex'),
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
  };
  const text = `${encodeBase64Json({ alg: 'HS256', typ: 'JWT' })}.${encodeBase64Json(claims)}`;
  return `${text}.${createHmac('sha256', randomBytes(32)).update(text).digest('base64url')}`;
}

interface TokenIdentity {
  readonly authMode: 'PAT_JWT' | 'API_KEY';
  readonly jwtID?: string;
}

/** Identifies a JWT as a personal access token, and any other text as an API key. */
export function identifyToken(token: string): TokenIdentity {
  const [header, claims, ...rest] = token
    .split('.')
    .map((part, i) => (i < 2 ? decodeJwtPart(part) : undefined));
  if (header === undefined || claims === undefined || rest.length !== 1) return { authMode: 'API_KEY' };
  return typeof claims.jti === 'string'
    ? { authMode: 'PAT_JWT', jwtID: claims.jti }
    : { authMode: 'PAT_JWT' };
}

function decodeJwtPart(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isObject(value) ? value : undefined;
  } catch {
    // The part is not JSON, so the token is not a JWT.
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
