/** Sign-in by a code, for when a browser can't redirect to the editor: OAuth's device code grant (RFC 8628). */
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
import { type Conversation, createConversation, errorIn, noToken, refusedBy } from './conversation.ts';
import { failed, type GrantOutcome, type Wire } from './grant.ts';
import { withoutIDToken } from './issuedToken.ts';
import { findServer, isSafeFor, requestOptions } from './server.ts';
import { clientOf, grantOf, publicClient, scopeOf } from './tokens.ts';

/** The code, and the address at which the user enters it, on any machine with a browser. */
export interface DeviceCode {
  readonly userCode: string;
  readonly address: string;
  /** Address that contains the code, if the server has one that is safe to open. */
  readonly completeAddress?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

interface StartedDevice {
  readonly ok: true;
  readonly code: DeviceCode;
  /** Polls the server until the user has decided, the code expires, or `signal` aborts. Must be called at most once. */
  finish(): Promise<GrantOutcome>;
}

const DEFAULT_SECONDS = 5;
/** Seconds by which the interval grows if the server asks to slow down (RFC 8628, 3.5). */
const SLOW_DOWN_SECONDS = 5;
/** OAuth errors that some servers send with status 429 while the user decides. */
const POLL_ERRORS: ReadonlySet<string> = new Set([
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
]);
const MIN_SECONDS = 1;
/** Maximum time in seconds for which a code is polled, even if the server says it is valid for longer. */
const MAX_CODE_SECONDS = 3600;
/** Matches groups of letters and digits. A code with other characters could be a link or look like another text. */
const USER_CODE = /^[\p{L}\p{N}]+(?:[ ._-][\p{L}\p{N}]+)*$/u;
const MAX_USER_CODE_LENGTH = 40;

/** Requests a code from the server. */
export async function startDevice(
  wire: Wire,
  client: OAuthClient,
  signal?: AbortSignalLike,
): Promise<StartedDevice | { readonly ok: false; readonly problem: SignInProblem }> {
  const conversation = createConversation(wire, signal);
  const found = await findServer(conversation, client.server, ['device', 'token']);
  if (!found.ok) return found;
  const { server } = found;
  const requested = await conversation.attempt(async () => {
    const response = await deviceAuthorizationRequest(
      server,
      clientOf(client, conversation),
      publicClient,
      new URLSearchParams(scopeOf(client)),
      requestOptions(conversation),
    );
    return processDeviceAuthorizationResponse(server, clientOf(client, conversation), response);
  });
  if (!requested.ok) return requested;
  const given = requested.value;
  // It is opened in the user's browser.
  if (!isSafeFor(server, given.verification_uri))
    return failed({ code: 'server-address', host: new URL(server.issuer).host });
  if (!isTypable(given.user_code)) return failed(noToken(conversation));
  const complete = given.verification_uri_complete;
  const expiresAt = wire.now() + Math.min(MAX_CODE_SECONDS, given.expires_in) * 1000;

  const ask = () =>
    conversation.attempt(async () => {
      const response = await deviceCodeGrantRequest(
        server,
        clientOf(client, conversation),
        publicClient,
        given.device_code,
        requestOptions(conversation),
      );
      const issued = await withoutIDToken(client, response);
      return processDeviceCodeResponse(server, clientOf(client, conversation), issued);
    });

  return {
    ok: true,
    code: {
      userCode: given.user_code,
      address: plainAddress(given.verification_uri),
      ...(complete !== undefined && isSafeFor(server, complete) && { completeAddress: complete }),
      expiresAt,
    },
    async finish() {
      let seconds = given.interval ?? DEFAULT_SECONDS;
      while (wire.now() < expiresAt) {
        const pause = Math.max(MIN_SECONDS, seconds) * 1000;
        await sleep(Math.min(pause, expiresAt - wire.now()), signal);
        if (signal?.aborted) return failed({ code: 'sign-in-cancelled' });
        const outcome = await ask();
        if (outcome.ok) return grantOf(wire, conversation, outcome.value);
        const problem = pollProblem(conversation, outcome.problem);
        const error = 'error' in problem ? problem.error : '';
        if (error === 'slow_down' || isRateLimited(problem)) seconds += SLOW_DOWN_SECONDS;
        // A failure that may pass is tried again at the next turn, as the standard has it of broken connections.
        else if (error !== 'authorization_pending' && !isTransientProblem(problem))
          return failed(meaning(problem));
      }
      return failed({ code: 'sign-in-expired' });
    },
  };
}

const isRateLimited = (problem: SignInProblem): boolean =>
  problem.code === 'server-answer' && problem.status === 429;

/** Returns the problem of a poll. Some servers send 429 with the actual OAuth error in the body, which counts then. */
function pollProblem(conversation: Conversation, problem: SignInProblem): SignInProblem {
  const answer = conversation.last();
  if (!isRateLimited(problem) || !answer) return problem;
  const refusal = errorIn(answer);
  return refusal && POLL_ERRORS.has(refusal.error) ? refusedBy(answer, refusal) : problem;
}

const isTypable = (code: string): boolean => code.length <= MAX_USER_CODE_LENGTH && USER_CODE.test(code);

/** Returns an address in ASCII, without the characters that notifications would turn into a Markdown link. */
const plainAddress = (address: string): string => new URL(address).href.replaceAll('](', '%5D(');

function meaning(problem: SignInProblem): SignInProblem {
  if (!('error' in problem)) return problem;
  if (problem.error === 'expired_token') return { code: 'sign-in-expired' };
  return problem.error === 'access_denied' ? { ...problem, code: 'consent-denied' } : problem;
}
