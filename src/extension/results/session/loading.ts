import { estimateCost } from '../../../core/results/loading/cost.ts';
import { findDoubts } from '../../../core/results/loading/doubts.ts';
import { createLoadAll, type LoadAll, type LoadAllState } from '../../../core/results/loading/loadAll.ts';
import type { Pager } from '../../../core/results/loading/pager.ts';
import type { ApiError } from '../../../core/service/errors.ts';
import { sleep } from '../../../node/sleep.ts';
import type { Deps } from '../../app/deps.ts';
import { isCountingOrLoading, type LoadingStage, type LoadingState } from '../view/loadingTexts.ts';
import type { RunRequests } from './requests.ts';

/** Assumed duration of a request in milliseconds, for the cost estimate before a request was measured. */
const ASSUMED_REQUEST_MS = 100;

/** A Load All that was started: it is running or paused, or has ended. */
interface StartedLoadAll {
  readonly kind: 'loading';
  readonly all: LoadAll;
  /** Whether the user closed the notice about the end of this Load All. */
  readonly isClosed: boolean;
}
/**
 * The stage of Load All. `offered`: Load All is offered with its estimated cost. `counting`: a COUNT request is
 * pending. `before` is the Load All that was started earlier; undefined if there was none.
 */
type Stage =
  | { readonly kind: 'none' }
  | { readonly kind: 'offered'; readonly before: StartedLoadAll | undefined; readonly error?: ApiError }
  | {
      readonly kind: 'counting';
      readonly before: StartedLoadAll | undefined;
      readonly abort: AbortController;
    }
  | StartedLoadAll;

export interface LoadingOptions {
  readonly settings: Pick<Deps['settings'], 'concurrency' | 'maxRows'>;
  readonly pager: Pager;
  readonly requests: Pick<RunRequests, 'canCount' | 'countRows' | 'fetchPageWithoutRetry'>;
  readonly onChange: () => void;
}

/**
 * Load All of one result. Displays the estimated cost, counts the rows on request, and loads all pages. Loading can be
 * paused and resumed.
 */
export class Loading {
  readonly #options: LoadingOptions;
  #stage: Stage = { kind: 'none' };
  #countedRows: number | undefined;
  #idleCallbacks: (() => void)[] = [];

  constructor(options: LoadingOptions) {
    this.#options = options;
  }

  /** Returns the current stage with the estimated cost. */
  state(): LoadingState {
    const { pager, requests, settings } = this.#options;
    const { result } = pager;
    const countedRows = this.#countedRows;
    return {
      stage: this.#describeStage(),
      ...(countedRows === undefined ? {} : { countedRows }),
      cost: this.#estimateCost(),
      maxRows: settings.maxRows(),
      canCount: requests.canCount && countedRows === undefined && result.totalRowCount() === undefined,
      pageSize: result.pageSize,
      doubts: findDoubts(result, countedRows),
    };
  }

