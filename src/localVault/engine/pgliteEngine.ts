/**
 * Implements the engine with PGlite in a worker thread. Only ending the thread stops a query, because
 * `statement_timeout` has no effect. Ending it also frees the WebAssembly memory, which otherwise never shrinks.
 */
import type { EngineFiles } from './database.ts';
import { type Engine, EngineError, type EngineRows } from './engine.ts';
import { disableWasmOptimization, loadEngineFiles } from './files.ts';
import type { WorkerAnswer, WorkerQuery } from './messages.ts';
import { StoredSnapshot } from './storedSnapshot.ts';
import { createEngineThread, type EngineThread } from './thread.ts';

export interface PgliteEngineOptions {
  readonly rows: number;
  readonly seed: number;
  readonly snapshotPath: string;
  readonly timeoutMs: number;
  /** Size of the WebAssembly memory in bytes. If it is exceeded after a query, the thread is replaced. */
  readonly maxMemoryBytes: number;
  readonly warn: (message: string, cause?: unknown) => void;
}

/** Milliseconds for which a running query may continue after its client disconnected. */
const CANCEL_GRACE_MS = 200;
const createCancelledError = () => new EngineError('cancelled', 'the client disconnected');
const createClosedError = () => new EngineError('unavailable', 'the vault is closed');

interface Job {
  readonly query: WorkerQuery;
  readonly resolve: (rows: EngineRows) => void;
  readonly reject: (error: EngineError) => void;
}

type EngineState =
  | { readonly kind: 'starting'; readonly thread?: EngineThread }
  | { readonly kind: 'idle'; readonly thread: EngineThread }
  | {
      readonly kind: 'running';
      readonly thread: EngineThread;
      readonly job: Job;
      readonly timer: NodeJS.Timeout;
    }
  | { readonly kind: 'failed'; readonly error: EngineError };

/** Maximum number of persons for which optimized WebAssembly code is not worthwhile. */
const MAX_UNOPTIMIZED_ROWS = 50_000;

export class PgliteEngine implements Engine {
  readonly #options: PgliteEngineOptions;
  readonly #snapshot: StoredSnapshot;
  readonly #waiting: Job[] = [];
  #files: Promise<EngineFiles> | undefined;
  #state: EngineState = { kind: 'starting' };
  #restartCount = 0;

  constructor(options: PgliteEngineOptions) {
    if (options.rows <= MAX_UNOPTIMIZED_ROWS) disableWasmOptimization();
    this.#options = options;
    this.#snapshot = new StoredSnapshot(options.snapshotPath, options.warn);
  }

  get restartCount(): number {
    return this.#restartCount;
  }

  startEngine(): Promise<void> {
    return this.#startThreadOrRebuild(this.#snapshot.loadFromFile());
  }

