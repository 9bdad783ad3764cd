import { apiErrorSentences } from '../core/messages/apiErrors.ts';
import { sentenceText } from '../core/messages/sentence.ts';
import type { ApiError } from '../core/service/errors.ts';

/** Returns the sentences about a failed request. They may quote the service's message. `host` is that of the service. */
export function describeError(error: ApiError, operation: 'audit' | 'query', host: string): string {
  const { title, text } = apiErrorSentences(error, { operation, baseUrlHost: host });
  return `${sentenceText(title)}. ${sentenceText(text)}`;
}
