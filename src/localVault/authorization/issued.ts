/** The access tokens that the server has issued. The text of a token is not stored, only its digest. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { USER_EMAIL } from '../data/schema.ts';
import { type AuthKind, CLIENT_ID, SERVICE_ACCOUNT_ID } from './kinds.ts';
import { setWithEntryLimit } from './putBounded.ts';

/** The identity to which a token was issued, in the form of audit events (S14–S18). */
export interface Identity {
  readonly actor: string;
  readonly actorType: 'USER' | 'SERVICE_ACCOUNT';
  readonly authMode: 'SSO_JWT' | 'SERVICE_ACCOUNT_JWT';
  readonly jwtID: string;
}
interface IssuedToken {
  readonly identity: Identity;
  readonly expiresAt: number;
}

/** Maximum number of tokens stored. Beyond it, the oldest are deleted even if they have not expired. */
const MAX_ISSUED = 10_000;

export const computeDigest = (text: string): string => createHash('sha256').update(text).digest('base64');
export const createRandomToken = (): string => randomBytes(32).toString('base64url');
const encodeBase64Json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export interface IssuedTokens {
  issue(kind: AuthKind): string;
  find(token: string): (IssuedToken & { readonly isExpired: boolean }) | undefined;
  expire(token: string): void;
}

export function createIssuedTokenStore(
  getIssuer: () => string,
  lifetimeSeconds: number,
  now: () => number,
): IssuedTokens {
  const key = randomBytes(32);
  const tokens = new Map<string, IssuedToken>();
  return {
    issue(kind) {
      const identity = createIdentity(kind);
      const seconds = now() / 1000;
      const claims = {
        iss: getIssuer(),
        aud: getIssuer(),
        sub: identity.actor,
        jti: identity.jwtID,
        iat: Math.floor(seconds),
        exp: Math.round((seconds + lifetimeSeconds) * 1000) / 1000,
      };
      const text = `${encodeBase64Json({ alg: 'HS256', typ: 'JWT' })}.${encodeBase64Json(claims)}`;
      const token = `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
      setWithEntryLimit(
        tokens,
        computeDigest(token),
        { identity, expiresAt: now() + lifetimeSeconds * 1000 },
        MAX_ISSUED,
      );
      return token;
    },
    find(token) {
      const issued = tokens.get(computeDigest(token));
      return issued && { ...issued, isExpired: now() >= issued.expiresAt };
    },
    expire(token) {
      const issued = tokens.get(computeDigest(token));
      if (issued) tokens.set(computeDigest(token), { ...issued, expiresAt: 0 });
    },
  };
}

function createIdentity(kind: AuthKind): Identity {
  const jwtID = randomBytes(16).toString('hex');
  if (kind === 'oauth' || kind === 'device')
    return { actor: USER_EMAIL, actorType: 'USER', authMode: 'SSO_JWT', jwtID };
  const actor = kind === 'serviceAccount' ? SERVICE_ACCOUNT_ID : CLIENT_ID;
  return { actor, actorType: 'SERVICE_ACCOUNT', authMode: 'SERVICE_ACCOUNT_JWT', jwtID };
}
