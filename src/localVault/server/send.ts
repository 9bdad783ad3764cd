import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpResponse } from './httpAnswer.ts';

/**
 * Milliseconds from a response with `connection: close` until its socket is destroyed. If the socket were destroyed at
 * once, the client could lose the response.
 */
const LINGER_MS = 2000;

/**
 * Sends a response, without the header `x-request-id` if `requestID` is undefined. If `truncated` is true, the
 * connection is closed in the middle of the body.
 */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: HttpResponse,
  requestID: string | undefined,
  truncated: boolean,
): void {
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(requestID === undefined ? {} : { 'x-request-id': requestID }),
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
