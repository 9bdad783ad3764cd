/** Writes an answer to the wire. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './httpAnswer.ts';

/** How long a client that is still sending may take to read its refusal. */
const LINGER_MS = 2000;

/**
 * Sends `answer`. `truncated` announces the whole body and ends in its middle. After an answer that closes the
 * connection the socket stays for a moment unread: closed at once, its reset could overtake the answer.
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  requestID: string,
  truncated: boolean,
): void {
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestID,
    ...answer.headers,
  });
  if (truncated) {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => request.socket.destroy());
    return;
  }
  response.end(body);
  if (answer.headers?.connection !== 'close') return;
  const { socket } = request;
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