  /** Whether a COUNT request is pending or Load All is running. False while Load All is paused. */
  isBusy(): boolean {
    return isCountingOrLoading({ stage: this.#describeStage() });
  }

  /** Whether Load All is offered with its estimated cost, and the user has not decided yet. */
  isOfferDisplayed(): boolean {
    return this.#stage.kind === 'offered';
  }

  /** Whether Load All was started at least once for this result. */
  hasStarted(): boolean {
    return this.#earlierLoadAll() !== undefined;
  }

  /** Whether Load All is running: neither paused nor finished. */
  isLoading(): boolean {
    return this.#loadAllState()?.phase === 'running';
  }

  /** The error that paused Load All, or for which the COUNT request failed; undefined if there is none. */
  error(): ApiError | undefined {
    const stage = this.#describeStage();
    if (stage.kind === 'offered') return stage.error;
    if (stage.kind !== 'loading' || stage.all.phase !== 'paused') return undefined;
    return 'error' in stage.all ? stage.all.error : undefined;
  }

  /**
   * Displays the estimated cost of Load All and sends no request. If Load All is paused, resumes it instead. Does
   * nothing while Load All is running or a COUNT request is pending.
   */
  displayOffer(): void {
    if (this.isBusy()) return;
    if (this.#loadAllState()?.phase === 'paused') return void this.start();
    // The error of a page must not hide the offer.
    this.#options.pager.clearError();
    this.#setStage({ kind: 'offered', before: this.#earlierLoadAll() });
  }

  /**
   * Sends a COUNT request for the number of rows of the result, then displays the cost with that number, or with the
   * error of the request. Ignores the response if the user has started Load All meanwhile. Does nothing if the rows
   * can't be counted, Load All is running, or a COUNT request is pending.
   */
  async countRows(): Promise<void> {
    const { requests } = this.#options;
    if (!requests.canCount || this.isBusy()) return;
    const before = this.#earlierLoadAll();
    const counting = { kind: 'counting', before, abort: new AbortController() } as const;
    this.#setStage(counting);
    const outcome = await requests.countRows(counting.abort.signal);
    // The user has started Load All meanwhile, so the offer is no longer displayed.
    if (this.#stage !== counting) return;
    if (outcome.ok) {
      this.#countedRows = outcome.value;
      this.#options.pager.result.recordCount(outcome.value);
    }
    this.#setStage({ kind: 'offered', before, ...(outcome.ok ? {} : { error: outcome.error }) });
  }

  /** Starts Load All, or resumes it if it is paused. Resolves once Load All is done, cancelled or paused. */
  async start(): Promise<void> {
    const { phase } = this.#loadAllState() ?? {};
    if (phase !== 'running') {
      const stage = this.#stage;
      this.#options.pager.clearError();
      const isPaused = stage.kind === 'loading' && phase === 'paused';
      const all = isPaused ? stage.all : this.#createLoadAll();
      this.#stage = { kind: 'loading', all, isClosed: false };
      void all.start();
      this.#notifyChange();
    }
    if (this.isBusy()) await new Promise<void>((resolve) => this.#idleCallbacks.push(resolve));
  }

  pause(): void {
    if (this.#stage.kind === 'loading') this.#stage.all.pause();
  }

  /** Cancels the pending COUNT request or Load All, if there is one. */
  cancel(): void {
    const stage = this.#stage;
    if (stage.kind === 'counting') stage.abort.abort();
    else if (stage.kind === 'loading') stage.all.cancel();
  }

  /** Resumes Load All if it is paused because there was no valid token. */
  resumeAfterSignIn(): void {
    const loaded = this.#loadAllState();
    if (loaded?.phase === 'paused' && loaded.pausedBy === 'signIn') void this.start();
  }

  /** Hides the displayed cost of Load All, or the notice about the end of Load All. */
  dismissNotice(): void {
    const stage = this.#stage;
    if (stage.kind === 'offered') this.#setStage(stage.before ?? { kind: 'none' });
    else if (stage.kind === 'loading' && this.#loadAllState()?.phase === 'done')
      this.#setStage({ ...stage, isClosed: true });
  }

  #describeStage(): LoadingStage {
    const stage = this.#stage;
    switch (stage.kind) {
      case 'none':
      case 'counting':
        return { kind: stage.kind };
      case 'offered':
        return { kind: 'offered', ...(stage.error ? { error: stage.error } : {}) };
      case 'loading':
        return { kind: 'loading', all: stage.all.state(), isClosed: stage.isClosed };
    }
  }

  #loadAllState(): LoadAllState | undefined {
    return this.#stage.kind === 'loading' ? this.#stage.all.state() : undefined;
  }

  #earlierLoadAll(): StartedLoadAll | undefined {
    const stage = this.#stage;
    if (stage.kind === 'none') return undefined;
    return stage.kind === 'loading' ? stage : stage.before;
  }

  #setStage(stage: Stage): void {
    this.#stage = stage;
    this.#notifyChange();
  }

  #notifyChange(): void {
    this.#options.onChange();
    if (this.isBusy()) return;
    for (const resolve of this.#idleCallbacks.splice(0)) resolve();
  }

  #createLoadAll(): LoadAll {
    const { pager, requests, settings } = this.#options;
    return createLoadAll(
      {
        result: pager.result,
        fetch: (offset, limit, signal) => requests.fetchPageWithoutRetry(offset, limit, signal),
        concurrency: settings.concurrency(),
        maxRows: settings.maxRows(),
        ...(this.#countedRows === undefined ? {} : { expectedRows: this.#countedRows }),
        onChange: () => this.#notifyChange(),
      },
      {
        now: () => performance.now(),
        sleep,
        random: Math.random,
        abortController: () => new AbortController(),
      },
    );
  }

  #estimateCost(): LoadingState['cost'] {
    const { pager, settings } = this.#options;
    const { result } = pager;
    const { pageSize, userLimit } = result;
    const rows = result.totalRowCount() ?? this.#countedRows ?? userLimit;
    const ms = pager.state().exchange?.milliseconds ?? ASSUMED_REQUEST_MS;
    return {
      rows,
      ...estimateCost(rows, pageSize, ms, settings.concurrency(), {
        pagesLoaded: Math.ceil(result.rows.rowCount / pageSize),
        maxRows: settings.maxRows(),
        isEndUnknown: result.totalRowCount() === undefined && this.#countedRows === undefined,
      }),
    };
  }
}
