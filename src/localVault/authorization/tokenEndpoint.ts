import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createErrorResponse, createOkResponse, type HttpResponse } from '../server/httpAnswer.ts';
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

const NO_STORE_HEADERS = { 'cache-control': 'no-store' };

/** Returns an error response in OAuth's form (RFC 6749, 5.2). */
export const createOAuthError = (error: string, description = '', status = 400): HttpResponse => ({
  status,
  message: error,
  body: JSON.stringify({ error, ...(description && { error_description: description }) }),
  headers: NO_STORE_HEADERS,
});

export function handleTokenRequest(
  parts: GrantParts,
  request: IncomingMessage,
  form: URLSearchParams,
): HttpResponse {
  const client = parseClientCredentials(request, form);
  if (client.id !== CLIENT_ID) return createOAuthError('invalid_client', 'the client is not known', 401);
  const getField = (name: string): string => form.get(name) ?? '';
  switch (getField('grant_type')) {
    case 'authorization_code':
      if (!parts.kinds.has('oauth')) return createOAuthError('unauthorized_client');
      return parts.consents.redeemCode(getField('code'), getField('redirect_uri'), getField('code_verifier'))
        ? startSessionAndIssueTokens(parts, 'oauth')
        : createOAuthError('invalid_grant', 'the code is not good for this client, address, and verifier');
    case 'urn:ietf:params:oauth:grant-type:device_code':
      if (!parts.kinds.has('device')) return createOAuthError('unauthorized_client');
      return answerDeviceCodeRequest(parts, getField('device_code'));
    case 'client_credentials':
      if (!parts.kinds.has('clientCredentials')) return createOAuthError('unauthorized_client');
      return isSameSecret(client.secret, parts.clientSecret)
        ? issueTokenAnswer(parts, 'clientCredentials')
        : createOAuthError('invalid_client', 'the client secret is not valid', 401);
    case 'refresh_token': {
      const rotated = parts.sessions.rotateRefreshToken(getField('refresh_token'));
      return rotated
        ? issueTokenAnswer(parts, rotated.kind, rotated.refreshToken)
        : createOAuthError('invalid_grant', 'the refresh token is not good, or was used before');
    }
    default:
      return createOAuthError('unsupported_grant_type');
  }
}

/** Handles `POST /oauth/revoke` (RFC 7009). An unknown token is accepted as revoked. */
export function handleRevocationRequest(
  parts: GrantParts,
  request: IncomingMessage,
  form: URLSearchParams,
): HttpResponse {
  if (parseClientCredentials(request, form).id !== CLIENT_ID)
    return createOAuthError('invalid_client', 'the client is not known', 401);
  const given = form.get('token') ?? '';
  parts.sessions.end(given);
  parts.tokens.expire(given);
  return { ...createOkResponse(''), headers: NO_STORE_HEADERS };
}

export async function handleServiceAccountTokenRequest(
  parts: GrantParts,
  text: string,
  tokenURI: string,
): Promise<HttpResponse> {
  const { grant_type, assertion } = parseJsonObject(text);
  if (grant_type !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' || typeof assertion !== 'string')
    return createErrorResponse(400, 'grant_type and assertion are required');
  const wrong = await parts.serviceAccount.findAssertionProblem(assertion, tokenURI, parts.now());
  if (wrong !== undefined) return createOAuthError('invalid_grant', wrong);
  const accessToken = parts.tokens.issue('serviceAccount');
  return {
    ...createOkResponse(JSON.stringify({ accessToken, tokenType: 'Bearer' })),
    headers: NO_STORE_HEADERS,
  };
}

function parseJsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    // Not JSON, so there are no fields.
    return {};
  }
}

function answerDeviceCodeRequest(parts: GrantParts, deviceCode: string): HttpResponse {
  switch (parts.consents.getDeviceStatus(deviceCode)) {
    case 'pending':
      return createOAuthError('authorization_pending');
    case 'granted':
      return startSessionAndIssueTokens(parts, 'device');
    case 'denied':
      return createOAuthError('access_denied', 'the request was denied');
    case 'expired':
      return createOAuthError('expired_token', 'the code has expired');
  }
}

const startSessionAndIssueTokens = (parts: GrantParts, kind: AuthKind): HttpResponse =>
  issueTokenAnswer(parts, kind, parts.sessions.startSession(kind));

function issueTokenAnswer(
  { tokens, lifetimeSeconds }: GrantParts,
  kind: AuthKind,
  refreshToken?: string,
): HttpResponse {
  const given = {
    access_token: tokens.issue(kind),
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
  return { ...createOkResponse(JSON.stringify(given)), headers: NO_STORE_HEADERS };
}

function parseClientCredentials(
  { headers }: IncomingMessage,
  form: URLSearchParams,
): { readonly id: string; readonly secret: string } {
  const [, basic] = /^Basic +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (basic === undefined)
    return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':');
  return { id: decodeFormValue(id), secret: decodeFormValue(secret) };
}

/** Decodes a client ID or secret from a Basic header. The client has form-encoded both (RFC 6749, 2.3.1). */
const decodeFormValue = (text: string): string => new URLSearchParams(`x=${text}`).get('x') ?? '';

const computeHash = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(computeHash(given), computeHash(secret));
