import {
  type ApiError,
  isNotSentError,
  type TimeoutError,
  type UnreadableError,
  WHOLE_BODY,
} from '../service/errors.ts';
import { networkSentences } from './networkErrors.ts';
import { notSentSentences } from './notSentErrors.ts';
import {
  appendRunWarning,
  appendSentence,
  type ErrorContext,
  type ErrorSentences,
  omittedForRetry,
  type Sentence,
  say,
} from './sentence.ts';
import { statusSentences } from './statusErrors.ts';

export type { ErrorAction, ErrorContext, ErrorSentences, Sentence } from './sentence.ts';

/**
 * Returns the title, the explanation and the suggested next step for a failed request. The text may quote the message
 * in the service's response (untrusted).
 */
export function apiErrorSentences(error: ApiError, context: ErrorContext): ErrorSentences {
  if (isNotSentError(error)) return notSentSentences(error, context);
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
        title:
          error.limit === 'firstByte'
            ? say('No response within {0} seconds', error.seconds)
            : say('No complete response within {0} seconds', error.seconds),
        text: appendRunWarning(context, timeoutText(error, host)),
        action: 'retry',
      };
    case 'cancelled':
      return {
        title: say('Cancelled'),
        text: appendRunWarning(context, say('The request was cancelled.')),
        action: 'retry',
      };
    case 'tooLarge':
      return {
        title: say('The response is too large'),
        text: appendRunWarning(
          context,
          context.operation === 'query'
            ? say(
                'Loading stopped at {0} MB. Select fewer columns, or use a smaller LIMIT.',
                Math.round(error.limitBytes / 1024 / 1024),
              )
            : say(
                'Loading stopped at {0} MB. Use narrower filters.',
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
  }
}

const timeoutText = ({ limit }: TimeoutError, host: string): Sentence =>
  limit === 'firstByte'
    ? appendSentence(
        say('{0} accepted the request but did not respond.', host),
        omittedForRetry(say('Try again, or increase the setting vaultsql.network.firstByteSeconds.')),
      )
    : appendSentence(
        say('{0} timed out.', host),
        omittedForRetry(say('Try again, or increase the setting vaultsql.network.timeoutSeconds.')),
      );

function redirectText(toOrigin: string | undefined, host: string): Sentence {
  if (toOrigin?.endsWith(':'))
    return say('The redirect to a {0} address was not followed. Check the address.', toOrigin);
  return toOrigin && !toOrigin.endsWith(`//${host}`)
    ? say(
        'The redirect to {0} was not followed: it would send the query and the token there. If the address is right, use it in the connection.',
        toOrigin,
      )
    : say('The redirect was not followed: it would send the query and the token along. Check the address.');
}

function unreadableSentences(error: UnreadableError, context: ErrorContext): ErrorSentences {
  const { text, action } = unreadableText(error);
  return {
    title: say('Could not read the response from {0}', context.baseUrlHost),
    text: appendRunWarning(context, text),
    action,
  };
}

function unreadableText(error: UnreadableError): Pick<ErrorSentences, 'text' | 'action'> {
  switch (error.what) {
    case 'html':
      return {
        text: say(
          'It is a web page, likely from a gateway, proxy, or sign-in page. Check the address and the network.',
        ),
        action: 'editConnection',
      };
    case 'json':
      return {
        text: appendSentence(say('It is incomplete or not valid JSON.'), omittedForRetry(say('Try again.'))),
        action: 'retry',
      };
    case 'tooDeep':
      return {
        text: say('A value is nested too deeply. Omit that column from the query.'),
        action: 'none',
      };
    case 'shape':
      return {
        text:
          error.path === undefined || error.path === WHOLE_BODY
            ? say('It is not a JSON object. Check that the address is that of a vault service.')
            : say(
                'It differs from the documented format at {0}. Check that the address is that of a vault service.',
                error.path,
              ),
        action: 'editConnection',
      };
  }
}
