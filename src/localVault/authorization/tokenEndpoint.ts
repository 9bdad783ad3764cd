/** The token endpoints: checks the requests of each grant, and issues tokens. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Answer, failure, ok } from '../server/httpAnswer.ts';
import type { Consents } from './consents.ts';
import type { IssuedTokens } from './issued.ts';
import { type AuthKind, CLIENT_ID } from './kinds.ts';
import type { ServiceAccount } from './serviceAccount.ts';
import type { Sessions } from './sessions.ts';

export interface GrantParts {
  readonly kinds: ReadonlySet<AuthKind>;
  readonly clientSecret: string;
  readonly lifetimeSeconds: number;
  readonly tokens: IssuedTokens;
  readonly sessions: Sessions;
  readonly consents: Consents;
  readonly serviceAccount: ServiceAccount;
  /** Returns the time of the server's clock, in milliseconds since 1970. */
  readonly now: () => number;
}

const noStore = { 'cache-control': 'no-store' };

/** Returns an error response in OAuth's form (RFC 6749, 5.2). */
export const refusal = (error: string, description = '', status = 400): Answer => ({
  status,
  message: error,
  body: JSON.stringify({ error, ...(description && { error_description: description }) }),
  headers: noStore,
});

/** Handles `POST /oauth/token`, whose body is a form as in OAuth. */
export function grantToken(parts: GrantParts, request: IncomingMessage, form: URLSearchParams): Answer {
  const client = clientOf(request, form);
  if (client.id !== CLIENT_ID) return refusal('invalid_client', 'the client is not known', 401);
  const of = (name: string): string => form.get(name) ?? '';
  switch (of('grant_type')) {
    case 'authorization_code':
      if (!parts.kinds.has('oauth')) return refusal('unauthorized_client');
      return parts.consents.redeem(of('code'), of('redirect_uri'), of('code_verifier'))
        ? session(parts, 'oauth')
        : refusal('invalid_grant', 'the code is not good for this client, address, and verifier');
    case 'urn:ietf:params:oauth:grant-type:device_code':
      if (!parts.kinds.has('device')) return refusal('unauthorized_client');
      return deviceToken(parts, of('device_code'));
    case 'client_credentials':
      if (!parts.kinds.has('clientCredentials')) return refusal('unauthorized_client');
      return isSecret(client.secret, parts.clientSecret)
        ? token(parts, 'clientCredentials')
        : refusal('invalid_client', 'the client secret is not valid', 401);
    case 'refresh_token': {
      const rotated = parts.sessions.rotate(of('refresh_token'));
      return rotated
        ? token(parts, rotated.kind, rotated.refreshToken)
        : refusal('invalid_grant', 'the refresh token is not good, or was used before');
    }
    default:
      return refusal('unsupported_grant_type');
  }
}

/** Handles `POST /oauth/revoke` (RFC 7009). An unknown token is accepted as revoked. */
export function revokeToken(parts: GrantParts, request: IncomingMessage, form: URLSearchParams): Answer {
  if (clientOf(request, form).id !== CLIENT_ID)
    return refusal('invalid_client', 'the client is not known', 401);
  const given = form.get('token') ?? '';
  parts.sessions.end(given);
  parts.tokens.expire(given);
  return { ...ok(''), headers: noStore };
}

/** Handles `POST /auth/serviceAccount/token`, whose body is JSON as in services of this kind. */
export async function grantForAssertion(parts: GrantParts, text: string, tokenURI: string): Promise<Answer> {
  const { grant_type, assertion } = fieldsOf(text);
  if (grant_type !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' || typeof assertion !== 'string')
    return failure(400, 'grant_type and assertion are required');
  const wrong = await parts.serviceAccount.refuse(assertion, tokenURI, parts.now());
  if (wrong !== undefined) return refusal('invalid_grant', wrong);
  const accessToken = parts.tokens.issue('serviceAccount');
  return { ...ok(JSON.stringify({ accessToken, tokenType: 'Bearer' })), headers: noStore };
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    // No JSON: it has no fields, and that is what it is told.
    return {};
  }
}

function deviceToken(parts: GrantParts, deviceCode: string): Answer {
  switch (parts.consents.device(deviceCode)) {
    case 'pending':
      return refusal('authorization_pending');
    case 'granted':
      return session(parts, 'device');
    case 'denied':
      return refusal('access_denied', 'the request was denied');
    case 'expired':
      return refusal('expired_token', 'the code has expired');
  }
}

const session = (parts: GrantParts, kind: AuthKind): Answer => token(parts, kind, parts.sessions.start(kind));

function token({ tokens, lifetimeSeconds }: GrantParts, kind: AuthKind, refreshToken?: string): Answer {
  const given = {
    access_token: tokens.issue(kind),
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
  return { ...ok(JSON.stringify(given)), headers: noStore };
}

/** Returns the client ID and secret of a request, which are in its Authorization header or in the form. */
function clientOf(
  { headers }: IncomingMessage,
  form: URLSearchParams,
): { readonly id: string; readonly secret: string } {
  const [, basic] = /^Basic +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (basic === undefined)
    return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':');
  return { id: formDecoded(id), secret: formDecoded(secret) };
}

/** Decodes a client ID or secret in a Basic header, which is form-encoded first (RFC 6749, 2.3.1). */
const formDecoded = (text: string): string => new URLSearchParams(`x=${text}`).get('x') ?? '';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSecret = (given: string, secret: string): boolean => timingSafeEqual(hash(given), hash(secret));
