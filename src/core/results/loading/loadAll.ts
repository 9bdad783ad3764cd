/**
 * Fetches every page of a result that is not here yet, several at a time (S36). Pages that are here are
 * never requested again, because each request is an audit event; what fails is requested again, or waits for the
 * person. The pager of the same result should rest meanwhile.
 */
import type { ApiError, Outcome } from '../../service/errors.ts';
import type { Sleep } from '../../service/retry.ts';
import type { AbortSignalLike } from '../../service/transport.ts';
import type { QueryAnswer } from '../../service/types.ts';
import { type AdaptiveLimit, createAdaptiveLimit } from './concurrency.ts';
import { type Failure, judgeFailure } from './failure.ts';
import { createLoadPlan, type LoadPlan, type Waiting } from './loadPlan.ts';
import { createProgress } from './progress.ts';
import type { Result } from './result.ts';

/** Time, chance and cancelling, as the host has them. */
export interface LoadAllDeps {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly sleep: Sleep;
  /** 0..1. */
  readonly random: () => number;
  readonly abortController: () => { readonly signal: AbortSignalLike; abort(): void };
}

export interface LoadAllOptions {
  readonly result: Result;
  /**
   * Sends the request for `limit` rows from `offset`, counted from the start of the result, once: what is to be sent
   * again is decided here.
   */
  readonly fetch: (offset: number, limit: number, signal: AbortSignalLike) => Promise<Outcome<QueryAnswer>>;
  /** Requests under way at most: the setting, 1–8. */
  readonly concurrency: number;
  /** Never more rows than this are loaded. */
  readonly maxRows: number;
  /** Rows of the result as COUNT gave them, if it was asked. */
  readonly expectedRows?: number;
  readonly onChange: () => void;
}

/** What it does, or why it does nothing. */
type LoadAllPhase =
  | { readonly phase: 'ready' | 'running' | 'cancelled' }
  | { readonly phase: 'paused'; readonly pausedBy: 'person' }
  /** `signIn`: the token is no longer good; `error`: it would come again. */
  | { readonly phase: 'paused'; readonly pausedBy: 'signIn' | 'error'; readonly error: ApiError }
  /** `limit` is the user's own LIMIT; `offsetIgnored`: the service gives the same page again. */
  | { readonly phase: 'done'; readonly stoppedBy: 'end' | 'limit' | 'maxRows' | 'offsetIgnored' };

export type LoadAllState = LoadAllPhase & LoadAllFigures;

/** How far it is. */
interface LoadAllFigures {
  /** Rows loaded, those of before included. */
  readonly rows: number;
  /** Requests sent, and how many of them failed. Each may be an audit event. */
  readonly requests: number;
  readonly failed: number;
  readonly underWay: number;
  /** Requests that may be under way at present. */
  readonly concurrency: number;
  /** Milliseconds until the service, which asked for patience, is asked again. */
  readonly waitMs: number;
  readonly elapsedMs: number;
  readonly rowsPerSecond: number;
  /** Undefined while the number of rows is unknown. */
  readonly requestsLeft?: number;
  readonly msLeft?: number;
}

export interface LoadAll {
  state(): LoadAllState;
  /** Starts, or continues after a pause. Gives the state once it is done or cancelled. */
  start(): Promise<LoadAllState>;
  /** No further request is sent; those under way are waited for, and their rows kept. */
  pause(): void;
  /** For good; what is loaded stays, and a new `loadAll` can continue from there. */
  cancel(): void;
}

/** Where no result has a row, so that only a service that ignores OFFSET gives one. */
const PROBE_OFFSET = 1_000_000_000;
const MAX_PROBES = 2;

/** A load of `options.result`, which `start` begins. */
export const createLoadAll = (options: LoadAllOptions, deps: LoadAllDeps): LoadAll =>
  new PageLoader(options, deps);

type StoppedBy = Extract<LoadAllPhase, { readonly phase: 'done' }>['stoppedBy'];

