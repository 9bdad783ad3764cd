/**
 * Ports for `createRpc` over a worker thread or a child process. The types name only what is used, so that this folder
 * needs no types of Node.
 */
import type { Port } from './rpc.ts';
import { isRecord } from './validate.ts';

interface Emitter {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

interface ThreadEnd extends Emitter {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
}

interface ProcessEnd extends Emitter {
  /** Absent in a process that was started without an IPC channel. */
  send?(message: unknown, handle: undefined, options: undefined, callback: () => void): unknown;
  readonly connected?: boolean;
}

function listenToMessages(end: Emitter, listener: (message: unknown) => void): () => void {
  end.on('message', listener);
  return () => void end.off('message', listener);
}

/**
 * Returns the port of a worker thread's channel. `listBuffersToMove` lists the buffers in a call's result that are moved to the
 * other thread instead of being copied.
 */
export const createThreadPort = (
  end: ThreadEnd,
  listBuffersToMove: (result: unknown) => readonly ArrayBuffer[] = () => [],
): Port => ({
  post: (message) => end.postMessage(message, isRecord(message) ? listBuffersToMove(message.result) : []),
  listen: (listener) => listenToMessages(end, listener),
});

/**
 * Returns the port of the IPC channel between a process and its child, for use at either end. Messages are dropped
 * while the channel is not connected.
 */
export const createProcessPort = (end: ProcessEnd): Port => ({
  post(message) {
    if (end.connected) end.send?.(message, undefined, undefined, () => undefined);
  },
  listen: (listener) => listenToMessages(end, listener),
});
