/**
 * Skips unsolicited interim responses (1xx), as RFC 9110, 15.2 requires. undici closes the connection on some of them,
 * which would lose the response to a query that was sent.
 */
import type { Socket } from 'node:net';

const MAX_HEAD_BYTES = 16 * 1024;
const INTERIM = /^HTTP\/1\.[01] 1\d\d/;
/** The length of `HTTP/1.1 100`. */
const STATUS_LENGTH = 12;
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const EMPTY = Buffer.alloc(0);

interface InterimFilter {
  /** Must be called before each request is written. The next bytes received are then the start of a response. */
  expectResponseStart(): void;
  /**
   * Returns the received bytes without leading interim responses; empty while more bytes are needed to decide. An
   * interim response may be kept if its head is longer than `MAX_HEAD_BYTES`.
   */
  removeInterim(chunk: Buffer): Buffer;
}

/** Creates a filter for one connection with one request at a time. */
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
    removeInterim(chunk) {
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

/** Makes a socket skip interim responses, by replacing its `read` and `write`. */
export function skipInterimResponses(socket: Socket): Socket {
  const filter = createInterimFilter();
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.read = (size?: number): Buffer | null => {
    for (let chunk = read(size) as Buffer | null; chunk !== null; chunk = read(size) as Buffer | null) {
      const kept = filter.removeInterim(chunk);
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
