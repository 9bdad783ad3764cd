/**
 * Fetches every page of a result that is not here yet, several at a time (S36). Pages that are here are
 * never asked for again, because each request is an audit event; what fails is asked for again, or waits for the
 * person. The pager of the same result should rest meanwhile.
 */
import type { ApiError, Outcome } from '../../service/errors.ts';
import type { Sleep } from '../../service/retry.ts';
import type { AbortSignalLike } from '../../service/transport.ts';
import type { QueryAnswer } from '../../service/types.ts';
import { createAdaptiveLimit } from './concurrency.ts';
import { judgeFailure } from './failure.ts';
import { createLoadPlan, type Waiting } from './loadPlan.ts';
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

export interface LoadAllState {
  readonly phase: 'ready' | 'running' | 'paused' | 'done' | 'cancelled';
  /** Why it is paused; `signIn`: the token is no longer good; `error`: `error` would come again. */
  readonly pausedBy?: 'person' | 'signIn' | 'error';
  readonly error?: ApiError;
  /** Why it is done. `limit` is the user's own LIMIT; `offsetIgnored`: the service gives the same page again. */
  readonly stoppedBy?: 'end' | 'limit' | 'maxRows' | 'offsetIgnored';
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
  /** Starts, or goes on after a pause. Gives the state once it is done or cancelled. */
  start(): Promise<LoadAllState>;
  /** No further request is sent; those under way are waited for, and their rows kept. */
  pause(): void;
  /** For good; what is loaded stays, and a new `loadAll` can go on from there. */
  cancel(): void;
}

/** Where no result has a row, so that only a service that ignores OFFSET gives one. */
const PROBE_OFFSET = 1_000_000_000;
const MAX_PROBES = 2;

