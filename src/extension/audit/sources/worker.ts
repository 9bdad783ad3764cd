/** Entry point of the thread that stores the loaded events and reads files. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { createThreadPort } from '../../../protocol/ports.ts';
import { createRpc, type Handlers } from '../../../protocol/rpc.ts';
import { FileTrail } from './fileTrail.ts';
import { awaitAsTrailResult, type TrailHostMethods, type TrailThreadMethods } from './threadContract.ts';

function serve(port: MessagePort): void {
  const trail = new FileTrail();
  const running = new Map<number, AbortController>();
  const long = <Value>(callID: number, call: (signal: AbortSignal) => Promise<Value>) => {
    const abort = new AbortController();
    running.set(callID, abort);
    return awaitAsTrailResult(call(abort.signal).finally(() => running.delete(callID)));
  };
  const handlers: Handlers<TrailThreadMethods> = {
    add: (params) => awaitAsTrailResult(trail.add(...params)),
    drop: (params) => awaitAsTrailResult(trail.drop(...params)),
    view: (params) => awaitAsTrailResult(trail.view(...params)),
    window: (params) => awaitAsTrailResult(trail.window(...params)),
    groups: (params) => awaitAsTrailResult(trail.groups(...params)),
    rows: (params) => awaitAsTrailResult(trail.rows(...params)),
    events: (params) => awaitAsTrailResult(trail.events(...params)),
    members: (params) => awaitAsTrailResult(trail.members(...params)),
    find: (params) => awaitAsTrailResult(trail.find(...params)),
    values: (params) => awaitAsTrailResult(trail.values(...params)),
    vaultNames: ({ callID, args: [listing] }) => long(callID, (signal) => trail.vaultNames(listing, signal)),
    whoReadWhat: ({ callID, args: [view] }) => long(callID, (signal) => trail.whoReadWhat(view, signal)),
    unusualValues: ({ callID, args: [view, compared] }) =>
      long(callID, (signal) => trail.unusualValues(view, compared, signal)),
    cancel: ({ callID }) => running.get(callID)?.abort(),
    copyRows: (params) => awaitAsTrailResult(trail.copyRows(...params)),
    stop: (params) => awaitAsTrailResult(trail.stop(...params)),
    readFiles: ({ readID, listing, files }) =>
      awaitAsTrailResult(
        trail.read(listing, files, (progress) => host.notify('progress', { readID, progress })),
      ),
  };
  const host = createRpc<TrailHostMethods>(createThreadPort(port), handlers, () => undefined);
}

if (parentPort === null) throw new Error('this file is the entry of a worker thread');
serve(parentPort);
