import { apiErrorSentences } from '../core/messages/apiErrors.ts';
import { cleanForDisplay } from '../core/messages/oneLine.ts';
import { omitForRetry, type Sentence } from '../core/messages/sentence.ts';
import { terminalText } from '../core/messages/terminalTexts.ts';
import type { ApiError } from '../core/service/errors.ts';

/** The request that failed, for the sentences about it. */
interface FailedRequest {
  readonly operation: 'audit' | 'query';
  /** Base address to which the request was sent. */
  readonly address: string;
  readonly vaultID?: string;
}

/** Describes a failed request in sentences on one line, which may quote the service's message. */
export const describeError = (error: ApiError, request: FailedRequest): string =>
  describe(error, request, (text) => text);

/** Describes a failed request. `selectText` returns what to use of the text after the title; undefined for nothing. */
function describe(
  error: ApiError,
  { operation, address, vaultID }: FailedRequest,
  selectText: (text: Sentence) => Sentence | undefined,
): string {
  const { host, pathname, protocol } = new URL(address);
  const { title, text } = apiErrorSentences(error, {
    operation,
    baseUrlHost: host,
    basePath: pathname.replace(/\/$/, ''),
    ...(vaultID === undefined ? {} : { vaultID }),
    ...(error.kind === 'status' && error.retryAt !== undefined ? { retryAt: formatTime(error.retryAt) } : {}),
  });
  // A server that expects TLS closes a connection without it, and sends no response.
  const hint =
    protocol === 'http:' && error.kind === 'network' && error.code === 'ECONNRESET'
      ? ' If the server expects TLS, use https in the address.'
      : '';
  // The service's message may contain line breaks. Its lines could be mistaken for messages of this program.
  const selected = selectText(text);
  return cleanForDisplay(`${terminalText(title)}.${selected ? ` ${terminalText(selected)}` : ''}${hint}`);
}

/**
 * Describes a failed request as `describeError` does, but without advice to try again, and says in how many seconds the
 * next request is sent. The description may end with the service's message, which need not be a complete sentence.
 */
export function describeErrorAndWait(error: ApiError, request: FailedRequest, waitMs: number): string {
  const description = describe(error, request, omitForRetry);
  const end = /[.!?…]$/.test(description) ? '' : '.';
  return `${description}${end} The next request is in ${Math.ceil(waitMs / 1000)} s.`;
}

const formatTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
