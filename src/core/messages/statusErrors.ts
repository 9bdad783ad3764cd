/** Sentences for answers with a status other than 200 (S30, S41), and for errors beside status 200. */
import type { StatusError } from '../service/errors.ts';
import { proxySentences } from './networkErrors.ts';
import {
  type ErrorAction,
  type ErrorContext,
  type ErrorSentences,
  mayHaveRun,
  type Sentence,
  say,
} from './sentence.ts';

/** What to tell a person about a status, with the service's own message where there is one. */
export function statusSentences(error: StatusError, context: ErrorContext): ErrorSentences {
  const { status } = error;
  const host = context.baseUrlHost;
  const said = (known: Sentence, action: ErrorAction, title: Sentence): ErrorSentences => ({
    title,
    text: error.message
      ? say(`${known.template} The service says: {${known.args.length}}`, ...known.args, error.message)
      : known,
    action,
  });
  if (status === 200) {
    return said(
      mayHaveRun(context, say('The answer holds an error instead of data.')),
      'none',
      say('The service reported an error'),
    );
  }
  if (status === 400) {
    return context.operation === 'query'
      ? said(say('Change the query and run it again.'), 'none', say('The service refused the query (400)'))
      : said(
          say('Check the filters, above all the account ID.'),
          'none',
          say('The service refused the filters (400)'),
        );
  }
  if (status === 401) {
    return said(
      say('It may have expired, or be for another service than {0}. Sign in again.', host),
      'signIn',
      say('The access token was not accepted (401)'),
    );
  }
  if (status === 403) {
    return said(
      say(
        context.operation === 'query'
          ? 'Your token is valid, but its role may not run this query. Ask whoever manages the vault, or sign in as someone else.'
          : 'Your token is valid, but its role may not read audit events. Ask whoever manages the account, or sign in as someone else.',
      ),
      'signIn',
      say('Not permitted (403)'),
    );
  }
  if (status === 404) {
    const known =
      context.operation === 'query'
        ? say(
            '{0} does not know the vault {1}, or a table of the query. Check both.',
            host,
            context.vaultID ?? '–',
          )
        : say('{0} has no audit events at this address, or does not know the account. Check both.', host);
    return context.operation === 'query'
      ? said(withPath(known, context), 'addVault', say('Vault or table not found (404)'))
      : said(withPath(known, context), 'editConnection', say('Account or address not found (404)'));
  }
  if (status === 407) return proxySentences(host);
  if (status === 408)
    return said(
      mayHaveRun(context, say('Try again.')),
      'retry',
      say('{0} waited too long for the request (408)', host),
    );
  if (status === 429) {
    const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
    return said(
      seconds > 0 ? say('Wait {0} seconds, then try again.', seconds) : say('Wait a moment, then try again.'),
      'retry',
      say('Too many requests (429)'),
    );
  }
  if (status >= 500) {
    return said(
      mayHaveRun(context, say('The service failed. Try again in a moment.')),
      'retry',
      say('{0} failed ({1})', host, status),
    );
  }
  const known = say('Check the address of the connection.');
  return said(
    // A success of another kind, such as 206: the service has done something.
    status < 300 ? mayHaveRun(context, known) : known,
    'editConnection',
    say('Unexpected answer ({0})', status),
  );
}

/** A path in the address is seldom meant, and easily overlooked: it is named. */
function withPath({ template, args }: Sentence, { basePath = '' }: ErrorContext): Sentence {
  if (basePath === '') return { template, args };
  const place = args.length;
  return say(`${template} The address has the path {${place}}, to which /v1/… is added.`, ...args, basePath);
}
