/**
 * PGlite behind the Engine door: in a worker thread, because a query can't be stopped in any other way than by ending
 * its thread (`statement_timeout` has no effect), and because its memory never shrinks. A new thread comes back from
 * the snapshot held here; waiting queries do not notice.
 */
import type { EngineFiles } from './database.ts';
import { type Engine, EngineError, type EngineRows } from './engine.ts';
import { loadEngineFiles, optimizeNothing } from './files.ts';
import type { WorkerAnswer, WorkerQuery } from './messages.ts';
import { loadSnapshot, saveSnapshot } from './snapshot.ts';
import { createEngineThread, type EngineThread } from './thread.ts';

export interface PgliteEngineOptions {
  readonly rows: number;
  readonly seed: number;
  readonly snapshotPath: string;
  readonly timeoutMs: number;
  /** Bytes of WebAssembly memory above which the thread is replaced between two queries. */
  readonly maxMemoryBytes: number;
  /** Told when something is wrong that does not keep the vault from working; never a value of a row. */
  readonly warn: (message: string) => void;
}

/** How long a query whose caller went away may go on: most end sooner than a new thread comes up. */
const CANCEL_GRACE_MS = 200;
/** How long the end waits for a snapshot to be kept: all but the largest are in far less. */
const KEEP_GRACE_MS = 400;
const gone = () => new EngineError('cancelled', 'the caller went away');
const closed = () => new EngineError('unavailable', 'the vault was closed');

interface Job {
  readonly query: WorkerQuery;
  readonly resolve: (rows: EngineRows) => void;
  readonly reject: (error: EngineError) => void;
}

/** Vaults up to this many persons never scan enough for optimized code to pay. */
const SMALL = 50_000;

export function createPgliteEngine(options: PgliteEngineOptions): Engine {
  if (options.rows <= SMALL) optimizeNothing();
  const waiting: Job[] = [];
  let active: { readonly job: Job; readonly timer: NodeJS.Timeout } | undefined;
  /** The thread that answers; undefined while one is coming up. */
  let thread: EngineThread | undefined;
  let opening: EngineThread | undefined;
  let files: Promise<EngineFiles> | undefined;
  let snapshot: Blob | undefined;
  let saving: Promise<void> = Promise.resolve();
  /** Gives up what is read or written of the snapshot. */
  const givingUp = new AbortController();
  let failure: EngineError | undefined;
  let recycles = 0;

  async function openThread(from: Promise<Blob | undefined>): Promise<void> {
    const next = createEngineThread();
    opening = next;
    const { rows, seed } = options;
    files ??= loadEngineFiles();
    try {
      const [loaded, tar] = await Promise.all([files, from]);
      snapshot = tar;
      const built = await next.open({ files: loaded, rows, seed, snapshot: tar });
      if (failure !== undefined) throw failure;
      if (built !== undefined) keep(new Blob([built]));
      thread = next;
    } catch (error) {
      await next.end();
      throw error;
    } finally {
      opening = undefined;
    }
  }

  /** Brings a thread up from the snapshot or, where there is none or it is broken, by building the vault anew. */
  async function bringUp(from: Promise<Blob | undefined>): Promise<void> {
    try {
      await openThread(from);
    } catch (error) {
      if (snapshot === undefined || failure !== undefined) throw error;
      options.warn('the vault could not be restored from its snapshot and is built anew');
      await openThread(Promise.resolve(undefined));
    }
    pump();
  }

  function keep(tar: Blob): void {
    snapshot = tar;
    saving = saveSnapshot(options.snapshotPath, tar, givingUp.signal).catch((error: unknown) => {
      if (givingUp.signal.aborted) return;
      options.warn(`the snapshot could not be kept, the next start will be slower: ${String(error)}`);
    });
  }

  function pump(): void {
    if (thread === undefined || active !== undefined) return;
    const job = waiting.shift();
    if (job === undefined) return;
    const message = `the query was stopped after ${options.timeoutMs / 1000} s`;
    const timer = setTimeout(() => replace(new EngineError('timeout', message)), options.timeoutMs);
    active = { job, timer };
    void thread.run(job.query).then((answer) => settle(job, answer));
  }

  function settle(job: Job, answer: WorkerAnswer): void {
    // The answer of a thread that was ended over this query.
    if (active?.job !== job) return;
    if (answer.type === 'crashed') {
      replace(new EngineError('crashed', 'the engine broke down on this statement'));
      return;
    }
    clearTimeout(active.timer);
    active = undefined;
    if (answer.type === 'rows') job.resolve(answer.rows);
    else job.reject(new EngineError('sql', answer.message));
    if (answer.memoryBytes > options.maxMemoryBytes) replace();
    else pump();
  }

  /** Ends the thread and brings up the next; the query under way is rejected once its thread has really ended. */
  function replace(error?: EngineError): void {
    const stopped = active;
    const ended = thread?.end() ?? Promise.resolve();
    active = undefined;
    thread = undefined;
    if (stopped !== undefined && error !== undefined) {
      clearTimeout(stopped.timer);
      void ended.then(() => stopped.job.reject(error));
    }
    recycles++;
    bringUp(Promise.resolve(snapshot)).catch((reason: unknown) =>
      giveUp(reason instanceof EngineError ? reason : new EngineError('unavailable', String(reason))),
    );
  }

  /** No engine any more: nothing that waits may wait for ever. */
  function giveUp(error: EngineError): void {
    failure ??= error;
    clearTimeout(active?.timer);
    active?.job.reject(error);
    active = undefined;
    for (const job of waiting.splice(0)) job.reject(error);
  }

  function abandon(job: Job): void {
    job.reject(gone());
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    if (active?.job !== job) return;
    const stillThere = () => {
      if (active?.job === job) replace(gone());
    };
    setTimeout(stillThere, CANCEL_GRACE_MS).unref();
  }

  return {
    get recycles() {
      return recycles;
    },
    start: () => bringUp(loadSnapshot(options.snapshotPath, givingUp.signal)),
    query(sql, maxRows, signal) {
      if (failure !== undefined) return Promise.reject(failure);
      if (signal?.aborted) return Promise.reject(gone());
      return new Promise((resolve, reject) => {
        const job: Job = { query: { sql, maxRows }, resolve, reject };
        signal?.addEventListener('abort', () => abandon(job), { once: true });
        waiting.push(job);
        pump();
      });
    },
    async stop() {
      giveUp(closed());
      const patience = setTimeout(() => givingUp.abort(), thread === undefined ? 0 : KEEP_GRACE_MS);
      await Promise.all([thread?.end(), opening?.end(), saving]);
      clearTimeout(patience);
      givingUp.abort();
      thread = undefined;
    },
  };
}
