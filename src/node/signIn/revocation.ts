import { processRevocationResponse, revocationRequest } from 'oauth4webapi';
import type { OAuthClient } from '../../core/service/connections/auth.ts';
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import { createServerConversation } from './conversation.ts';
import type { Grant, SignInNetwork } from './grant.ts';
import {
  allowRevocationEndpointIfSafe,
  createOAuthRequestOptions,
  findServerAndAllowEndpoints,
} from './server.ts';
import { createLibraryClient, publicClientAuth } from './tokens.ts';

/**
 * Revokes the access token and the refresh token, if any, of a session. Returns a problem if that fails. Returns
 * undefined after success, and also if the server has no revocation endpoint.
 */
export async function revokeSession(
  network: SignInNetwork,
  client: OAuthClient,
  { token, refreshToken }: Grant,
): Promise<SignInProblem | undefined> {
  const conversation = createServerConversation(network);
  const found = await findServerAndAllowEndpoints(conversation, client.server, []);
  if (!found.ok) return found.problem;
  const { server } = found;
  if (server.revocation_endpoint === undefined) return undefined;
  const refused = allowRevocationEndpointIfSafe(conversation, client.server, server);
  if (refused) return refused;
  // The refresh token is revoked first. This ends the session, and many servers then also revoke its access tokens.
  const tokens = [
    ...(refreshToken === undefined ? [] : [[refreshToken, 'refresh_token'] as const]),
    [token, 'access_token'] as const,
  ];
  for (const [revoked, hint] of tokens) {
    const sent = await conversation.attempt(async () => {
      const response = await revocationRequest(
        server,
        createLibraryClient(client, conversation),
        publicClientAuth,
        revoked,
        {
          ...createOAuthRequestOptions(conversation),
          additionalParameters: { token_type_hint: hint },
        },
      );
      return processRevocationResponse(response);
    });
    if (!sent.ok) return sent.problem;
  }
  return undefined;
}
