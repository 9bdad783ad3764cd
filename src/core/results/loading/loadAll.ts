/** Loads the missing pages of a result, several at a time (S36). */
import type { ApiError, Outcome } from '../../service/errors.ts';
import type { Sleep } from '../../service/retry.ts';
import type { AbortSignalLike } from '../../service/transport.ts';
import type { QueryResult } from '../../service/types.ts';
import { type AdaptiveLimit, createAdaptiveLimit } from './concurrency.ts';
import { classifyFailure, type Failure } from './failure.ts';
import { createLoadPlan, type LoadPlan, type PageAttempt } from './loadPlan.ts';
import { createProgress } from './progress.ts';
import type { Result } from './result.ts';

export interface LoadAllDeps {
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly random: () => number;
  readonly abortController: () => { readonly signal: AbortSignalLike; abort(): void };
}

export interface LoadAllOptions {
  readonly result: Result;
  /**
   * Sends one request for `limit` rows from `offset` (0-based, in the whole result). Must not send a failed request
   * again, except with a renewed token.
   */
  readonly fetch: (offset: number, limit: number, signal: AbortSignalLike) => Promise<Outcome<QueryResult>>;
  readonly concurrency: number;
  /** Maximum number of rows to load. A page whose rows could exceed it is not requested. */
  readonly maxRows: number;
  readonly expectedRows?: number;
  readonly onChange: () => void;
}

type LoadAllPhase =
  | { readonly phase: 'ready' | 'running' | 'cancelled' }
  | { readonly phase: 'paused'; readonly pausedBy: 'user' }
  /** `signIn`: there is no valid token. `error`: a request failed and is not sent again automatically. */
  | { readonly phase: 'paused'; readonly pausedBy: 'signIn' | 'error'; readonly error: ApiError }
  /** `limit`: the user's own LIMIT was reached. `offsetIgnored`: the service is known to ignore OFFSET. */
  | { readonly phase: 'done'; readonly stoppedBy: 'end' | 'limit' | 'maxRows' | 'offsetIgnored' };

export type LoadAllState = LoadAllPhase & LoadAllFigures;

interface LoadAllFigures {
  readonly rows: number;
  readonly requests: number;
  readonly failed: number;
  readonly pendingRequests: number;
  readonly concurrency: number;
  /** Milliseconds until requests are sent again after the service was overloaded or requested a wait; otherwise 0. */
  readonly waitMs: number;
  readonly elapsedMs: number;
  readonly rowsPerSecond: number;
  /**
   * Estimated number of requests that are pending or still to be sent. Absent while nothing but `maxRows` limits the
   * number of rows.
   */
  readonly requestsLeft?: number;
  readonly msLeft?: number;
}

export interface LoadAll {
  state(): LoadAllState;
  /** Starts the load, or continues it after a pause. Resolves to the state once the load is done or cancelled. */
  start(): Promise<LoadAllState>;
  /** Sends no further requests until `start` is called. Pending requests are not aborted. */
  pause(): void;
  /** Ends the load for good and aborts the pending requests that it sent. Loaded rows are kept. */
  cancel(): void;
}

/**
 * An offset so large that no result is expected to have a row there. If the service returns a row, it ignores OFFSET.
 */
const PROBE_OFFSET = 1_000_000_000;
const MAX_PROBES = 2;

/** Creates a `LoadAll` that loads the missing rows of `options.result`. Nothing is sent before `start` is called. */
export const createLoadAll = (options: LoadAllOptions, deps: LoadAllDeps): LoadAll =>
  new PageLoader(options, deps);

type StoppedBy = Extract<LoadAllPhase, { readonly phase: 'done' }>['stoppedBy'];

type Probe = 'unknown' | 'pending' | 'settled';

class PageLoader implements LoadAll {
  readonly #options: LoadAllOptions;
  readonly #deps: LoadAllDeps;
  readonly #plan: LoadPlan;
  readonly #limit: AdaptiveLimit;
  readonly #progress = createProgress();
  readonly #abort: ReturnType<LoadAllDeps['abortController']>;
  readonly #finished = Promise.withResolvers<LoadAllState>();
  #phase: LoadAllPhase = { phase: 'ready' };
  #requests = 0;
  #failed = 0;
  #holdUntil = 0;
  #wakeAt = Number.POSITIVE_INFINITY;
  #probe: Probe = 'unknown';
  #probes = 0;

