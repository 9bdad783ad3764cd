/** Entry point of the thread that stores the loaded events and reads files. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { createThreadPort } from '../../../protocol/ports.ts';
import { createRpc, type Handlers } from '../../../protocol/rpc.ts';
import { FileTrail } from './fileTrail.ts';
import { resultOf, type TrailHostMethods, type TrailThreadMethods } from './threadContract.ts';

function serve(port: MessagePort): void {
  const trail = new FileTrail();
  const running = new Map<number, AbortController>();
  const long = <Value>(callID: number, call: (signal: AbortSignal) => Promise<Value>) => {
    const abort = new AbortController();
    running.set(callID, abort);
    return resultOf(call(abort.signal).finally(() => running.delete(callID)));
  };
  const handlers: Handlers<TrailThreadMethods> = {
    add: (params) => resultOf(trail.add(...params)),
    drop: (params) => resultOf(trail.drop(...params)),
    view: (params) => resultOf(trail.view(...params)),
    window: (params) => resultOf(trail.window(...params)),
    groups: (params) => resultOf(trail.groups(...params)),
    rows: (params) => resultOf(trail.rows(...params)),
    events: (params) => resultOf(trail.events(...params)),
    members: (params) => resultOf(trail.members(...params)),
    find: (params) => resultOf(trail.find(...params)),
    values: (params) => resultOf(trail.values(...params)),
    vaultNames: ({ callID, args: [listing] }) => long(callID, (signal) => trail.vaultNames(listing, signal)),
    whoReadWhat: ({ callID, args: [view] }) => long(callID, (signal) => trail.whoReadWhat(view, signal)),
    unusualValues: ({ callID, args: [view, from, to] }) =>
      long(callID, (signal) => trail.unusualValues(view, from, to, signal)),
    cancel: ({ callID }) => running.get(callID)?.abort(),
    copyRows: (params) => resultOf(trail.copyRows(...params)),
    stop: (params) => resultOf(trail.stop(...params)),
    readFiles: ({ readID, listing, files }) =>
      resultOf(trail.read(listing, files, (progress) => host.notify('progress', { readID, progress }))),
  };
  const host = createRpc<TrailHostMethods>(createThreadPort(port), handlers, () => undefined);
}

if (parentPort === null) throw new Error('this file is the entry of a worker thread');
serve(parentPort);
