import { parentPort } from 'node:worker_threads';
import { createThreadPort } from '../../protocol/ports.ts';
import { createRpc, type Handlers, type Methods } from '../../protocol/rpc.ts';
import type { ThreadHostMethods } from './thread.ts';

/** Serves calls with `handlers`, and notifies the host that the thread is ready. Throws outside a worker thread. */
export function serveThread<Local extends Methods>(handlers: Handlers<Local>): void {
  if (parentPort === null) throw new Error('this file is the entry of a worker thread');
  const host = createRpc<ThreadHostMethods>(createThreadPort(parentPort), handlers, () => undefined);
  host.notify('ready', {});
}
