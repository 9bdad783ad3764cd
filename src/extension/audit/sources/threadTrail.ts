import { Worker } from 'node:worker_threads';
import type { EventData } from '../../../core/audit/feed/compactEvent.ts';
import type { FilesRead, FileToRead, ReadProgress } from '../../../core/audit/file/fileReads.ts';
import type { CopyChunk, CopyRules } from '../../../core/audit/sql/copyChunk.ts';
import { copySetIfBufferShared, rowsOfSet, toEventSet } from '../../../core/audit/store/localKeys.ts';
import { raceWithCancellation, throwIfCancelled } from '../../../core/audit/table/cancelling.ts';
import type { EventKey, EventSet, ViewHandle } from '../../../core/audit/table/eventSet.ts';
import type { FieldID } from '../../../core/audit/table/fields.ts';
import type { Grouping } from '../../../core/audit/table/grouping.ts';
import {
  emptyView,
  type LocalTrail,
  type RowsToCompare,
  type SeenValue,
  type TrailEvent,
  type TrailGroups,
  type TrailQuery,
  type TrailView,
  type VaultNames,
} from '../../../core/audit/table/trail.ts';
import type { WhoReadWhat } from '../../../core/audit/table/whoReadWhat.ts';
import type { UnusualResult } from '../../../core/audit/unusual/significance.ts';
import type { AbortSignalLike } from '../../../core/service/transport.ts';
import { createThreadPort } from '../../../protocol/ports.ts';
import { ChannelClosed, createRpc, type Handlers, type Rpc } from '../../../protocol/rpc.ts';
import {
  type TrailHostMethods,
  type TrailResult,
  type TrailThreadMethods,
  unwrapResult,
} from './threadContract.ts';

/**
 * Maximum size of the old generation of the thread's JavaScript heap in megabytes. The columns and the text of events
 * are stored outside the heap.
 */
const MAX_HEAP_MB = 2_048;

export class TrailEnded extends Error {
  override readonly name = 'TrailEnded';
}

interface RunningThread {
  readonly worker: Worker;
  readonly rpc: Rpc<TrailThreadMethods>;
  readonly progressListeners: Map<number, (progress: ReadProgress) => void>;
}

/**
 * The store of loaded events in a separate thread. The thread starts when events are added or files are read; without
 * it, the store is empty. If the thread ends, pending calls reject with `TrailEnded`.
 */
export class ThreadTrail implements LocalTrail {
  readonly #entry: string;
  readonly #onEnded: (error: unknown) => void;
  #running: RunningThread | undefined;
  #lastReadID = 0;
  #lastCallID = 0;

  /**
   * `entry` is the path of the thread's bundle. `onEnded` is called if the thread ends other than by `dispose`. All
   * events in the store are lost then.
   */
  constructor(entry: string, onEnded: (error: unknown) => void) {
    this.#entry = entry;
    this.#onEnded = onEnded;
  }

