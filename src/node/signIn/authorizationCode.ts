/** Sign-in by browser: OAuth's authorization code grant with PKCE (RFC 6749, 7636, 9207). */
import {
  AuthorizationResponseError,
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { oneLine } from '../../core/messages/oneLine.ts';
import type { OAuthClient } from '../../core/service/connections/auth.ts';
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import { createServerConversation } from './conversation.ts';
import { createFailure, type GrantOutcome, type SignInNetwork } from './grant.ts';
import { removeUnverifiableIDToken } from './issuedToken.ts';
import type { Redirect } from './redirect.ts';
import { createOAuthRequestOptions, findServerAndAllowEndpoints } from './server.ts';
import {
  createGrantFromResponse,
  createLibraryClient,
  createScopeParameter,
  publicClientAuth,
} from './tokens.ts';

interface StartedAuthorization {
  readonly ok: true;
  readonly url: string;
  readonly state: string;
  /** Exchanges the code in `callback`, the parameters of the redirect, for a token. Must be called at most once. */
  exchangeCode(callback: URLSearchParams): Promise<GrantOutcome>;
}

/**
 * Prepares a sign-in by browser, and returns the URL to open in the browser. Returns a problem if the server can't be
 * reached or used.
 */
export async function startAuthorization(
  network: SignInNetwork,
  client: OAuthClient,
  redirect: Redirect,
  signal?: AbortSignalLike,
): Promise<StartedAuthorization | { readonly ok: false; readonly problem: SignInProblem }> {
  const conversation = createServerConversation(network, signal);
  const found = await findServerAndAllowEndpoints(conversation, client.server, ['authorization', 'token']);
  if (!found.ok) return found;
  const { issuer, authorization_response_iss_parameter_supported: namesItself } = found.server;
  if (!redirect.hasServerSpecificPath && !namesItself)
    return createFailure({ code: 'unnamed-issuer', host: new URL(issuer).host });
  const verifier = generateRandomCodeVerifier();
  const state = generateRandomState();
  const url = new URL(found.server.authorization_endpoint ?? '');
  const parameters = {
    client_id: client.clientID,
    redirect_uri: redirect.uri,
    response_type: 'code',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...createScopeParameter(client),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return {
    ok: true,
    url: url.href,
    state,
    async exchangeCode(callback) {
      const server = 'issuer' in client.server ? found.server : applyRedirectIssuer(found.server, callback);
      const checked = validateRedirectCallback(server, client, callback, state);
      if (!checked.ok) return checked;
      const sent = await conversation.attempt(async () => {
        const response = await authorizationCodeGrantRequest(
          server,
          createLibraryClient(client, conversation),
          publicClientAuth,
          checked.parameters,
          redirect.uri,
          verifier,
          createOAuthRequestOptions(conversation),
        );
        const issued = await removeUnverifiableIDToken(client, response);
        return processAuthorizationCodeResponse(server, createLibraryClient(client, conversation), issued);
      });
      return sent.ok ? createGrantFromResponse(network, conversation, sent.value) : sent;
    },
  };
}

function applyRedirectIssuer(server: AuthorizationServer, callback: URLSearchParams): AuthorizationServer {
  const issuer = callback.get('iss');
  if (issuer === null || !URL.canParse(issuer)) return server;
  const { origin } = new URL(server.authorization_endpoint ?? server.issuer);
  return new URL(issuer).origin === origin ? { ...server, issuer } : server;
}

function validateRedirectCallback(
  server: AuthorizationServer,
  client: OAuthClient,
  callback: URLSearchParams,
  state: string,
):
  | { readonly ok: true; readonly parameters: URLSearchParams }
  | { readonly ok: false; readonly problem: SignInProblem } {
  const { host } = new URL(server.issuer);
  try {
    return {
      ok: true,
      parameters: validateAuthResponse(server, { client_id: client.clientID }, callback, state),
    };
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const details = {
        host,
        error: oneLine(error.error, 100),
        // `acceptRedirect` keeps each `+` of the query. In a description, it most likely stands for a space.
        description: oneLine((error.error_description ?? '').replaceAll('+', ' '), 200),
      };
      return createFailure({
        code: error.error === 'access_denied' ? 'consent-denied' : 'refused',
        ...details,
      });
    }
    // A redirect with the right state belongs to this sign-in. Most likely its issuer is wrong.
    return createFailure(
      callback.get('state') === state ? { code: 'wrong-issuer', host } : { code: 'state-mismatch' },
    );
  }
}
