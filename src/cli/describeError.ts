import { apiErrorSentences } from '../core/messages/apiErrors.ts';
import { cleanForDisplay } from '../core/messages/oneLine.ts';
import { sentenceText } from '../core/messages/sentence.ts';
import type { ApiError } from '../core/service/errors.ts';

/** Returns the sentences about a failed request. The sentences are on one line, and may quote the service's message. `host` is that of the service. */
export function describeError(error: ApiError, operation: 'audit' | 'query', host: string): string {
  const { title, text } = apiErrorSentences(error, { operation, baseUrlHost: host });
  // The service's message could contain line breaks, and so look like further messages of this program.
  return cleanForDisplay(`${sentenceText(title)}. ${sentenceText(text)}`);
}