  constructor(options: LoadAllOptions, deps: LoadAllDeps) {
    this.#options = options;
    this.#deps = deps;
    this.#plan = createLoadPlan(options);
    this.#limit = createAdaptiveLimit(options.concurrency);
    this.#abort = deps.abortController();
  }

  state(): LoadAllState {
    const now = this.#deps.now();
    const requestsLeft = this.#plan.estimatePagesLeft();
    const msLeft = requestsLeft === undefined ? undefined : this.#progress.estimateRemainingMs(requestsLeft);
    return {
      ...this.#phase,
      rows: this.#options.result.rows.rowCount,
      requests: this.#requests,
      failed: this.#failed,
      pendingRequests: this.#plan.countPending(),
      concurrency: this.#limit.currentLimit(),
      waitMs: this.#isInPhase('running') ? Math.max(0, this.#holdUntil - now) : 0,
      elapsedMs: this.#progress.elapsedMs(now),
      rowsPerSecond: this.#progress.rowsPerSecond(),
      ...(requestsLeft === undefined ? {} : { requestsLeft }),
      ...(msLeft === undefined ? {} : { msLeft }),
    };
  }

  start(): Promise<LoadAllState> {
    const before = this.#phase;
    if (before.phase === 'ready' || before.phase === 'paused') {
      if (before.phase === 'paused' && before.pausedBy !== 'user') this.#plan.resetAttempts();
      this.#phase = { phase: 'running' };
      this.#progress.resume(this.#deps.now());
      this.#sendDueOrFinish();
    }
    return this.#finished.promise;
  }

