/** The transport that uses the global `fetch`. In the editor, that function supports PAC files and Kerberos. */

import type { TransportOutcome, TransportRequest } from '../../core/service/transport.ts';
import {
  type Attempt,
  createNetworkErrorOutcome,
  findErrorCode,
  isTLSErrorCode,
  ResponseTooLargeError,
  readChunksAsUtf8,
  runWithDeadline,
} from './deadline.ts';
import type { DisposableTransport } from './settings.ts';

type Fetch = typeof globalThis.fetch;

/**
 * Creates a transport that sends requests with `fetch`. `getFetch` is called for each request, because the editor
 * replaces the global `fetch` after startup.
 */
export function createEditorTransport(getFetch: () => Fetch = () => globalThis.fetch): DisposableTransport {
  const closing = new AbortController();
  return {
    send: (message, signal) =>
      runWithDeadline(message, signal, closing.signal, async (state) => {
        // `fetch` does not report when the request is written. The request therefore counts as sent from now on, unless
        // the code of an error rules that out.
        state.markWriting();
        try {
          return await sendRequest(getFetch(), message, state);
        } catch (error) {
          const code = findErrorCode(error);
          if (code !== undefined && isConnectionFailure(code)) return createNetworkErrorOutcome(code, false);
          throw error;
        }
      }),
    dispose: () => closing.abort(),
  };
}

/**
 * Whether an error code is taken as a failure to connect. ECONNRESET and timeouts are not, because they can occur later
 * too.
 */
function isConnectionFailure(code: string): boolean {
  return (
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code) ||
    code.startsWith('PROXY_') ||
    isTLSErrorCode(code)
  );
}

async function sendRequest(
  fetch: Fetch,
  message: TransportRequest,
  state: Attempt,
): Promise<TransportOutcome> {
  const answer = await fetch(message.url, {
    method: message.method,
    headers: message.headers,
    ...(message.body !== undefined && { body: message.body }),
    redirect: 'manual',
    credentials: 'omit',
    signal: state.signal,
  });
  state.markResponseStarted();
  const headers: Record<string, string> = Object.create(null);
  answer.headers.forEach((value, name) => {
    headers[name.toLowerCase()] = value;
  });
  if (answer.type === 'opaqueredirect') {
    // With this type of response, `fetch` hides the status and the target of the redirect. 302 is a stand-in.
    return { ok: true, response: { status: 302, headers, body: '', bytes: 0 } };
  }
  if (!headers['content-encoding'] && Number(headers['content-length'] ?? 0) > message.maxBytes) {
    await answer.body?.cancel();
    throw new ResponseTooLargeError();
  }
  const { text, bytes } = answer.body
    ? await readChunksAsUtf8(answer.body, message.maxBytes)
    : { text: '', bytes: 0 };
  return {
    ok: true,
    response: { status: answer.status, headers, body: text, bytes },
  };
}
