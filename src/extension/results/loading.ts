import * as vscode from 'vscode';
import { estimateCost } from '../../core/results/loading/cost.ts';
import { doubtsOf } from '../../core/results/loading/doubts.ts';
import { createLoadAll, type LoadAll, type LoadAllState } from '../../core/results/loading/loadAll.ts';
import type { ApiError } from '../../core/service/errors.ts';
import { sleep } from '../../node/sleep.ts';
import type { Deps } from '../app/deps.ts';
import type { Notice } from '../query/refusals.ts';
import { type LoadingState, loadingNotice } from './loadingTexts.ts';
import type { Run } from './run.ts';

/** Load all of one result: says what it costs, counts if wanted, loads, waits, goes on. */
export interface Loading {
  /** What has been said or done so far; `none` before anything. */
  state(): LoadingState;
  /** Over the grid, while there is something to say or to decide. */
  notice(): Notice | undefined;
  /** Says what it will cost. Sends nothing. */
  offer(): void;
  /** One request: COUNT over the same rows. */
  count(): Promise<void>;
  /** Starts, or goes on; resolves once it is done, cancelled or paused. */
  start(): Promise<void>;
  pause(): void;
  cancel(): void;
  /** Takes an offer back, or closes what was said at the end. */
  dismiss(): void;
  /** A button of the notice; false where it is none of ours. */
  press(id: string): boolean;
}

/** Milliseconds a request takes where none has been answered yet. */
const GUESSED_MS = 100;

export function createLoading(deps: Deps, run: Run, onChange: () => void): Loading {
  const { result } = run.pager;
  let phase: 'none' | 'offered' | 'counting' | 'loading' = 'none';
  let expected: number | undefined;
  let error: ApiError | undefined;
  let closed = false;
  let counting: AbortController | undefined;
  let all: LoadAll | undefined;
  let waiting: (() => void)[] = [];
  const { concurrency, maxRows } = deps.settings;

  const loaded = (): LoadAllState | undefined => (phase === 'loading' ? all?.state() : undefined);
  const busy = (): boolean => phase === 'counting' || loaded()?.phase === 'running';
  const changed = (): void => {
    onChange();
    if (busy()) return;
    const done = waiting;
    waiting = [];
    for (const resolve of done) resolve();
  };
  const cost = () => {
    const rows = result.end() ?? expected ?? result.options.total;
    const { pageSize } = result.options;
    const ms = run.pager.state().exchange?.milliseconds ?? GUESSED_MS;
    return {
      rows,
      ...estimateCost(rows, pageSize, ms, concurrency(), {
        pagesLoaded: Math.ceil(result.rows.rowCount / pageSize),
        maxRows: maxRows(),
      }),
    };
  };
  const state = (): LoadingState => {
    const now = loaded();
    return {
      phase: now?.phase ?? (phase === 'loading' ? 'none' : phase),
      ...(now ? { loaded: now } : {}),
      ...(error ? { error } : {}),
      ...(expected === undefined ? {} : { expected }),
      cost: cost(),
      maxRows: maxRows(),
      mayCount: run.count !== undefined && expected === undefined && result.end() === undefined,
      pageSize: result.options.pageSize,
      doubts: doubtsOf(result, expected),
      closed,
    };
  };
  const start = (): Promise<void> => {
    error = undefined;
    closed = false;
    if (loaded()?.phase !== 'paused') {
      all = createLoadAll(
        {
          result,
          fetch: run.fetchOnce,
          concurrency: concurrency(),
          maxRows: maxRows(),
          ...(expected === undefined ? {} : { expectedRows: expected }),
          onChange: changed,
        },
        {
          now: () => performance.now(),
          sleep,
          random: Math.random,
          abortController: () => new AbortController(),
        },
      );
    }
    phase = 'loading';
    void all?.start();
    changed();
    return busy() ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
  };
  const count = async (): Promise<void> => {
    if (!run.count || phase === 'counting') return;
    phase = 'counting';
    error = undefined;
    counting = new AbortController();
    changed();
    const outcome = await run.count(counting.signal);
    phase = 'offered';
    if (outcome.ok) expected = outcome.value;
    else error = outcome.error;
    changed();
  };
  const settingButton = (): void =>
    void vscode.commands.executeCommand('workbench.action.openSettings', 'vaultsql.results.maxRows');
  const dismiss = (): void => {
    if (loaded()?.phase === 'done') closed = true;
    else if (phase !== 'offered') return;
    else phase = all ? 'loading' : 'none';
    error = undefined;
    changed();
  };
  const buttons: Readonly<Record<string, () => unknown>> = {
    loadAllStart: start,
    loadAllCount: count,
    loadAllDismiss: dismiss,
    loadAllSetting: settingButton,
  };

  return {
    state,
    notice: () => loadingNotice(state(), run.target),
    offer() {
      if (busy()) return;
      if (loaded()?.phase === 'paused') return void start();
      phase = 'offered';
      changed();
    },
    count,
    start,
    pause: () => all?.pause(),
    cancel() {
      counting?.abort();
      all?.cancel();
    },
    dismiss,
    press(id) {
      if (!Object.hasOwn(buttons, id)) return false;
      buttons[id]?.();
      return true;
    },
  };
}
