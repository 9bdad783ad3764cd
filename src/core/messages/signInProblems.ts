import type { CommandCode, SignInProblem } from '../service/connections/signInProblems.ts';
import { appendSentence, type ErrorSentences, omittedForRetry, type Sentence, say } from './sentence.ts';

const COMMAND_SENTENCES: Readonly<Record<Exclude<CommandCode, 'command-not-approved'>, Sentence>> = {
  'command-not-found': say(
    'Its program was not found in PATH outside the workspace. Use an absolute path in auth.command.',
  ),
  'command-path-not-found': say(
    'Its program does not exist or is not executable. Check the path in auth.command.',
  ),
  'command-arguments': say('Arguments of a .cmd or .bat file can’t contain quotes, %, or line breaks.'),
  'command-failed': say('It exited with an error. Run it in a terminal to see why.'),
  'command-timeout': say('It did not finish within 30 seconds. Run it in a terminal to see why.'),
  'command-no-token': say('It printed no token. Run it in a terminal to see its output.'),
};
const ENDPOINT_SENTENCES: Readonly<Record<'token' | 'authorization' | 'device', Sentence>> = {
  token: say('It has no token endpoint. Set auth.tokenUrl.'),
  authorization: say('It has no authorization endpoint. Set auth.authorizationUrl, or use "device".'),
  device: say('It has no device authorization endpoint. Set auth.deviceAuthorizationUrl, or use "oauth".'),
};

function appendServerError(
  known: Sentence,
  problem: { readonly error: string; readonly description: string },
): Sentence {
  if (!problem.error) return known;
  return appendSentence(
    known,
    problem.description
      ? say('The sign-in server says {0}: {1}', problem.error, problem.description)
      : say('The sign-in server says {0}.', problem.error),
  );
}

/** Returns the message for a sign-in that returned no usable access token. `host` is the host of the vault service. */
export function signInSentences(problem: SignInProblem, host: string): ErrorSentences {
  switch (problem.code) {
    case 'command-not-found':
    case 'command-path-not-found':
    case 'command-arguments':
    case 'command-failed':
    case 'command-timeout':
    case 'command-no-token':
      return createEditConnectionSentences(
        say('No access token from the command'),
        appendSentence(COMMAND_SENTENCES[problem.code], say('Nothing was sent.')),
      );
    case 'command-not-approved':
      return createSignInSentences(
        say('The token command was not run'),
        say('You have not approved it, and nothing was sent. Sign in to review it.'),
      );
    case 'key-file-missing':
    case 'key-file-unreadable':
    case 'key-file-not-json':
    case 'key-unusable':
    case 'key-file-field':
      return keyFileSentences(problem);
    case 'lock-failed':
      return lockSentences(problem);
    case 'server-unreached':
    case 'server-answer':
    case 'server-address':
    case 'no-endpoint':
    case 'wrong-issuer':
    case 'unnamed-issuer':
      return serverSentences(problem);
    case 'token-unusable':
      return createEditConnectionSentences(
        say('The token of {0} can’t be used', problem.host),
        appendSentence(
          unusableTokenSentence(problem),
          say('Report it to the operator of the sign-in server.'),
        ),
      );
    case 'refused':
      return createEditConnectionSentences(
        say('{0} refused to issue a token', problem.host),
        appendServerError(say('Check the client, the key, and the scope of the connection.'), problem),
      );
    case 'clock':
      return createEditConnectionSentences(
        say('{0} refused to issue a token', problem.host),
        appendServerError(
          problem.minutes > 0
            ? say('The clock of this machine is {0} minutes ahead. Set it.', problem.minutes)
            : say('The clock of this machine is {0} minutes behind. Set it.', -problem.minutes),
          problem,
        ),
      );
    case 'session-ended':
      return createSignInSentences(
        say('Your sign-in has ended'),
        appendServerError(say('{0} no longer renews it. Sign in again.', problem.host), problem),
      );
    case 'consent-denied':
      return createSignInSentences(
        say('Sign-in was denied'),
        appendServerError(
          say('Access was not granted at {0}. Sign in again to allow it.', problem.host),
          problem,
        ),
      );
    case 'sign-in-expired':
      return createSignInSentences(
        say('Sign-in timed out'),
        say('It was not completed in time. Sign in again.'),
      );
    case 'sign-in-cancelled':
      return createSignInSentences(say('Sign-in cancelled'), say('Sign in again to continue.'));
    case 'state-mismatch':
      return createSignInSentences(
        say('Sign-in link rejected'),
        say('It does not belong to a sign-in of this window, or was used before. Sign in again.'),
      );
    case 'no-browser':
      return createEditConnectionSentences(
        say('No browser could be opened'),
        say('Use "device" in auth.kind to sign in on another machine.'),
      );
    case 'signed-out':
      return createSignInSentences(
        say('You are not signed in'),
        say('There is no access token for {0}. Sign in, then try again.', host),
      );
  }
}

const createEditConnectionSentences = (title: Sentence, text: Sentence): ErrorSentences => ({
  title,
  text,
  action: 'editConnection',
});
const createSignInSentences = (title: Sentence, text: Sentence): ErrorSentences => ({
  title,
  text,
  action: 'signIn',
});

