import type { IncomingMessage } from 'node:http';

const MAX_BODY_BYTES = 1024 * 1024;

export type BodyResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'tooLarge' | 'notJson' | 'notUtf8' | 'aborted' };

export const isContentLengthTooLarge = (request: IncomingMessage): boolean =>
  Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES;

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** Whether the headers of a request say that its body is uncompressed JSON (S33). */
export const hasUncompressedJsonBody = ({ headers }: IncomingMessage): boolean =>
  JSON_TYPE.test(headers['content-type'] ?? '') && /^(?:identity)?$/i.test(headers['content-encoding'] ?? '');

/**
 * Reads the body as UTF-8 text, or returns why that is impossible. After `tooLarge`, the connection must be closed,
 * because the rest of the body was not read.
 */
export function readBody(request: IncomingMessage): Promise<BodyResult> {
  if (isContentLengthTooLarge(request)) return Promise.resolve({ ok: false, reason: 'tooLarge' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stop = (body: BodyResult) => {
      request.removeAllListeners('data');
      request.pause();
      resolve(body);
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) stop({ ok: false, reason: 'tooLarge' });
      else chunks.push(chunk);
    });
    request.on('end', () => {
      try {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
        resolve({ ok: true, text });
      } catch {
        resolve({ ok: false, reason: 'notUtf8' });
      }
    });
    request.on('error', () => stop({ ok: false, reason: 'aborted' }));
    request.on('close', () => resolve({ ok: false, reason: 'aborted' }));
  });
}
