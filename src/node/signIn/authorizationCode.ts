/** A person's token by the browser: OAuth's authorization code with PKCE (RFC 6749, 7636, 9207). */
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
import { createConversation } from './conversation.ts';
import { failed, type GrantOutcome, type Wire } from './grant.ts';
import { withoutIDToken } from './issuedToken.ts';
import type { Redirect } from './redirect.ts';
import { findServer, requestOptions } from './server.ts';
import { clientOf, grantOf, publicClient, scopeOf } from './tokens.ts';

interface StartedAuthorization {
  readonly ok: true;
  /** For the person's browser. */
  readonly url: string;
  /** What the link that ends the sign-in must carry. */
  readonly state: string;
  /** Exchanges what that link says; to be called once. */
  finish(callback: URLSearchParams): Promise<GrantOutcome>;
}

/** Prepares a sign-in in the browser, which ends with a link to `redirect`. */
export async function startAuthorization(
  wire: Wire,
  client: OAuthClient,
  redirect: Redirect,
  signal?: AbortSignalLike,
): Promise<StartedAuthorization | { readonly ok: false; readonly problem: SignInProblem }> {
  const conversation = createConversation(wire, signal);
  const found = await findServer(conversation, client.server, ['authorization', 'token']);
  if (!found.ok) return found;
  const { issuer, authorization_response_iss_parameter_supported: namesItself } = found.server;
  if (!redirect.hasOwnPath && !namesItself)
    return failed({ code: 'unnamed-issuer', host: new URL(issuer).host });
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
    ...scopeOf(client),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return {
    ok: true,
    url: url.href,
    state,
    async finish(callback) {
      const server = 'issuer' in client.server ? found.server : named(found.server, callback);
      const checked = checkedCallback(server, client, callback, state);
      if (!checked.ok) return checked;
      const sent = await conversation.attempt(async () => {
        const response = await authorizationCodeGrantRequest(
          server,
          clientOf(client, conversation),
          publicClient,
          checked.parameters,
          redirect.uri,
          verifier,
          requestOptions(conversation),
        );
        const issued = await withoutIDToken(client, response);
        return processAuthorizationCodeResponse(server, clientOf(client, conversation), issued);
      });
      return sent.ok ? grantOf(wire, conversation, sent.value) : sent;
    },
  };
}

/** A server given by its addresses has no name to compare: one of its authorization endpoint's origin will do. */
function named(server: AuthorizationServer, callback: URLSearchParams): AuthorizationServer {
  const issuer = callback.get('iss');
  if (issuer === null || !URL.canParse(issuer)) return server;
  const { origin } = new URL(server.authorization_endpoint ?? server.issuer);
  return new URL(issuer).origin === origin ? { ...server, issuer } : server;
}

function checkedCallback(
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
        // The query was decoded but for its signs for a blank.
        description: oneLine((error.error_description ?? '').replaceAll('+', ' '), 200),
      };
      return failed({ code: error.error === 'access_denied' ? 'consent-denied' : 'refused', ...details });
    }
    // A link that carries the state has come from the right sign-in: what is left to be wrong is its sender.
    return failed(
      callback.get('state') === state ? { code: 'wrong-issuer', host } : { code: 'state-mismatch' },
    );
  }
}
