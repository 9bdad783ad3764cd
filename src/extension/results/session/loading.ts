import { estimateCost } from '../../../core/results/loading/cost.ts';
import { findDoubts } from '../../../core/results/loading/doubts.ts';
import { createLoadAll, type LoadAll, type LoadAllState } from '../../../core/results/loading/loadAll.ts';
import type { Pager } from '../../../core/results/loading/pager.ts';
import type { ApiError } from '../../../core/service/errors.ts';
import { sleep } from '../../../node/sleep.ts';
import type { Deps } from '../../app/deps.ts';
import { isCountingOrLoadingAll, type LoadingStage, type LoadingState } from '../view/loadingTexts.ts';
import type { RunRequests } from './requests.ts';

const ASSUMED_REQUEST_MS = 100;

interface StartedLoadAll {
  readonly kind: 'loading';
  readonly all: LoadAll;
  readonly isClosed: boolean;
}
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
  readonly requests: Pick<RunRequests, 'canCount' | 'requestRowCount' | 'fetchPageWithoutRetry'>;
  readonly onChange: () => void;
}

/** Load All of one result, with its cost estimate and COUNT. It can be paused and resumed. */
export class Loading {
  readonly #options: LoadingOptions;
  #stage: Stage = { kind: 'none' };
  #countedRows: number | undefined;
  #idleCallbacks: (() => void)[] = [];

  constructor(options: LoadingOptions) {
    this.#options = options;
  }

  computeLoadingState(): LoadingState {
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
    return isCountingOrLoadingAll({ stage: this.#describeStage() });
  }

  isOfferDisplayed(): boolean {
    return this.#stage.kind === 'offered';
  }

  hasStartedLoadAll(): boolean {
    return this.#getStartedLoadAll() !== undefined;
  }

  isLoadAllRunning(): boolean {
    return this.#loadAllState()?.phase === 'running';
  }

  /**
   * Returns the error that paused Load All or, while the offer after a failed COUNT request is displayed, the error of
   * that request. Returns undefined if there is none.
   */
  getLoadAllOrCountError(): ApiError | undefined {
    const stage = this.#describeStage();
    if (stage.kind === 'offered') return stage.error;
    if (stage.kind !== 'loading' || stage.all.phase !== 'paused') return undefined;
    return 'error' in stage.all ? stage.all.error : undefined;
  }

  /**
   * Offers Load All with its estimated cost, or resumes it if it is paused. Does nothing while `isBusy` returns true.
   */
  offerOrResumeLoadAll(): void {
    if (this.isBusy()) return;
    if (this.#loadAllState()?.phase === 'paused') return void this.startOrResumeLoadAll();
    // The error of a page must not hide the offer.
    this.#options.pager.clearError();
    this.#setStage({ kind: 'offered', before: this.#getStartedLoadAll() });
  }

  /**
   * Requests the number of rows of the result with COUNT, and then offers Load All with the updated cost. Does nothing
   * if the rows can't be counted, or while `isBusy` returns true.
   */
  async countRows(): Promise<void> {
    const { requests } = this.#options;
    if (!requests.canCount || this.isBusy()) return;
    const before = this.#getStartedLoadAll();
    const counting = { kind: 'counting', before, abort: new AbortController() } as const;
    this.#setStage(counting);
    const outcome = await requests.requestRowCount(counting.abort.signal);
    // The user has started Load All meanwhile, so the offer is no longer displayed.
    if (this.#stage !== counting) return;
    if (outcome.ok) {
      this.#countedRows = outcome.value;
      this.#options.pager.result.setCountedRows(outcome.value);
    }
    this.#setStage({ kind: 'offered', before, ...(outcome.ok ? {} : { error: outcome.error }) });
  }

  /** Starts Load All, or resumes it if it is paused. Resolves once Load All is done, cancelled or paused. */
  async startOrResumeLoadAll(): Promise<void> {
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

  pauseLoadAll(): void {
    if (this.#stage.kind === 'loading') this.#stage.all.pause();
  }

  cancelCountOrLoadAll(): void {
    const stage = this.#stage;
    if (stage.kind === 'counting') stage.abort.abort();
    else if (stage.kind === 'loading') stage.all.cancel();
  }

  resumeAfterSignIn(): void {
    const loaded = this.#loadAllState();
    if (loaded?.phase === 'paused' && loaded.pausedBy === 'signIn') void this.startOrResumeLoadAll();
  }

  dismissLoadAllNotice(): void {
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

  #getStartedLoadAll(): StartedLoadAll | undefined {
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