  query(sql: string, maxRows: number, signal?: AbortSignal): Promise<EngineRows> {
    if (this.#state.kind === 'failed') return Promise.reject(this.#state.error);
    if (signal?.aborted) return Promise.reject(createCancelledError());
    return new Promise((resolve, reject) => {
      const job: Job = { query: { sql, maxRows }, resolve, reject };
      signal?.addEventListener('abort', () => this.#rejectJobAndStopRunning(job), { once: true });
      this.#waiting.push(job);
      this.#runNextQuery();
    });
  }

  async shutDownEngine(): Promise<void> {
    const state = this.#state;
    this.#failAllQueries(createClosedError());
    const thread = state.kind === 'failed' ? undefined : state.thread;
    const isUp = state.kind === 'idle' || state.kind === 'running';
    await Promise.all([thread?.end(), this.#snapshot.finishOrAbortSaving(isUp)]);
  }

  async #startThreadOrRebuild(snapshotRead: Promise<void>): Promise<void> {
    try {
      await this.#startThreadAndOpenVault(snapshotRead);
    } catch (error) {
      if (this.#snapshot.tar === undefined || this.#state.kind === 'failed') throw error;
      this.#options.warn('the vault could not be restored from its snapshot and is rebuilt');
      this.#snapshot.discardFromMemory();
      await this.#startThreadAndOpenVault(Promise.resolve());
    }
    this.#runNextQuery();
  }

  async #startThreadAndOpenVault(snapshotRead: Promise<void>): Promise<void> {
    this.#throwIfFailed();
    const thread = createEngineThread();
    this.#state = { kind: 'starting', thread };
    const { rows, seed } = this.#options;
    try {
      this.#files ??= loadEngineFiles();
      const [files] = await Promise.all([this.#files, snapshotRead]);
      const built = await thread.open({ files, rows, seed, snapshot: this.#snapshot.tar });
      this.#throwIfFailed();
      if (built !== undefined) this.#snapshot.keepAndSave(new Blob([built]));
      this.#state = { kind: 'idle', thread };
    } catch (error) {
      await thread.end();
      throw error;
    }
  }

  #throwIfFailed(): void {
    if (this.#state.kind === 'failed') throw this.#state.error;
  }

  #runNextQuery(): void {
    const state = this.#state;
    const job = state.kind === 'idle' ? this.#waiting.shift() : undefined;
    if (state.kind !== 'idle' || job === undefined) return;
    const { timeoutMs } = this.#options;
    const message = `the query was stopped after ${timeoutMs / 1000} s`;
    const timer = setTimeout(() => this.#endThreadAndRestart(new EngineError('timeout', message)), timeoutMs);
    this.#state = { kind: 'running', thread: state.thread, job, timer };
    void state.thread.run(job.query).then((answer) => this.#settleJob(job, answer));
  }

  #settleJob(job: Job, answer: WorkerAnswer): void {
    const state = this.#state;
    // Otherwise the result is from a thread that is being ended, for example after a timeout.
    if (state.kind !== 'running' || state.job !== job) return;
    if (answer.type === 'crashed') {
      this.#endThreadAndRestart(new EngineError('crashed', 'the engine crashed on this statement'));
      return;
    }
    clearTimeout(state.timer);
    this.#state = { kind: 'idle', thread: state.thread };
    if (answer.type === 'rows') job.resolve(answer.rows);
    else job.reject(new EngineError('sql', answer.message));
    if (answer.memoryBytes > this.#options.maxMemoryBytes) this.#endThreadAndRestart();
    else this.#runNextQuery();
  }

  /**
   * Ends the thread and starts another one, unless the engine is starting or has failed. Rejects the running query, if
   * any, with `error`, by default as cancelled.
   */
  #endThreadAndRestart(error?: EngineError): void {
    const state = this.#state;
    if (state.kind !== 'idle' && state.kind !== 'running') return;
    const ended = state.thread.end();
    if (state.kind === 'running') {
      clearTimeout(state.timer);
      void ended.then(() => state.job.reject(error ?? createCancelledError()));
    }
    this.#restartCount++;
    this.#startThreadOrRebuild(Promise.resolve()).catch((reason: unknown) =>
      this.#failAllQueries(
        reason instanceof EngineError ? reason : new EngineError('unavailable', String(reason)),
      ),
    );
  }

  #failAllQueries(error: EngineError): void {
    const state = this.#state;
    if (state.kind === 'failed') return;
    this.#state = { kind: 'failed', error };
    if (state.kind === 'running') {
      clearTimeout(state.timer);
      state.job.reject(error);
    }
    for (const job of this.#waiting.splice(0)) job.reject(error);
  }

  #rejectJobAndStopRunning(job: Job): void {
    job.reject(createCancelledError());
    const place = this.#waiting.indexOf(job);
    if (place >= 0) this.#waiting.splice(place, 1);
    const isRunning = (): boolean => this.#state.kind === 'running' && this.#state.job === job;
    if (!isRunning()) return;
    const stopRunning = () => {
      if (isRunning()) this.#endThreadAndRestart(createCancelledError());
    };
    setTimeout(stopRunning, CANCEL_GRACE_MS).unref();
  }
}
