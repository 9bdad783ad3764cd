/**
 * Unsolicited interim responses (1xx). A client must read over them (RFC 9110, 15.2), but undici ends the
 * connection at `100 Continue` and `101`, with the query sent and its answer lost: they are taken out of what it reads.
 */
import type { Socket } from 'node:net';

/** As long a head as undici itself takes. */
const MAX_HEAD_BYTES = 16 * 1024;
const INTERIM = /^HTTP\/1\.[01] 1\d\d/;
/** Bytes after which it is known whether a head is an interim one: `HTTP/1.1 100`. */
const KNOWN_AFTER = 12;
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);

interface InterimFilter {
  /** A request is about to be written: the next bytes read begin a response. */
  expectHead(): void;
  /** The bytes received that are passed on; empty while an interim response is coming. */
  keep(chunk: Buffer): Buffer;
}

/** For one connection that has one request at a time. */
export function createInterimFilter(): InterimFilter {
  let isAtHead = true;
  let held: Buffer = NOTHING;
  const release = (): Buffer => {
    const bytes = held;
    held = NOTHING;
    isAtHead = false;
    return bytes;
  };
  return {
    expectHead() {
      isAtHead = true;
    },
    keep(chunk) {
      if (!isAtHead) return chunk;
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      while (held.length >= KNOWN_AFTER) {
        if (!INTERIM.test(held.toString('latin1', 0, KNOWN_AFTER))) return release();
        const end = held.indexOf(END_OF_HEAD);
        if (end < 0) return held.length > MAX_HEAD_BYTES ? release() : NOTHING;
        held = held.subarray(end + END_OF_HEAD.length);
      }
      return 'HTTP/1.'.startsWith(held.toString('latin1', 0, 7)) ? NOTHING : release();
    },
  };
}

/** Has `socket` read over interim responses; `read` and `write` are what undici's client uses of it. */
export function readOverInterim(socket: Socket): Socket {
  const filter = createInterimFilter();
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.read = (size?: number): Buffer | null => {
    for (let chunk = read(size) as Buffer | null; chunk !== null; chunk = read(size) as Buffer | null) {
      const kept = filter.keep(chunk);
      if (kept.length > 0) return kept;
    }
    return null;
  };
  socket.write = (...args: unknown[]): boolean => {
    filter.expectHead();
    return write(...args);
  };
  return socket;
}