export function createLoadAll(options: LoadAllOptions, deps: LoadAllDeps): LoadAll {
  const { result, fetch, onChange } = options;
  const { now, random } = deps;
  const { pageSize } = result.options;
  const plan = createLoadPlan(options);
  const limit = createAdaptiveLimit(options.concurrency);
  const progress = createProgress();
  const abort = deps.abortController();
  const finished = Promise.withResolvers<LoadAllState>();
  let phase: LoadAllState['phase'] = 'ready';
  let pausedBy: LoadAllState['pausedBy'];
  let error: ApiError | undefined;
  let requests = 0;
  let failed = 0;
  /** The service asked for patience until then. */
  let holdUntil = 0;
  let wakeAt = Number.POSITIVE_INFINITY;
  /** `open`: an equal page may come; `asking`; `settled`: it is known, or not to be found out, whether OFFSET counts. */
  let probe: 'open' | 'asking' | 'settled' = 'open';
  let probes = 0;

  const settle = (to: 'done' | 'cancelled'): void => {
    phase = to;
    progress.pause(now());
    onChange();
    finished.resolve(state());
  };
  const pause = (by: NonNullable<LoadAllState['pausedBy']>, cause?: ApiError): void => {
    if (phase !== 'running' && phase !== 'paused') return;
    phase = 'paused';
    // A person's pause is no reason to hide that signing in will be needed.
    if (by !== 'person' || pausedBy === undefined) pausedBy = by;
    error ??= cause;
    progress.pause(now());
  };

  const send = async (one: Waiting): Promise<void> => {
    const { page } = one;
    const sentAt = now();
    requests++;
    const outcome = await fetch(page * pageSize, result.limitOf(page), abort.signal);
    if (outcome.ok) {
      const before = result.rows.rowCount;
      const received = result.receive(page, outcome.value);
      plan.done(page);
      limit.answered(sentAt, now());
      progress.add(result.rows.rowCount - before, now());
      if (received === 'late' && !result.has(page)) return cancel();
    } else refused(one, outcome.error, sentAt);
    pump();
  };

  const refused = (one: Waiting, cause: ApiError, sentAt: number): void => {
    failed++;
    const tries = one.tries + 1;
    const failure = judgeFailure(cause, tries, random);
    const notBefore = failure.kind === 'passing' ? now() + failure.waitMs : 0;
    plan.again({ page: one.page, tries, notBefore });
    if (phase === 'cancelled') return;
    if (failure.kind === 'passing') {
      limit.failed(sentAt, now());
      if (failure.everyone) holdUntil = Math.max(holdUntil, notBefore);
    } else pause(failure.kind === 'signIn' ? 'signIn' : 'error', cause);
  };

  /** Asks far past any end. One more audit event, against thousands if OFFSET has no effect on equal records. */
  const ask = async (): Promise<void> => {
    probe = 'asking';
    probes++;
    requests++;
    const outcome = await fetch(PROBE_OFFSET, 1, abort.signal);
    if (!outcome.ok) failed++;
    if (outcome.ok && (outcome.value.records ?? []).length > 0) result.markOffsetIgnored();
    probe = outcome.ok || probes === MAX_PROBES ? 'settled' : 'open';
    pump();
  };

  const wake = (at: number): void => {
    if (at >= wakeAt) return;
    wakeAt = at;
    const awake = (): void => {
      if (wakeAt !== at) return;
      wakeAt = Number.POSITIVE_INFINITY;
      pump();
    };
    // Also a sleep that rejects when its signal aborts, as Node's does, just ends the wait.
    void deps.sleep(Math.max(0, at - now()), abort.signal).then(awake, awake);
  };

  const pump = (): void => {
    if (phase === 'running' && probe === 'open' && result.suspects().length > 0) void ask();
    if (phase === 'running' && probe !== 'asking') sendWhatMay();
    const over = (phase === 'running' || phase === 'paused') && probe !== 'asking' && plan.finished();
    if (over) settle('done');
    else onChange();
  };

  const sendWhatMay = (): void => {
    // One look at the clock: a page that comes due between two would neither be sent nor waited for.
    const time = now();
    const take = () => (time >= holdUntil ? plan.take(time, limit.current()) : undefined);
    for (let one = take(); one; one = take()) void send(one);
    const next = plan.underWay() < limit.current() ? plan.nextAt() : undefined;
    const at = Math.max(holdUntil, next ?? 0);
    if (at > time) wake(at);
  };

  const stoppedBy = (): NonNullable<LoadAllState['stoppedBy']> => {
    if (result.offsetIgnored()) return 'offsetIgnored';
    if (plan.capped()) return 'maxRows';
    return result.end() === result.options.total ? 'limit' : 'end';
  };

  const state = (): LoadAllState => {
    const requestsLeft = plan.pagesLeft();
    const msLeft = requestsLeft === undefined ? undefined : progress.timeFor(requestsLeft);
    return {
      phase,
      ...(phase === 'paused' && pausedBy ? { pausedBy } : {}),
      ...(phase === 'paused' && error ? { error } : {}),
      ...(phase === 'done' ? { stoppedBy: stoppedBy() } : {}),
      rows: result.rows.rowCount,
      requests,
      failed,
      underWay: plan.underWay(),
      concurrency: limit.current(),
      waitMs: phase === 'running' ? Math.max(0, holdUntil - now()) : 0,
      elapsedMs: progress.elapsed(now()),
      rowsPerSecond: progress.rowsPerSecond(),
      ...(requestsLeft === undefined ? {} : { requestsLeft }),
      ...(msLeft === undefined ? {} : { msLeft }),
    };
  };

  const cancel = (): void => {
    if (phase === 'done' || phase === 'cancelled') return;
    settle('cancelled');
    abort.abort();
  };

  return {
    state,
    start() {
      if (phase === 'ready' || phase === 'paused') {
        if (pausedBy !== undefined && pausedBy !== 'person') plan.rearm();
        phase = 'running';
        pausedBy = undefined;
        error = undefined;
        progress.resume(now());
        pump();
      }
      return finished.promise;
    },
    pause() {
      pause('person');
      onChange();
    },
    cancel,
  };
}