  async add(listing: number, events: readonly EventData[]): Promise<void> {
    const { rpc } = this.#startThreadUnlessRunning();
    await this.#value(rpc.call('add', [listing, events]));
  }
  async drop(listing: number): Promise<void> {
    await this.#value(this.#running?.rpc.call('drop', [listing]));
  }
  async view(query: TrailQuery, signal?: AbortSignalLike): Promise<TrailView> {
    const { events, ...filters } = query.filters;
    const sent = events
      ? { ...query, filters: { ...filters, events: copySetIfBufferShared(events) } }
      : query;
    return (await this.#callThread(({ rpc }) => rpc.call('view', [sent]), signal)) ?? emptyView;
  }
  async window(
    view: ViewHandle,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[] | undefined> {
    if (view === emptyView.handle) return [];
    return this.#callThread(({ rpc }) => rpc.call('window', [view, from, to]), signal);
  }
  async rows(view: ViewHandle, signal?: AbortSignalLike): Promise<EventSet | undefined> {
    if (view === emptyView.handle) return toEventSet([]);
    return this.#callThread(({ rpc }) => rpc.call('rows', [view]), signal);
  }
  async groups(
    view: ViewHandle,
    by: Exclude<Grouping, 'none'>,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<TrailGroups | undefined> {
    if (view === emptyView.handle) return { count: 0, groups: [], gaps: [] };
    return this.#callThread(({ rpc }) => rpc.call('groups', [view, by, from, to]), signal);
  }
  async events(
    listing: number,
    keys: readonly EventKey[],
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[]> {
    return (await this.#callThread(({ rpc }) => rpc.call('events', [listing, keys]), signal)) ?? [];
  }
  async members(
    listing: number,
    set: EventSet,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[]> {
    // Only the requested part of the set is sent.
    const part = toEventSet(rowsOfSet(set).slice(from, to));
    return (
      (await this.#callThread(({ rpc }) => rpc.call('members', [listing, part, 0, part.length]), signal)) ??
      []
    );
  }
  find(listing: number, changeID: string, signal?: AbortSignalLike): Promise<TrailEvent | undefined> {
    return this.#callThread(({ rpc }) => rpc.call('find', [listing, changeID]), signal);
  }
  async values(listing: number, field: FieldID, signal?: AbortSignalLike): Promise<readonly SeenValue[]> {
    return (await this.#callThread(({ rpc }) => rpc.call('values', [listing, field]), signal)) ?? [];
  }
  vaultNames(listing: number, signal?: AbortSignalLike): Promise<readonly VaultNames[] | undefined> {
    const args: Parameters<LocalTrail['vaultNames']> = [listing];
    return this.#callThread(({ rpc }, callID) => rpc.call('vaultNames', { callID, args }), signal);
  }
  async whoReadWhat(view: ViewHandle, signal?: AbortSignalLike): Promise<WhoReadWhat | undefined> {
    if (view === emptyView.handle)
      return { rows: [], unread: [], queries: 0, failed: 0, leftOut: 0, actors: 0, others: 0 };
    return this.#callThread(({ rpc }, callID) => rpc.call('whoReadWhat', { callID, args: [view] }), signal);
  }
  async unusualValues(
    view: ViewHandle,
    compared: RowsToCompare,
    signal?: AbortSignalLike,
  ): Promise<UnusualResult | undefined> {
    if (view === emptyView.handle) return { sizes: { here: 0, rest: 0 }, leftOut: 0, values: [] };
    return this.#callThread(
      ({ rpc }, callID) => rpc.call('unusualValues', { callID, args: [view, compared] }),
      signal,
    );
  }
  copyRows(listing: number, from: number, to: number, rules: CopyRules): Promise<CopyChunk | undefined> {
    return this.#value(this.#running?.rpc.call('copyRows', [listing, from, to, rules]));
  }
  async read(
    listing: number,
    files: readonly FileToRead[],
    onProgress: (progress: ReadProgress) => void,
  ): Promise<FilesRead> {
    const { rpc, progressListeners } = this.#startThreadUnlessRunning();
    const readID = ++this.#lastReadID;
    progressListeners.set(readID, onProgress);
    try {
      const read = await this.#value(rpc.call('readFiles', { readID, listing, files }));
      if (!read) throw new TrailEnded('no thread');
      return read;
    } finally {
      progressListeners.delete(readID);
    }
  }
  async stop(listing: number): Promise<void> {
    await this.#value(this.#running?.rpc.call('stop', [listing]));
  }
  /** Ends the thread at once, even during a call. Pending calls reject with `TrailEnded`. */
  async dispose(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (!running) return;
    running.rpc.dispose('disposed');
    await running.worker.terminate();
  }

  async #callThread<Value>(
    call: (running: RunningThread, callID: number) => Promise<TrailResult<Value>>,
    signal?: AbortSignalLike,
  ): Promise<Value | undefined> {
    throwIfCancelled(signal);
    const running = this.#running;
    if (!running) return undefined;
    const callID = ++this.#lastCallID;
    const cancel = (): void => running.rpc.notify('cancel', { callID });
    return raceWithCancellation(this.#value(call(running, callID)), signal, cancel);
  }

  async #value<Value>(call: Promise<TrailResult<Value>> | undefined): Promise<Value | undefined> {
    if (!call) return undefined;
    const result = await call.catch((error: unknown) => {
      throw error instanceof ChannelClosed ? new TrailEnded(error.message, { cause: error }) : error;
    });
    return unwrapResult(result);
  }
  #startThreadUnlessRunning(): RunningThread {
    if (this.#running) return this.#running;
    const worker = new Worker(this.#entry, {
      env: {},
      execArgv: [],
      stderr: true,
      stdout: true,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const progressListeners: RunningThread['progressListeners'] = new Map();
    const host: Handlers<TrailHostMethods> = {
      progress: ({ readID, progress }) => progressListeners.get(readID)?.(progress),
    };
    const rpc = createRpc<TrailThreadMethods>(createThreadPort(worker), host, (_method, error) => {
      // Only a progress listener can fail here. That is a defect of its owner, to be reported as an uncaught error.
      queueMicrotask(() => {
        throw error;
      });
    });
    const running: RunningThread = { worker, rpc, progressListeners };
    this.#running = running;
    const ended = (error: unknown): void => {
      rpc.dispose('ended');
      if (this.#running !== running) return;
      this.#running = undefined;
      this.#onEnded(error);
    };
    worker.on('error', ended);
    worker.on('exit', (code) => ended(new Error(`exit code ${code}`)));
    // The thread must not keep the process alive.
    worker.unref();
    return running;
  }
}
