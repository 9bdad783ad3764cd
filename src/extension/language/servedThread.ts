/** The side of a thread that is called: imported by the entries of worker threads only. */
import { parentPort } from 'node:worker_threads';
import { threadPort } from '../../protocol/ports.ts';
import { createRpc, type Handlers, type Methods } from '../../protocol/rpc.ts';
import type { ThreadHostMethods } from './thread.ts';

/** Answers the extension host's calls with `handlers`, and notifies it that the thread is ready. */
export function serveThread<Local extends Methods>(handlers: Handlers<Local>): void {
  if (parentPort === null) throw new Error('this file is the entry of a worker thread');
  const host = createRpc<ThreadHostMethods>(threadPort(parentPort), handlers, () => undefined);
  host.notify('ready', {});
}
