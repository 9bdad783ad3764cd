import { estimateCost } from '../../../core/results/loading/cost.ts';
import { doubtsOf } from '../../../core/results/loading/doubts.ts';
import { createLoadAll, type LoadAll, type LoadAllState } from '../../../core/results/loading/loadAll.ts';
import type { Pager } from '../../../core/results/loading/pager.ts';
import type { ApiError } from '../../../core/service/errors.ts';
import { sleep } from '../../../node/sleep.ts';
import type { Deps } from '../../app/deps.ts';
import { isWorking, type LoadingStage, type LoadingState } from '../view/loadingTexts.ts';
import type { RunRequests } from './requests.ts';

/** Assumed duration of a request in milliseconds until one has been measured. */
const GUESSED_MS = 100;

interface Loads {
  readonly kind: 'loading';
  readonly all: LoadAll;
  /** Whether the person closed what was said at the end. */
  readonly isClosed: boolean;
}
/** `offered`: what it costs is shown, nothing is sent. `before`: what was loaded until then, to go back to. */
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

/** Load all of one result: says what it costs, counts if wanted, loads, waits, continues. */
export class Loading {
  readonly #options: LoadingOptions;
  #stage: Stage = { kind: 'none' };
  /** Number of rows that COUNT returned; undefined if the rows were not counted. */
  #expected: number | undefined;
  #waiting: (() => void)[] = [];

  constructor(options: LoadingOptions) {
    this.#options = options;
  }

  /** What has been said or done so far; `none` before anything. */
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

  /** Whether requests are under way. */
  isBusy(): boolean {
    return isWorking({ stage: this.#stageNow() });
  }

  /** Whether the estimated cost of Load all is displayed and the user has not decided yet. */
  isOffered(): boolean {
    return this.#stage.kind === 'offered';
  }

  /** Whether Load all was started at least once for this result. */
  hasBegun(): boolean {
    return this.#before() !== undefined;
  }

  /** Whether Load all is running: neither paused nor finished. */
  isLoading(): boolean {
    return this.#loaded()?.phase === 'running';
  }

  /** Why it waits for the person, or could not count the rows. */
  error(): ApiError | undefined {
    const stage = this.#stageNow();
    if (stage.kind === 'offered') return stage.error;
    if (stage.kind !== 'loading' || stage.all.phase !== 'paused') return undefined;
    return 'error' in stage.all ? stage.all.error : undefined;
  }

  /** Displays the estimated cost of Load all without sending a request. Resumes Load all if it is paused. */
  offer(): void {
    if (this.isBusy()) return;
    if (this.#loaded()?.phase === 'paused') return void this.start();
    // What a page met before is not to hide what is said now.
    this.#options.pager.clearError();
    this.#turnTo({ kind: 'offered', before: this.#before() });
  }

  /** One request: COUNT over the same rows. */
  async count(): Promise<void> {
    const { requests } = this.#options;
    if (!requests.canCount || this.isBusy()) return;
    const before = this.#before();
    const counting = { kind: 'counting', before, abort: new AbortController() } as const;
    this.#turnTo(counting);
    const outcome = await requests.count(counting.abort.signal);
    // Loading has begun meanwhile: nothing is offered any more.
    if (this.#stage !== counting) return;
    if (outcome.ok) {
      this.#expected = outcome.value;
      this.#options.pager.result.noteCount(outcome.value);
    }
    this.#turnTo({ kind: 'offered', before, ...(outcome.ok ? {} : { error: outcome.error }) });
  }

  /** Starts, or continues; resolves once it is done, cancelled or paused. */
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

  /** Cancels the pending COUNT request or Load all, if there is one. */
  cancel(): void {
    const stage = this.#stage;
    if (stage.kind === 'counting') stage.abort.abort();
    else if (stage.kind === 'loading') stage.all.cancel();
  }

  /** Somebody signed in: what a Load all waits for that met a token no longer good. */
  signedIn(): void {
    const loaded = this.#loaded();
    if (loaded?.phase === 'paused' && loaded.pausedBy === 'signIn') void this.start();
  }

  /** Takes an offer back, or closes what was said at the end. */
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
