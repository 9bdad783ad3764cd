import {
  type AuthorizationServer,
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  clockSkew,
  None,
  processClientCredentialsResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import type { OAuthClient } from '../../core/service/connections/auth.ts';
import { cleanToken, MAX_TOKEN_LENGTH } from '../../core/service/token.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import { type Conversation, createServerConversation, createUnusableTokenProblem } from './conversation.ts';
import { createFailure, type GrantOutcome, type SignInNetwork } from './grant.ts';
import { removeUnverifiableIDToken } from './issuedToken.ts';
import { computeExpiry } from './lifetime.ts';
import { createOAuthRequestOptions, findServerAndAllowEndpoints } from './server.ts';

/**
 * Returns the client to pass to oauth4webapi. With it, the library checks times in tokens by the server's clock, or by
 * this machine's clock if the server's is unknown.
 */
export const createLibraryClient = ({ clientID }: OAuthClient, conversation: Conversation): Client => ({
  client_id: clientID,
  [clockSkew]: -Math.round((conversation.getLastResponse()?.clockAheadMs ?? 0) / 1000),
});

/** Client authentication without a secret, because a program on the user's machine can't keep a secret. */
export const publicClientAuth: ClientAuth = None();

export const createScopeParameter = ({ scope }: OAuthClient): Readonly<Record<string, string>> =>
  scope === undefined ? {} : { scope };

/**
 * Converts the response of a token endpoint to a grant, or to a problem if the response is unusable. `refreshToken` is
 * the previous refresh token, which the grant contains if the server returned no new one.
 */
export function createGrantFromResponse(
  network: SignInNetwork,
  conversation: Conversation,
  tokenResponse: TokenEndpointResponse,
  refreshToken?: string,
): GrantOutcome {
  const cleaned = cleanToken(tokenResponse.access_token);
  if (!cleaned.ok) return createFailure(createUnusableTokenProblem(conversation, 'access_token'));
  const { token } = cleaned;
  const expiresAt = computeExpiry(token, network.now(), {
    expiresIn: tokenResponse.expires_in,
    serverTime: conversation.getServerTime(),
  });
  const next = tokenResponse.refresh_token ?? refreshToken;
  // The editor's secret storage is shared by extensions, so a refresh token that is far too long is rejected.
  if ((next?.length ?? 0) > MAX_TOKEN_LENGTH)
    return createFailure(createUnusableTokenProblem(conversation, 'refresh_token'));
  return {
    ok: true,
    grant: {
      token,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(next !== undefined && { refreshToken: next }),
    },
  };
}

export async function obtainClientCredentialsGrant(
  network: SignInNetwork,
  client: OAuthClient,
  secret: string,
  signal?: AbortSignalLike,
): Promise<GrantOutcome> {
  const conversation = createServerConversation(network, signal);
  const found = await findServerAndAllowEndpoints(conversation, client.server, ['token']);
  if (!found.ok) return found;
  const sent = await conversation.attempt(async () => {
    const response = await clientCredentialsGrantRequest(
      found.server,
      createLibraryClient(client, conversation),
      chooseSecretAuthentication(found.server, secret),
      new URLSearchParams(createScopeParameter(client)),
      createOAuthRequestOptions(conversation),
    );
    const issued = await removeUnverifiableIDToken(client, response);
    return processClientCredentialsResponse(found.server, createLibraryClient(client, conversation), issued);
  });
  if (!sent.ok) return sent;
  // A refresh token should not be issued (RFC 6749, 4.4.3) and is not needed, because the secret is enough.
  const { refresh_token: _unused, ...given } = sent.value;
  return createGrantFromResponse(network, conversation, given);
}

function chooseSecretAuthentication(server: AuthorizationServer, secret: string): ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported;
  const inHeader = methods === undefined || methods.includes('client_secret_basic');
  return inHeader ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}

/**
 * Obtains a new access token with a refresh token. The server may accept a refresh token only once. The problem
 * `session-ended` means that the server rejected the refresh token.
 */
export async function refreshGrant(
  network: SignInNetwork,
  client: OAuthClient,
  refreshToken: string,
  signal?: AbortSignalLike,
): Promise<GrantOutcome> {
  const conversation = createServerConversation(network, signal);
  const found = await findServerAndAllowEndpoints(conversation, client.server, ['token']);
  if (!found.ok) return found;
  const sent = await conversation.attempt(async () => {
    const response = await refreshTokenGrantRequest(
      found.server,
      createLibraryClient(client, conversation),
      publicClientAuth,
      refreshToken,
      createOAuthRequestOptions(conversation),
    );
    const issued = await removeUnverifiableIDToken(client, response);
    return processRefreshTokenResponse(found.server, createLibraryClient(client, conversation), issued);
  });
  if (sent.ok) return createGrantFromResponse(network, conversation, sent.value, refreshToken);
  const { problem } = sent;
  // The server recognizes its own refresh token without a clock, so a wrong clock is not the reason.
  const isEnded =
    (problem.code === 'refused' || problem.code === 'clock') && problem.error === 'invalid_grant';
  return isEnded ? { ok: false, problem: { ...problem, code: 'session-ended' } } : sent;
}