  pause(): void {
    // A load that is already paused keeps its reason, for example that the user has to sign in.
    if (this.#isInPhase('running')) this.#pause({ phase: 'paused', pausedBy: 'user' });
    this.#options.onChange();
  }

  cancel(): void {
    if (this.#isInPhase('done') || this.#isInPhase('cancelled')) return;
    this.#finishInPhase({ phase: 'cancelled' });
    this.#abort.abort();
  }

  #sendDueOrFinish(): void {
    if (this.#isInPhase('running') && this.#probe !== 'pending') this.#sendDueRequests();
    const isOpen = this.#isInPhase('running') || this.#isInPhase('paused');
    const isProbing = this.#probe === 'pending' || (this.#isInPhase('running') && this.#isProbeDue());
    if (isOpen && !isProbing && this.#plan.isFinished())
      this.#finishInPhase({ phase: 'done', stoppedBy: this.#findStopReason() });
    else this.#options.onChange();
  }

  #isProbeDue(): boolean {
    return this.#probe === 'unknown' && this.#options.result.suspectOffsets().length > 0;
  }

  #sendDueRequests(): void {
    // The clock is read once. A page that became due between two readings would neither be requested nor waited for.
    const now = this.#deps.now();
    const isHeld = now < this.#holdUntil;
    if (!isHeld && this.#isProbeDue()) {
      void this.#probeOffset();
      return;
    }
    const nextDue = () => (isHeld ? undefined : this.#plan.takeNextPage(now, this.#limit.currentLimit()));
    for (let waiting = nextDue(); waiting; waiting = nextDue()) void this.#requestPage(waiting);
    const next =
      this.#plan.countPending() < this.#limit.currentLimit() ? this.#plan.nextDueTime() : undefined;
    const at = Math.max(this.#holdUntil, next ?? 0);
    if (at > now) this.#scheduleNextSend(at);
  }

  async #requestPage(waiting: PageAttempt): Promise<void> {
    const { page } = waiting;
    const { result, fetch } = this.#options;
    const sentAt = this.#deps.now();
    const outcome = await result.requestPage(page, () => {
      this.#requests++;
      return fetch(
        result.offsetOfNextRequestForPage(page),
        result.limitOfNextRequestForPage(page),
        this.#abort.signal,
      );
    });
    if (outcome.ok) {
      const before = result.rows.rowCount;
      const received = result.addResponse(page, outcome.value);
      const now = this.#deps.now();
      this.#plan.markDone(page);
      this.#limit.recordResponse(sentAt, now);
      this.#progress.addResponse(result.rows.rowCount - before, now);
      if (received === 'late' && !result.hasPage(page)) return this.cancel();
    } else this.#handleFailure(waiting, outcome.error, sentAt);
    this.#sendDueOrFinish();
  }

  #handleFailure(waiting: PageAttempt, error: ApiError, sentAt: number): void {
    const tries = waiting.tries + 1;
    const failure = this.#recordFailure(error, tries, sentAt);
    const notBefore = failure.kind === 'transient' ? this.#deps.now() + failure.waitMs : 0;
    this.#plan.retryLater({ page: waiting.page, tries, notBefore });
    this.#waitOrPauseFor(failure, error);
  }

  #recordFailure(error: ApiError, tries: number, sentAt: number): Failure {
    this.#failed++;
    const failure = classifyFailure(error, tries, this.#deps.random);
    const isCrowded = failure.kind === 'transient' || failure.kind === 'tooLong';
    if (isCrowded && !this.#isInPhase('cancelled')) this.#limit.recordFailure(sentAt, this.#deps.now());
    return failure;
  }

  #waitOrPauseFor(failure: Failure, error: ApiError): void {
    if (this.#isInPhase('cancelled')) return;
    if (failure.kind !== 'transient') this.#pauseFor(failure, error);
    else if (failure.delaysAll)
      this.#holdUntil = Math.max(this.#holdUntil, this.#deps.now() + failure.waitMs);
  }

  async #probeOffset(): Promise<void> {
    this.#probe = 'pending';
    this.#probes++;
    this.#requests++;
    const sentAt = this.#deps.now();
    const outcome = await this.#options.fetch(PROBE_OFFSET, 1, this.#abort.signal);
    if (outcome.ok) {
      if ((outcome.value.records ?? []).length > 0) this.#options.result.markOffsetIgnored();
      this.#probe = 'settled';
    } else {
      const failure = this.#recordFailure(outcome.error, this.#probes, sentAt);
      const isFinal = failure.kind === 'final';
      this.#probe = isFinal || this.#probes === MAX_PROBES ? 'settled' : 'unknown';
      // A final failure does not pause the load, because a service may reject so large an offset and still return all
      // pages.
      if (!isFinal) this.#waitOrPauseFor(failure, outcome.error);
    }
    this.#sendDueOrFinish();
  }

  #scheduleNextSend(at: number): void {
    if (at >= this.#wakeAt) return;
    this.#wakeAt = at;
    const awake = (): void => {
      if (this.#wakeAt !== at) return;
      this.#wakeAt = Number.POSITIVE_INFINITY;
      this.#sendDueOrFinish();
    };
    const delay = Math.max(0, at - this.#deps.now());
    // A sleep that rejects when its signal aborts, as Node's does, ends the wait too.
    void this.#deps.sleep(delay, this.#abort.signal).then(awake, awake);
  }

  /**
   * Pauses with the error of a request that is not sent again automatically. If the load is already paused by an error,
   * that error is kept, unless the new failure is `tooLong`.
   */
  #pauseFor({ kind }: Failure, error: ApiError): void {
    const before = this.#phase;
    if (before.phase !== 'running' && before.phase !== 'paused') return;
    if ('error' in before && kind !== 'tooLong') return;
    this.#pause({ phase: 'paused', pausedBy: kind === 'signIn' ? 'signIn' : 'error', error });
  }

  #pause(paused: Extract<LoadAllPhase, { readonly phase: 'paused' }>): void {
    this.#phase = paused;
    this.#progress.pause(this.#deps.now());
  }

  #isInPhase(phase: LoadAllPhase['phase']): boolean {
    return this.#phase.phase === phase;
  }

  #finishInPhase(phase: LoadAllPhase): void {
    this.#phase = phase;
    this.#progress.pause(this.#deps.now());
    this.#options.onChange();
    this.#finished.resolve(this.state());
  }

  #findStopReason(): StoppedBy {
    const { result } = this.#options;
    if (result.isOffsetIgnored()) return 'offsetIgnored';
    if (this.#plan.isCappedByMaxRows()) return 'maxRows';
    const { userLimit } = result;
    return userLimit !== undefined && result.totalRowCount() === userLimit ? 'limit' : 'end';
  }
}
