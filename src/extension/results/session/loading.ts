import { estimateCost } from '../../../core/results/loading/cost.ts';
import { doubtsOf } from '../../../core/results/loading/doubts.ts';
import { createLoadAll, type LoadAll, type LoadAllState } from '../../../core/results/loading/loadAll.ts';
import type { Pager } from '../../../core/results/loading/pager.ts';
import type { ApiError } from '../../../core/service/errors.ts';
import { sleep } from '../../../node/sleep.ts';
import type { Deps } from '../../app/deps.ts';
import { isWorking, type LoadingStage, type LoadingState } from '../view/loadingTexts.ts';
import type { RunRequests } from './requests.ts';

/** Assumed duration of a request in milliseconds, for the cost estimate before a request was measured. */
const GUESSED_MS = 100;

/** A Load All that was started, whether it is running, paused or has ended. */
interface Loads {
  readonly kind: 'loading';
  readonly all: LoadAll;
  /** Whether the user closed the notice about the end of this Load All. */
  readonly isClosed: boolean;
}
/**
 * The stage of Load All. `offered`: the estimated cost is displayed, and nothing was sent for it. `counting`: a COUNT
 * request is pending. `before` is the Load All that was started earlier; undefined if there was none.
 */
type Stage =
  | { readonly kind: 'none' }
  | { readonly kind: 'offered'; readonly before: Loads | undefined; readonly error?: ApiError }
  | { readonly kind: 'counting'; readonly before: Loads | undefined; readonly abort: AbortController }
  | Loads;

export interface LoadingOptions {
  readonly settings: Pick<Deps['settings'], 'concurrency' | 'maxRows'>;
  readonly pager: Pager;
  readonly requests: Pick<RunRequests, 'canCount' | 'count' | 'pageOnce'>;
  readonly onChange: () => void;
}

/**
 * Load All of one result. Displays the estimated cost, counts the rows if the user wants that, and loads all pages.
 * Loading can be paused and resumed.
 */
export class Loading {
  readonly #options: LoadingOptions;
  #stage: Stage = { kind: 'none' };
  /** Number of rows that COUNT returned; undefined if the rows were not counted. */
  #expected: number | undefined;
  #waiting: (() => void)[] = [];

  constructor(options: LoadingOptions) {
    this.#options = options;
  }

  /** Returns the current stage with the estimated cost. The stage is `none` until the user asks for Load All. */
  state(): LoadingState {
    const { pager, requests, settings } = this.#options;
    const { result } = pager;
    const expected = this.#expected;
    return {
      stage: this.#stageNow(),
      ...(expected === undefined ? {} : { expected }),
      cost: this.#cost(),
      maxRows: settings.maxRows(),
      mayCount: requests.canCount && expected === undefined && result.end() === undefined,
      pageSize: result.pageSize,
      doubts: doubtsOf(result, expected),
    };
  }

