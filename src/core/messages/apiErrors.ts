/** API errors as sentences for people: English templates for `vscode.l10n.t`, and the next step. */
import type { ApiError, UnreadableError } from '../service/errors.ts';
import { networkSentences } from './networkErrors.ts';
import { notSentSentences } from './notSentErrors.ts';
import { type ErrorContext, type ErrorSentences, mayHaveRun, type Sentence, say } from './sentence.ts';
import { statusSentences } from './statusErrors.ts';

export type { ErrorAction, ErrorContext, ErrorSentences, Sentence } from './sentence.ts';

/** What to tell a person about `error`. Pure; every error has its own sentence, and none holds a query or a token. */
export function apiErrorSentences(error: ApiError, context: ErrorContext): ErrorSentences {
  const host = context.baseUrlHost;
  switch (error.kind) {
    case 'status':
      return statusSentences(error, context);
    case 'network':
      return networkSentences(error, context);
    case 'unreadable':
      return unreadableSentences(error, context);
    case 'timeout':
      return {
        title: say('No answer within {0} seconds', error.seconds),
        text: mayHaveRun(
          context,
          say(
            '{0} did not finish in time. Try again, or raise the setting vaultsql.network.timeoutSeconds.',
            host,
          ),
        ),
        action: 'retry',
      };
    case 'cancelled':
      return {
        title: say('Cancelled'),
        text:
          context.operation === 'query'
            ? say('You stopped this request. If it was sent already, the query may have run.')
            : say('You stopped this request.'),
        action: 'retry',
      };
    case 'tooLarge':
      return {
        title: say('The answer is too large'),
        text: mayHaveRun(
          context,
          say(
            'It is larger than {0} MB, so reading it was stopped. Ask for fewer columns, or a smaller LIMIT.',
            Math.round(error.limitBytes / 1024 / 1024),
          ),
        ),
        action: 'none',
      };
    case 'redirect':
      return {
        title: say('{0} redirects to another address', host),
        text: redirectText(error.toOrigin, host),
        action: 'editConnection',
      };
    default:
      return notSentSentences(error, context);
  }
}

function redirectText(toOrigin: string | undefined, host: string): Sentence {
  if (toOrigin?.endsWith(':'))
    return say('It points to a {0} address, which is never followed. Check the address.', toOrigin);
  return toOrigin && !toOrigin.endsWith(`//${host}`)
    ? say(
        'It points to {0}. Redirects are not followed, because the query and the token would go there. If that is the right address, put it into the connection.',
        toOrigin,
      )
    : say(
        'Redirects are not followed, because the query and the token would go with them. Check the address.',
      );
}

function unreadableSentences(error: UnreadableError, context: ErrorContext): ErrorSentences {
  const { text, action } = unreadableText(error);
  return {
    title: say('The answer of {0} could not be read', context.baseUrlHost),
    text: mayHaveRun(context, text),
    action,
  };
}

function unreadableText(error: UnreadableError): Pick<ErrorSentences, 'text' | 'action'> {
  switch (error.what) {
    case 'html':
      return {
        text: say(
          'It is a web page instead of data. A gateway, proxy or sign-in page may answer in the place of the service. Check the address and the network.',
        ),
        action: 'editConnection',
      };
    case 'json':
      return { text: say('It is cut short, or no valid JSON. Try again.'), action: 'retry' };
    case 'tooDeep':
      return {
        text: say('A value in it is nested too deeply. Leave that column out of the query.'),
        action: 'none',
      };
    case 'shape':
      return {
        text: say(
          'It has another form than the service documents, at {0}. Check that the address leads to a vault service.',
          error.path ?? '$',
        ),
        action: 'editConnection',
      };
  }
}
