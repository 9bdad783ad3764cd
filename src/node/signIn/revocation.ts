import { processRevocationResponse, revocationRequest } from 'oauth4webapi';
import type { OAuthClient } from '../../core/service/connections/auth.ts';
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import { createServerConversation } from './conversation.ts';
import type { Grant, SignInNetwork } from './grant.ts';
import { allowRevocationEndpoint, createOAuthRequestOptions, findServerAndAllowEndpoints } from './server.ts';
import { createOAuthClient, publicClient } from './tokens.ts';

/**
 * Revokes the tokens of a session. Returns the problem if that failed, and undefined also if the server has no endpoint
 * for it.
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
  const refused = allowRevocationEndpoint(conversation, client.server, server);
  if (refused) return refused;
  // The refresh token first: with it the session ends, and on many servers the access token with it.
  const tokens = [
    ...(refreshToken === undefined ? [] : [[refreshToken, 'refresh_token'] as const]),
    [token, 'access_token'] as const,
  ];
  for (const [revoked, hint] of tokens) {
    const sent = await conversation.attempt(async () => {
      const response = await revocationRequest(
        server,
        createOAuthClient(client, conversation),
        publicClient,
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
