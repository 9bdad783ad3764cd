/**
 * Skips interim responses (1xx). A client must be able to parse them even if it expects none (RFC 9110, 15.2), but
 * undici closes the connection on some of them. The response to a query that was already sent would be lost.
 */
import type { Socket } from 'node:net';

const MAX_HEAD_BYTES = 16 * 1024;
const INTERIM = /^HTTP\/1\.[01] 1\d\d/;
/** The length of `HTTP/1.1 100`. */
const STATUS_LENGTH = 12;
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const EMPTY = Buffer.alloc(0);

interface InterimFilter {
  /** Must be called before a request is written. The next bytes received count as the start of a response. */
  expectResponseStart(): void;
  /**
   * Takes the next bytes received, and returns the bytes to pass on, possibly none. Interim responses at the start of a
   * response are dropped. Bytes that may belong to an incomplete interim response are held back until a later call. If
   * more than `MAX_HEAD_BYTES` are held back, they are passed on although they may contain an interim response.
   */
  removeInterimResponses(chunk: Buffer): Buffer;
}

/** Creates a filter for the bytes received on one connection. Only one request at a time may use the connection. */
export function createInterimFilter(): InterimFilter {
  let isAtHead = true;
  let held: Buffer = EMPTY;
  const release = (): Buffer => {
    const bytes = held;
    held = EMPTY;
    isAtHead = false;
    return bytes;
  };
  return {
    expectResponseStart() {
      isAtHead = true;
    },
    removeInterimResponses(chunk) {
      if (!isAtHead) return chunk;
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      while (held.length >= STATUS_LENGTH) {
        if (!INTERIM.test(held.toString('latin1', 0, STATUS_LENGTH))) return release();
        const end = held.indexOf(END_OF_HEAD);
        if (end < 0) return held.length > MAX_HEAD_BYTES ? release() : EMPTY;
        held = held.subarray(end + END_OF_HEAD.length);
      }
      return 'HTTP/1.'.startsWith(held.toString('latin1', 0, 7)) ? EMPTY : release();
    },
  };
}

/** Replaces `read` and `write` of a socket, so that reading skips interim responses. Returns the same socket. */
export function patchToSkipInterimResponses(socket: Socket): Socket {
  const filter = createInterimFilter();
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.read = (size?: number): Buffer | null => {
    for (let chunk = read(size) as Buffer | null; chunk !== null; chunk = read(size) as Buffer | null) {
      const kept = filter.removeInterimResponses(chunk);
      if (kept.length > 0) return kept;
    }
    return null;
  };
  socket.write = (...args: unknown[]): boolean => {
    filter.expectResponseStart();
    return write(...args);
  };
  return socket;
}
