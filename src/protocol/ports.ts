/**
 * Ports for `createRpc` over the channels of Node: a worker thread or a child process, from either end. The types name
 * only what is used, so that this folder needs no types of Node.
 */
import type { Port } from './rpc.ts';
import { isRecord } from './validate.ts';

interface Emitter {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

/** One end of the channel to a worker thread: a `Worker`, or `parentPort` inside it. */
interface ThreadEnd extends Emitter {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
}

/** One end of the channel to a child process: a `ChildProcess`, or `process` inside it. */
interface ProcessEnd extends Emitter {
  /** Absent in a process that was started without a channel. */
  send?(message: unknown, handle: undefined, options: undefined, callback: () => void): unknown;
  readonly connected?: boolean;
}

function listenTo(end: Emitter, listener: (message: unknown) => void): () => void {
  end.on('message', listener);
  return () => void end.off('message', listener);
}

/**
 * Returns the port of a worker thread's channel. `buffersOf` returns the buffers in the result of a call that are moved
 * to the other thread instead of being copied; the sender can't use them afterwards.
 */
export const createThreadPort = (
  end: ThreadEnd,
  buffersOf: (result: unknown) => readonly ArrayBuffer[] = () => [],
): Port => ({
  post: (message) => end.postMessage(message, isRecord(message) ? buffersOf(message.result) : []),
  listen: (listener) => listenTo(end, listener),
});

/**
 * Returns the port of a child process's channel. A message to a process that has ended is dropped, because an error
 * would end this process too.
 */
export const createProcessPort = (end: ProcessEnd): Port => ({
  post(message) {
    if (end.connected) end.send?.(message, undefined, undefined, () => undefined);
  },
  listen: (listener) => listenTo(end, listener),
});
