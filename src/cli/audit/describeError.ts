import { apiErrorSentences } from '../../core/messages/apiErrors.ts';
import { sentenceText } from '../../core/messages/sentence.ts';
import type { ApiError } from '../../core/service/errors.ts';

/** Returns the sentences about a failed request for audit events. They may quote the service's message. */
export function describeError(error: ApiError, { host }: { readonly host: string }): string {
  const { title, text } = apiErrorSentences(error, { operation: 'audit', baseUrlHost: host });
  return `${sentenceText(title)}. ${sentenceText(text)}`;
}
