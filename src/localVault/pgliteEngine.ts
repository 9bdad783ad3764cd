/**
 * PGlite behind the Engine door: in a worker thread, because a query can't be stopped in any other way than by ending
 * its thread (facts/local-vault.md, trap 2), and because its memory never shrinks (trap 5). A new worker comes back
 * from the snapshot held here; waiting queries do not notice.
 */
import { Worker } from 'node:worker_threads';
import type { EngineFiles } from './database.ts';
import { type Engine, EngineError, type EngineRows } from './engine.ts';
import { loadEngineFiles, workerEntry } from './engineFiles.ts';
import type { WorkerMessage, WorkerQuery, WorkerStart } from './engineMessages.ts';
import { loadSnapshot, saveSnapshot } from './snapshot.ts';

export interface PgliteEngineOptions {
  readonly rows: number;
  readonly seed: number;
  readonly snapshotPath: string;
  readonly timeoutMs: number;
  /** Bytes of WebAssembly memory above which the worker is replaced between two queries. */
  readonly maxMemoryBytes: number;
  /** Told when something is wrong that does not keep the vault from working; never a value of a row. */
  readonly warn: (message: string) => void;
}

/** How long a query whose caller went away may go on before its worker is ended. */
const CANCEL_GRACE_MS = 200;
const GONE = 'the caller went away';

interface Job {
  readonly query: WorkerQuery;
  readonly resolve: (rows: EngineRows) => void;
  readonly reject: (error: EngineError) => void;
}

export function createPgliteEngine(options: PgliteEngineOptions): Engine {
  const waiting: Job[] = [];
  let active: { readonly job: Job; readonly timer: NodeJS.Timeout } | undefined;
  let worker: Worker | undefined;
  let files: EngineFiles | undefined;
  let snapshot: Blob | undefined;
  let saving: Promise<void> = Promise.resolve();
  let ready = false;
  let stopped = false;
  let recycles = 0;
  let nextID = 1;

  /** Starts a worker and resolves when it can answer. */
  function spawn(): Promise<void> {
    if (files === undefined) throw new EngineError('unavailable', 'the engine was not started');
    const workerStart: WorkerStart = { files, rows: options.rows, seed: options.seed, snapshot };
    // No inherited flags: a test runner's hooks have no business in the engine.
    const spawned = new Worker(workerEntry(), { workerData: workerStart, execArgv: [] });
    worker = spawned;
    return new Promise((resolve, reject) => {
      const fail = (message: string) => {
        reject(new EngineError('unavailable', message));
        if (spawned === worker && ready) replace('crashed', message);
      };
      spawned.on('error', (error) => fail(error.message));
      spawned.on('exit', () => fail('the engine ended'));
      spawned.on('message', (message: WorkerMessage) => {
        if (spawned !== worker) return;
        if (message.type === 'failed') return fail(message.message);
        if (message.type !== 'ready') return settle(message);
        if (message.snapshot !== undefined) keep(new Blob([message.snapshot]));
        ready = true;
        resolve();
        pump();
      });
    });
  }

  function keep(tar: Blob): void {
    snapshot = tar;
    saving = saveSnapshot(options.snapshotPath, tar).catch((error: unknown) =>
      options.warn(`the snapshot could not be kept, the next start will be slower: ${String(error)}`),
    );
  }

  function pump(): void {
    if (!ready || active !== undefined || worker === undefined) return;
    const job = waiting.shift();
    if (job === undefined) return;
    const timer = setTimeout(() => {
      const seconds = options.timeoutMs / 1000;
      replace('timeout', `the query was stopped after ${seconds} s`);
    }, options.timeoutMs);
    active = { job, timer };
    worker.postMessage(job.query);
  }

  function settle(message: Exclude<WorkerMessage, { type: 'ready' | 'failed' }>): void {
    if (active === undefined || active.job.query.id !== message.id) return;
    if (message.type === 'crashed') {
      replace('crashed', 'the engine broke down on this statement');
      return;
    }
    const { job, timer } = active;
    clearTimeout(timer);
    active = undefined;
    if (message.type === 'rows') job.resolve(message.rows);
    else job.reject(new EngineError('sql', message.message));
    if (message.memoryBytes > options.maxMemoryBytes) replace('crashed', '');
    else pump();
  }

  /** Ends the worker, rejects the query it was at once it has really ended, and starts the next worker meanwhile. */
  function replace(fault: 'timeout' | 'crashed' | 'cancelled', message: string): void {
    const failed = active;
    const ended = worker?.terminate() ?? Promise.resolve(0);
    active = undefined;
    ready = false;
    if (failed !== undefined) {
      clearTimeout(failed.timer);
      void ended.finally(() => failed.job.reject(new EngineError(fault, message)));
    }
    if (stopped) return;
    recycles++;
    spawn().catch((error: unknown) => {
      if (!stopped)
        giveUp(error instanceof EngineError ? error : new EngineError('unavailable', String(error)));
    });
  }

  /** No engine any more: nothing that waits may wait for ever. */
  function giveUp(error: EngineError): void {
    stopped = true;
    if (active !== undefined) {
      clearTimeout(active.timer);
      waiting.unshift(active.job);
      active = undefined;
    }
    for (const job of waiting.splice(0)) job.reject(error);
  }

  return {
    get recycles() {
      return recycles;
    },
    async start() {
      [files, snapshot] = await Promise.all([loadEngineFiles(), loadSnapshot(options.snapshotPath)]);
      if (stopped) throw new EngineError('unavailable', 'the vault was closed');
      try {
        await spawn();
      } catch (error) {
        if (snapshot === undefined || stopped) throw error;
        options.warn('the snapshot was broken and is built anew');
        snapshot = undefined;
        await spawn();
      }
    },
    query(sql, maxRows, signal) {
      if (stopped) return Promise.reject(new EngineError('unavailable', 'the vault was closed'));
      if (signal?.aborted) return Promise.reject(new EngineError('cancelled', GONE));
      return new Promise((resolve, reject) => {
        const job: Job = { query: { id: nextID++, sql, maxRows }, resolve, reject };
        signal?.addEventListener('abort', () => {
          const place = waiting.indexOf(job);
          if (place >= 0) waiting.splice(place, 1);
          reject(new EngineError('cancelled', GONE));
          // Most queries end by themselves sooner than a new worker comes up.
          const stillThere = () => {
            if (active?.job === job) replace('cancelled', GONE);
          };
          if (active?.job === job) setTimeout(stillThere, CANCEL_GRACE_MS).unref();
        });
        waiting.push(job);
        pump();
      });
    },
    async stop() {
      giveUp(new EngineError('unavailable', 'the vault was closed'));
      ready = false;
      await worker?.terminate();
      await saving;
    },
  };
}