  /** Whether a COUNT request is pending or Load All is running. False while Load All is paused. */
  isBusy(): boolean {
    return isWorking({ stage: this.#stageNow() });
  }

  /** Whether the estimated cost of Load All is displayed and the user has not decided yet. */
  isOffered(): boolean {
    return this.#stage.kind === 'offered';
  }

  /** Whether Load All was started at least once for this result. */
  hasBegun(): boolean {
    return this.#before() !== undefined;
  }

  /** Whether Load All is running: neither paused nor finished. */
  isLoading(): boolean {
    return this.#loaded()?.phase === 'running';
  }

  /** The error that paused Load All, or for which the COUNT request failed; undefined if there is none. */
  error(): ApiError | undefined {
    const stage = this.#stageNow();
    if (stage.kind === 'offered') return stage.error;
    if (stage.kind !== 'loading' || stage.all.phase !== 'paused') return undefined;
    return 'error' in stage.all ? stage.all.error : undefined;
  }

  /**
   * Displays the estimated cost of Load All and sends no request. If Load All is paused, resumes it instead. Does
   * nothing while Load All is running or a COUNT request is pending.
   */
  offer(): void {
    if (this.isBusy()) return;
    if (this.#loaded()?.phase === 'paused') return void this.start();
    // The error of a page must not hide the offer.
    this.#options.pager.clearError();
    this.#turnTo({ kind: 'offered', before: this.#before() });
  }

  /**
   * Sends a COUNT request for the number of rows of the result, and displays the cost with that number. Does nothing if
   * the rows can't be counted, Load All is running, or a COUNT request is pending.
   */
  async count(): Promise<void> {
    const { requests } = this.#options;
    if (!requests.canCount || this.isBusy()) return;
    const before = this.#before();
    const counting = { kind: 'counting', before, abort: new AbortController() } as const;
    this.#turnTo(counting);
    const outcome = await requests.count(counting.abort.signal);
    // The user has started Load All meanwhile, so the offer is no longer displayed.
    if (this.#stage !== counting) return;
    if (outcome.ok) {
      this.#expected = outcome.value;
      this.#options.pager.result.noteCount(outcome.value);
    }
    this.#turnTo({ kind: 'offered', before, ...(outcome.ok ? {} : { error: outcome.error }) });
  }

  /** Starts Load All, or resumes it if it is paused. Resolves once Load All is done, cancelled or paused. */
  async start(): Promise<void> {
    const { phase } = this.#loaded() ?? {};
    if (phase !== 'running') {
      const stage = this.#stage;
      this.#options.pager.clearError();
      const isPaused = stage.kind === 'loading' && phase === 'paused';
      const all = isPaused ? stage.all : this.#createLoadAll();
      this.#stage = { kind: 'loading', all, isClosed: false };
      void all.start();
      this.#changed();
    }
    if (this.isBusy()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
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

  /** Resumes Load All if it is paused because the token was no longer valid. To be called after the user signed in. */
  signedIn(): void {
    const loaded = this.#loaded();
    if (loaded?.phase === 'paused' && loaded.pausedBy === 'signIn') void this.start();
  }

  /** Hides the displayed cost of Load All, or the notice about the end of Load All. */
  dismiss(): void {
    const stage = this.#stage;
    if (stage.kind === 'offered') this.#turnTo(stage.before ?? { kind: 'none' });
    else if (stage.kind === 'loading' && this.#loaded()?.phase === 'done')
      this.#turnTo({ ...stage, isClosed: true });
  }

  #stageNow(): LoadingStage {
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

  #loaded(): LoadAllState | undefined {
    return this.#stage.kind === 'loading' ? this.#stage.all.state() : undefined;
  }

  #before(): Loads | undefined {
    const stage = this.#stage;
    if (stage.kind === 'none') return undefined;
    return stage.kind === 'loading' ? stage : stage.before;
  }

  #turnTo(stage: Stage): void {
    this.#stage = stage;
    this.#changed();
  }

  #changed(): void {
    this.#options.onChange();
    if (this.isBusy()) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #createLoadAll(): LoadAll {
    const { pager, requests, settings } = this.#options;
    return createLoadAll(
      {
        result: pager.result,
        fetch: (offset, limit, signal) => requests.pageOnce(offset, limit, signal),
        concurrency: settings.concurrency(),
        maxRows: settings.maxRows(),
        ...(this.#expected === undefined ? {} : { expectedRows: this.#expected }),
        onChange: () => this.#changed(),
      },
      {
        now: () => performance.now(),
        sleep,
        random: Math.random,
        abortController: () => new AbortController(),
      },
    );
  }

  #cost(): LoadingState['cost'] {
    const { pager, settings } = this.#options;
    const { result } = pager;
    const { pageSize, total } = result;
    const rows = result.end() ?? this.#expected ?? total;
    const ms = pager.state().exchange?.milliseconds ?? GUESSED_MS;
    return {
      rows,
      ...estimateCost(rows, pageSize, ms, settings.concurrency(), {
        pagesLoaded: Math.ceil(result.rows.rowCount / pageSize),
        maxRows: settings.maxRows(),
        isEndUnknown: result.end() === undefined && this.#expected === undefined,
      }),
    };
  }
}
