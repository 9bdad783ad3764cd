/**
 * Sign-in by a code that the user enters in a browser: OAuth's device authorization grant (RFC 8628). It is for
 * browsers that can't redirect to the editor.
 */
import {
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  processDeviceAuthorizationResponse,
  processDeviceCodeResponse,
} from 'oauth4webapi';
import type { OAuthClient } from '../../core/service/connections/auth.ts';
import { isTransientProblem, type SignInProblem } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import { sleep } from '../sleep.ts';
import {
  type Conversation,
  createRefusalProblem,
  createServerConversation,
  createUnusableResponseProblem,
  parseOAuthError,
} from './conversation.ts';
import { createFailure, type GrantOutcome, type SignInNetwork } from './grant.ts';
import { removeUnverifiableIDToken } from './issuedToken.ts';
import { createOAuthRequestOptions, findServerAndAllowEndpoints, isSafeAddressOfServer } from './server.ts';
import {
  createGrantFromResponse,
  createLibraryClient,
  createScopeParameter,
  publicClientAuth,
} from './tokens.ts';

export interface DeviceCode {
  readonly userCode: string;
  readonly address: string;
  readonly completeAddress?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

interface StartedDeviceAuthorization {
  readonly ok: true;
  readonly code: DeviceCode;
  /** Polls the server for a token until the sign-in succeeds or fails. Must be called at most once. */
  pollForToken(): Promise<GrantOutcome>;
}

const DEFAULT_INTERVAL_SECONDS = 5;
/**
 * Seconds added to the polling interval if the server returns `slow_down` (RFC 8628, 3.5) or limits the request rate.
 */
const SLOW_DOWN_SECONDS = 5;
/** OAuth errors that some servers send with status 429 in response to polling. */
const POLL_ERRORS: ReadonlySet<string> = new Set([
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
]);
const MIN_INTERVAL_SECONDS = 1;
const MAX_CODE_SECONDS = 3600;
/** Letters and numbers, in groups with one separator between them. Other characters could look like other text. */
const USER_CODE = /^[\p{L}\p{N}]+(?:[ ._-][\p{L}\p{N}]+)*$/u;
const MAX_USER_CODE_LENGTH = 40;

/**
 * Requests a user code from the server. Returns a problem if that fails, or if the code or the address at which the
 * user enters it is not safe to display.
 */
export async function startDeviceAuthorization(
  network: SignInNetwork,
  client: OAuthClient,
  signal?: AbortSignalLike,
): Promise<StartedDeviceAuthorization | { readonly ok: false; readonly problem: SignInProblem }> {
  const conversation = createServerConversation(network, signal);
  const found = await findServerAndAllowEndpoints(conversation, client.server, ['device', 'token']);
  if (!found.ok) return found;
  const { server } = found;
  const requested = await conversation.attempt(async () => {
    const response = await deviceAuthorizationRequest(
      server,
      createLibraryClient(client, conversation),
      publicClientAuth,
      new URLSearchParams(createScopeParameter(client)),
      createOAuthRequestOptions(conversation),
    );
    return processDeviceAuthorizationResponse(server, createLibraryClient(client, conversation), response);
  });
  if (!requested.ok) return requested;
  const authorization = requested.value;
  // The address is opened in the user's browser.
  if (!isSafeAddressOfServer(server, authorization.verification_uri))
    return createFailure({
      code: 'server-address',
      host: new URL(server.issuer).host,
    });
  if (!isTypableUserCode(authorization.user_code))
    return createFailure(createUnusableResponseProblem(conversation));
  const complete = authorization.verification_uri_complete;
  const expiresAt = network.now() + Math.min(MAX_CODE_SECONDS, authorization.expires_in) * 1000;

  const pollOnce = () =>
    conversation.attempt(async () => {
      const response = await deviceCodeGrantRequest(
        server,
        createLibraryClient(client, conversation),
        publicClientAuth,
        authorization.device_code,
        createOAuthRequestOptions(conversation),
      );
      const issued = await removeUnverifiableIDToken(client, response);
      return processDeviceCodeResponse(server, createLibraryClient(client, conversation), issued);
    });

  return {
    ok: true,
    code: {
      userCode: authorization.user_code,
      address: escapeMarkdownLink(authorization.verification_uri),
      ...(complete !== undefined && isSafeAddressOfServer(server, complete) && { completeAddress: complete }),
      expiresAt,
    },
    async pollForToken() {
      let seconds = authorization.interval ?? DEFAULT_INTERVAL_SECONDS;
      while (network.now() < expiresAt) {
        const pause = Math.max(MIN_INTERVAL_SECONDS, seconds) * 1000;
        await sleep(Math.min(pause, expiresAt - network.now()), signal);
        if (signal?.aborted) return createFailure({ code: 'sign-in-cancelled' });
        const outcome = await pollOnce();
        if (outcome.ok) return createGrantFromResponse(network, conversation, outcome.value);
        const problem = reinterpretRateLimitProblem(conversation, outcome.problem);
        const error = 'error' in problem ? problem.error : '';
        if (error === 'slow_down' || isRateLimited(problem)) seconds += SLOW_DOWN_SECONDS;
        // After a transient failure the server is polled again (RFC 8628, 3.5).
        else if (error !== 'authorization_pending' && !isTransientProblem(problem))
          return createFailure(convertExpiredOrDeniedProblem(problem));
      }
      return createFailure({ code: 'sign-in-expired' });
    },
  };
}

const isRateLimited = (problem: SignInProblem): boolean =>
  problem.code === 'server-answer' && problem.status === 429;

function reinterpretRateLimitProblem(conversation: Conversation, problem: SignInProblem): SignInProblem {
  const answer = conversation.getLastResponse();
  if (!isRateLimited(problem) || !answer) return problem;
  const refusal = parseOAuthError(answer);
  return refusal && POLL_ERRORS.has(refusal.error) ? createRefusalProblem(answer, refusal) : problem;
}

const isTypableUserCode = (code: string): boolean =>
  code.length <= MAX_USER_CODE_LENGTH && USER_CODE.test(code);

/** Normalizes an address and escapes `](` in it, so that notifications don't display a Markdown link. */
const escapeMarkdownLink = (address: string): string => new URL(address).href.replaceAll('](', '%5D(');

function convertExpiredOrDeniedProblem(problem: SignInProblem): SignInProblem {
  if (!('error' in problem)) return problem;
  if (problem.error === 'expired_token') return { code: 'sign-in-expired' };
  return problem.error === 'access_denied' ? { ...problem, code: 'consent-denied' } : problem;
}
