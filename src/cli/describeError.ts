import { apiErrorSentences } from '../core/messages/apiErrors.ts';
import { cleanForDisplay } from '../core/messages/oneLine.ts';
import { sentenceText } from '../core/messages/sentence.ts';
import type { ApiError } from '../core/service/errors.ts';

/**
 * Describes a failed request in sentences on one line, which may quote the service's message. `host` is the host of the
 * service.
 */
export function describeError(error: ApiError, operation: 'audit' | 'query', host: string): string {
  const { title, text } = apiErrorSentences(error, { operation, baseUrlHost: host });
  // The service's message may contain line breaks. Its lines could be mistaken for messages of this program.
  return cleanForDisplay(`${sentenceText(title)}. ${sentenceText(text)}`);
}