/** Whether OFFSET has an effect, where only equal pages have come: unknown, being asked, or no longer asked. */
type Probe = 'unknown' | 'asking' | 'settled';

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
  /** The service asked to wait until then. */
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
    const requestsLeft = this.#plan.pagesLeft();
    const msLeft = requestsLeft === undefined ? undefined : this.#progress.timeFor(requestsLeft);
    return {
      ...this.#phase,
      rows: this.#options.result.rows.rowCount,
      requests: this.#requests,
      failed: this.#failed,
      underWay: this.#plan.underWay(),
      concurrency: this.#limit.current(),
      waitMs: this.#is('running') ? Math.max(0, this.#holdUntil - now) : 0,
      elapsedMs: this.#progress.elapsed(now),
      rowsPerSecond: this.#progress.rowsPerSecond(),
      ...(requestsLeft === undefined ? {} : { requestsLeft }),
      ...(msLeft === undefined ? {} : { msLeft }),
    };
  }

  start(): Promise<LoadAllState> {
    const before = this.#phase;
    if (before.phase === 'ready' || before.phase === 'paused') {
      if (before.phase === 'paused' && before.pausedBy !== 'person') this.#plan.rearm();
      this.#phase = { phase: 'running' };
      this.#progress.resume(this.#deps.now());
      this.#advance();
    }
    return this.#finished.promise;
  }

  pause(): void {
    // It is no reason to hide that signing in will be needed.
    if (this.#is('running')) this.#pause({ phase: 'paused', pausedBy: 'person' });
    this.#options.onChange();
  }

  cancel(): void {
    if (this.#is('done') || this.#is('cancelled')) return;
    this.#finish({ phase: 'cancelled' });
    this.#abort.abort();
  }

  /** Sends what may be sent now, and finds out whether all is over. */
  #advance(): void {
    if (this.#is('running') && this.#probe !== 'asking') this.#sendDue();
    const isOpen = this.#is('running') || this.#is('paused');
    const isProbing = this.#probe === 'asking' || (this.#is('running') && this.#isProbeDue());
    if (isOpen && !isProbing && this.#plan.finished())
      this.#finish({ phase: 'done', stoppedBy: this.#stoppedBy() });
    else this.#options.onChange();
  }

  /** Whether only a probe can tell if OFFSET has an effect. */
  #isProbeDue(): boolean {
    return this.#probe === 'unknown' && this.#options.result.suspects().length > 0;
  }

  #sendDue(): void {
    // One look at the clock: a page that comes due between two would neither be sent nor waited for.
    const now = this.#deps.now();
    const isHeld = now < this.#holdUntil;
    if (!isHeld && this.#isProbeDue()) {
      void this.#probeOffset();
      return;
    }
    const nextDue = () => (isHeld ? undefined : this.#plan.take(now, this.#limit.current()));
    for (let waiting = nextDue(); waiting; waiting = nextDue()) void this.#send(waiting);
    const next = this.#plan.underWay() < this.#limit.current() ? this.#plan.nextAt() : undefined;
    const at = Math.max(this.#holdUntil, next ?? 0);
    if (at > now) this.#wake(at);
  }

  async #send(waiting: Waiting): Promise<void> {
    const { page } = waiting;
    const { result, fetch } = this.#options;
    const sentAt = this.#deps.now();
    const outcome = await result.request(page, () => {
      this.#requests++;
      return fetch(result.offsetOf(page), result.limitOf(page), this.#abort.signal);
    });
    if (outcome.ok) {
      const before = result.rows.rowCount;
      const received = result.receive(page, outcome.value);
      const now = this.#deps.now();
      this.#plan.done(page);
      this.#limit.answered(sentAt, now);
      this.#progress.add(result.rows.rowCount - before, now);
      if (received === 'late' && !result.has(page)) return this.cancel();
    } else this.#receiveFailure(waiting, outcome.error, sentAt);
    this.#advance();
  }

  #receiveFailure(waiting: Waiting, error: ApiError, sentAt: number): void {
    const tries = waiting.tries + 1;
    const failure = this.#judge(error, tries, sentAt);
    const notBefore = failure.kind === 'passing' ? this.#deps.now() + failure.waitMs : 0;
    this.#plan.again({ page: waiting.page, tries, notBefore });
    this.#obey(failure, error);
  }

  /** Finds out what a failure means, and counts it. */
  #judge(error: ApiError, tries: number, sentAt: number): Failure {
    this.#failed++;
    const failure = judgeFailure(error, tries, this.#deps.random);
    const isCrowded = failure.kind === 'passing' || failure.kind === 'tooLong';
    if (isCrowded && !this.#is('cancelled')) this.#limit.failed(sentAt, this.#deps.now());
    return failure;
  }

  /** Waits with all requests where the service asked for that, or pauses. */
  #obey(failure: Failure, error: ApiError): void {
    if (this.#is('cancelled')) return;
    if (failure.kind !== 'passing') this.#pauseFor(failure, error);
    else if (failure.everyone) this.#holdUntil = Math.max(this.#holdUntil, this.#deps.now() + failure.waitMs);
  }

  /** Asks far past any end. One more audit event, against thousands if OFFSET has no effect on equal records. */
  async #probeOffset(): Promise<void> {
    this.#probe = 'asking';
    this.#probes++;
    this.#requests++;
    const sentAt = this.#deps.now();
    const outcome = await this.#options.fetch(PROBE_OFFSET, 1, this.#abort.signal);
    if (outcome.ok) {
      if ((outcome.value.records ?? []).length > 0) this.#options.result.markOffsetIgnored();
      this.#probe = 'settled';
    } else {
      const failure = this.#judge(outcome.error, this.#probes, sentAt);
      const isFinal = failure.kind === 'final';
      this.#probe = isFinal || this.#probes === MAX_PROBES ? 'settled' : 'unknown';
      // A service may reject such an offset: pages near the end are no worse for it.
      if (!isFinal) this.#obey(failure, outcome.error);
    }
    this.#advance();
  }

  #wake(at: number): void {
    if (at >= this.#wakeAt) return;
    this.#wakeAt = at;
    const awake = (): void => {
      if (this.#wakeAt !== at) return;
      this.#wakeAt = Number.POSITIVE_INFINITY;
      this.#advance();
    };
    const delay = Math.max(0, at - this.#deps.now());
    // Also a sleep that rejects when its signal aborts, as Node's does, just ends the wait.
    void this.#deps.sleep(delay, this.#abort.signal).then(awake, awake);
  }

  /**
   * Pauses with the error of a request that is not sent again automatically. The first one is shown, unless a later one
   * says that the service wants no request for a long time: then nothing but the user may continue.
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

  #is(phase: LoadAllPhase['phase']): boolean {
    return this.#phase.phase === phase;
  }

  #finish(phase: LoadAllPhase): void {
    this.#phase = phase;
    this.#progress.pause(this.#deps.now());
    this.#options.onChange();
    this.#finished.resolve(this.state());
  }

  /** Pages that come later, one by one, change nothing of why it was done. */
  #stoppedBy(): StoppedBy {
    const { result } = this.#options;
    if (result.offsetIgnored()) return 'offsetIgnored';
    if (this.#plan.capped()) return 'maxRows';
    const { total } = result;
    return total !== undefined && result.end() === total ? 'limit' : 'end';
  }
}
