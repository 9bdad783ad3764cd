import type { StatusError } from '../service/errors.ts';
import { proxyAuthenticationSentences } from './networkErrors.ts';
import {
  appendRunWarning,
  appendSentence,
  type ErrorAction,
  type ErrorContext,
  type ErrorSentences,
  omittedForRetry,
  type Sentence,
  say,
} from './sentence.ts';

/** Returns the message for a status other than 200, or for an error in a 200 response (S30, S41). */
export function statusSentences(error: StatusError, context: ErrorContext): ErrorSentences {
  const { status } = error;
  const host = context.baseUrlHost;
  const withMessage = (known: Sentence, action: ErrorAction, title: Sentence): ErrorSentences => ({
    title,
    text: error.message ? appendSentence(known, say('The service says: {0}', error.message)) : known,
    action,
  });
  if (status === 200) {
    return withMessage(
      appendRunWarning(context, say('The response contains an error instead of data.')),
      'none',
      say('The service reported an error'),
    );
  }
  if (status === 400) {
    return context.operation === 'query'
      ? withMessage(
          say('Change the query and run it again.'),
          'none',
          say('The service rejected the query (400)'),
        )
      : withMessage(
          say('Check the filters and the account ID.'),
          'none',
          say('The service rejected the filters (400)'),
        );
  }
  if (status === 401) {
    return withMessage(
      say('It may have expired or belong to a service other than {0}. Sign in again.', host),
      'signIn',
      say('Access token rejected (401)'),
    );
  }
  if (status === 403) {
    return withMessage(
      context.operation === 'query'
        ? say(
            'Your token is valid, but its role can’t run this query. Ask the administrator of the vault, or sign in as another user.',
          )
        : say(
            'Your token is valid, but its role can’t read audit events. Ask the administrator of the account, or sign in as another user.',
          ),
      'signIn',
      say('Not permitted (403)'),
    );
  }
  if (status === 404 && error.isWebPage)
    return {
      title: say('Address not found (404)'),
      text: appendPathHint(
        say('{0} responded with a web page in place of data. Check the address and its path.', host),
        context,
      ),
      action: 'editConnection',
    };
  if (status === 404) {
    const known =
      context.operation === 'query'
        ? say('{0} has no vault {1}, or no such table. Check both.', host, context.vaultID ?? '–')
        : say('{0} has no audit events at this address, or no such account. Check both.', host);
    return context.operation === 'query'
      ? withMessage(appendPathHint(known, context), 'addVault', say('Vault or table not found (404)'))
      : withMessage(
          appendPathHint(known, context),
          'editConnection',
          say('Account or address not found (404)'),
        );
  }
  if (status === 407) return proxyAuthenticationSentences(host);
  if (status === 408)
    return withMessage(
      appendRunWarning(context, retrySentence(error, context, say('Try again.'))),
      'retry',
      say('Request timeout at {0} (408)', host),
    );
  if (status === 429) {
    return withMessage(
      retrySentence(error, context, say('Wait a moment, then try again.')),
      'retry',
      say('Rate limited (429)'),
    );
  }
  if (status >= 500) {
    return withMessage(
      appendRunWarning(
        context,
        appendSentence(
          // Too long for a line about each attempt, because the title says so too.
          omittedForRetry(say('The service failed.')),
          retrySentence(error, context, say('Try again in a moment.')),
        ),
      ),
      'retry',
      say('{0} failed ({1})', host, status),
    );
  }
  if (status === 425)
    return withMessage(
      retrySentence(error, context, say('Try again in a moment.')),
      'retry',
      say('Unexpected response ({0})', status),
    );
  const known = say('Check the address of the connection.');
  return withMessage(
    // Another success status, such as 206: the query may have run.
    status < 300 ? appendRunWarning(context, known) : known,
    'editConnection',
    say('Unexpected response ({0})', status),
  );
}

function retrySentence(
  { hasUnreadableRetryAfter }: StatusError,
  { retryAt }: ErrorContext,
  otherwise: Sentence,
): Sentence {
  if (hasUnreadableRetryAfter)
    return appendSentence(
      say('The service asked to wait, but the time in its Retry-After header could not be read.'),
      omittedForRetry(say('Try again later.')),
    );
  return omittedForRetry(retryAt === undefined ? otherwise : say('Retry after {0}.', retryAt));
}

const appendPathHint = (known: Sentence, { basePath = '' }: ErrorContext): Sentence =>
  basePath === ''
    ? known
    : appendSentence(known, say('/v1/… is appended to the path {0} of the address.', basePath));