type ProblemOf<Code extends SignInProblem['code']> = Extract<SignInProblem, { readonly code: Code }>;

function keyFileSentences(
  problem: ProblemOf<
    'key-file-missing' | 'key-file-unreadable' | 'key-file-not-json' | 'key-unusable' | 'key-file-field'
  >,
): ErrorSentences {
  const { file } = problem;
  switch (problem.code) {
    case 'key-file-missing':
      return createEditConnectionSentences(
        say('Key file not found'),
        say('{0} does not exist. Check auth.keyFile.', file),
      );
    case 'key-file-unreadable':
      return createEditConnectionSentences(
        say('Key file can’t be read'),
        say('Check the permissions of {0}.', file),
      );
    case 'key-file-not-json':
      return createEditConnectionSentences(
        say('Key file is not JSON'),
        say('{0} is not a credentials file. Download it again from the service.', file),
      );
    case 'key-file-field':
      return createEditConnectionSentences(
        say('Key file is incomplete'),
        say('{0} is missing or invalid in {1}. Download the file again.', problem.field, file),
      );
    case 'key-unusable':
      return createEditConnectionSentences(
        say('The private key can’t be used'),
        say('privateKey in {0} must be an RSA key in PKCS#8 PEM. Download the file again.', file),
      );
  }
}

function lockSentences({ reason, folder }: ProblemOf<'lock-failed'>): ErrorSentences {
  const text = (next: Sentence): Sentence => appendSentence(say('No token was obtained.'), next);
  switch (reason) {
    case 'ENOSPC':
    case 'EDQUOT':
      return {
        title: say('The disk is full'),
        text: text(say('Free up space on the disk of {0}, then try again.', folder)),
        action: 'retry',
      };
    case 'EROFS':
      return {
        title: say('The disk is read-only'),
        text: text(say('Make {0} writable, then try again.', folder)),
        action: 'retry',
      };
    case 'EACCES':
    case 'EPERM':
      return {
        title: say('No permission to write'),
        text: text(say('Check the permissions of {0}, then try again.', folder)),
        action: 'retry',
      };
    default:
      return {
        title: say('The disk failed ({0})', reason),
        text: text(say('Check the disk of {0}, then try again.', folder)),
        action: 'retry',
      };
  }
}

function unusableTokenSentence({ field, value }: ProblemOf<'token-unusable'>): Sentence {
  switch (field) {
    case 'access_token':
      return say('An access token was issued that contains characters that can’t be sent, or is too long.');
    case 'token_type':
      return value === ''
        ? say('An access token was issued without token_type.')
        : say('An access token was issued of type {0}, not Bearer.', value);
    case 'expires_in':
      return say('An access token was issued with an invalid lifetime (expires_in: {0}).', value);
    case 'refresh_token':
      return say('An access token was issued with an invalid refresh token.');
    case 'scope':
      return say('An access token was issued with an invalid scope.');
    case 'id_token':
      return value === ''
        ? say('An access token was issued. An ID token was issued with it that is not valid.')
        : say('An access token was issued. An ID token was issued with it that is not valid ({0}).', value);
  }
}

function serverSentences(
  problem: ProblemOf<
    | 'server-unreached'
    | 'server-answer'
    | 'server-address'
    | 'no-endpoint'
    | 'wrong-issuer'
    | 'unnamed-issuer'
  >,
): ErrorSentences {
  const { host } = problem;
  switch (problem.code) {
    case 'server-unreached':
      return {
        title: say('Sign-in server {0} can’t be reached', host),
        text: appendSentence(
          say('No token could be obtained ({0}).', problem.reason),
          omittedForRetry(say('Check the network, then try again.')),
        ),
        action: 'retry',
      };
    case 'server-answer':
      return {
        title: say('Unexpected response from sign-in server {0}', host),
        text: appendSentence(
          say('It issued no token ({0}).', problem.status),
          omittedForRetry(say('Check its address, or try again later.')),
        ),
        action: problem.status >= 500 ? 'retry' : 'editConnection',
      };
    case 'server-address':
      return createEditConnectionSentences(
        say('Sign-in address rejected'),
        say('{0} is not an https address. Nothing was sent there.', host),
      );
    case 'no-endpoint':
      return createEditConnectionSentences(
        say('Sign-in server {0} does not support this kind of sign-in', host),
        ENDPOINT_SENTENCES[problem.endpoint],
      );
    case 'wrong-issuer':
      return createEditConnectionSentences(
        say('Wrong issuer'),
        say('{0} responds with another issuer. Check auth.issuer.', host),
      );
    case 'unnamed-issuer':
      return createEditConnectionSentences(
        say('Sign-in in this browser is not supported by {0}', host),
        say('Its responses do not name their issuer (RFC 9207). Use "device" in auth.kind.'),
      );
  }
}

/** Returns the warning that other users of this machine can read the key file. `file` is its path or name. */
export const exposedKeyFileSentence = (file: string): Sentence =>
  say('Other users of this machine can read the key file {0}. Run chmod 600 on it.', file);
