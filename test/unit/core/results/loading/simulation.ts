/** A clock that jumps to the next thing that happens, and a service on it that answers, refuses and changes. */
import assert from 'node:assert/strict';
import {
  createLoadAll,
  type LoadAll,
  type LoadAllDeps,
  type LoadAllOptions,
  type LoadAllState,
} from '../../../../../src/core/results/loading/loadAll.ts';
import { createEmptyResult, type Result } from '../../../../../src/core/results/loading/result.ts';
import type { ApiError, Outcome } from '../../../../../src/core/service/errors.ts';
import type { AbortSignalLike } from '../../../../../src/core/service/transport.ts';
import type { QueryRecord, QueryResult } from '../../../../../src/core/service/types.ts';
import { answered, numbered } from './records.ts';

export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignalLike): Promise<void>;
  /** Runs until nothing is left to happen, or `until` comes. */
  run(until?: number): Promise<void>;
}

export function createClock(): Clock {
  let time = 0;
  let events: { readonly at: number; readonly happen: () => void }[] = [];
  // Lets every promise that can go on do so.
  const drain = () => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        events = [...events, { at: time + ms, happen: resolve }].sort((a, b) => a.at - b.at);
        signal?.addEventListener('abort', resolve);
      }),
    async run(until = Number.POSITIVE_INFINITY) {
      for (await drain(); events[0] && events[0].at <= until; await drain()) {
        const [next] = events;
        events = events.slice(1);
        time = Math.max(time, next.at);
        next.happen();
      }
      if (Number.isFinite(until)) time = until;
    },
  };
}

export interface Sending {
  readonly offset: number;
  readonly limit: number;
  readonly at: number;
  outcome?: Outcome<QueryResult>;
  /** When the outcome came, in milliseconds of the simulated clock. */
  endedAt?: number;
}

export interface SimulationOptions {
  readonly rows: number | ((time: number) => number);
  readonly pageSize?: number;
  readonly total?: number;
  readonly concurrency?: number;
  readonly maxRows?: number;
  readonly expectedRows?: number;
  /** Of the n-th sending, in milliseconds; 50 if left out. */
  readonly latency?: (n: number, underWay: number) => number;
  /** The error that the n-th sending gets, if any. */
  readonly fault?: (n: number, sending: Sending, underWay: number) => ApiError | undefined;
  readonly records?: (from: number, to: number) => readonly QueryRecord[] | null;
  /** Pages that were here before. */
  readonly loaded?: readonly number[];
}

export interface Simulation {
  readonly clock: Clock;
  readonly sendings: Sending[];
  readonly result: Result;
  readonly loadAll: LoadAll;
  readonly deps: LoadAllDeps;
  readonly options: LoadAllOptions;
  /** The most requests that were under way at once. */
  mostUnderWay(): number;
  /** Milliseconds of requests that would have fitted into the concurrency in force. */
  room(): number;
  /** Milliseconds that requests were under way, added up. */
  used(): number;
  ids(): unknown[];
}

export function simulate(settings: SimulationOptions): Simulation {
  const { pageSize = 25, total, concurrency = 4, maxRows = 100_000, expectedRows, loaded = [] } = settings;
  const records = settings.records ?? numbered;
  const clock = createClock();
  const sendings: Sending[] = [];
  let underWay = 0;
  let most = 0;
  let room = 0;
  let used = 0;
  let last = { at: 0, concurrency: Math.min(2, concurrency) };
  const result = createEmptyResult({
    pageSize,
    delivery: { kind: 'paged', ...(total === undefined ? {} : { userLimit: total }) },
  });
  if (expectedRows !== undefined) result.setCountedRows(expectedRows);
  const answer = (offset: number, limit: number): QueryResult => {
    const size = typeof settings.rows === 'number' ? settings.rows : settings.rows(clock.now());
    const rows = records(offset, Math.min(offset + limit, size));
    return { records: rows && rows.length > 0 ? rows : null };
  };
  for (const page of loaded)
    result.addResponse(page, answer(page * pageSize, result.limitOfNextRequestForPage(page)));

  const options: LoadAllOptions = {
    result,
    concurrency,
    maxRows,
    ...(expectedRows === undefined ? {} : { expectedRows }),
    onChange() {
      room += (clock.now() - last.at) * last.concurrency;
      last = { at: clock.now(), concurrency: loadAll.state().concurrency };
    },
    async fetch(offset, limit, signal) {
      const sending: Sending = { offset, limit, at: clock.now() };
      const n = sendings.push(sending) - 1;
      most = Math.max(most, ++underWay);
      const error = settings.fault?.(n, sending, underWay);
      await clock.sleep(settings.latency?.(n, underWay) ?? 50, signal);
      underWay--;
      used += clock.now() - sending.at;
      sending.endedAt = clock.now();
      if (signal.aborted) sending.outcome = { ok: false, error: { kind: 'cancelled', retry: true } };
      else sending.outcome = error ? { ok: false, error } : answered(answer(offset, limit).records);
      return sending.outcome;
    },
  };
  let seed = 42;
  const deps: LoadAllDeps = {
    now: clock.now,
    sleep: clock.sleep,
    random: () => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed / 2 ** 31;
    },
    abortController: () => new AbortController(),
  };
  const loadAll = createLoadAll(options, deps);
  return {
    clock,
    sendings,
    result,
    loadAll,
    deps,
    options,
    mostUnderWay: () => most,
    room: () => room,
    used: () => used,
    ids: () => result.rows.rows(0, result.rows.rowCount).map((row) => row[result.rows.columns.indexOf('id')]),
  };
}

export async function runToEnd(simulation: Simulation): Promise<LoadAllState> {
  const finished = simulation.loadAll.start();
  await simulation.clock.run();
  assert.equal(simulation.loadAll.state().phase, 'done', 'nothing is left to happen, but it is not done');
  return finished;
}

export const tooMany = (retryAfterMs?: number): ApiError => ({
  kind: 'status',
  status: 429,
  message: '',
  retry: true,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
export const status = (code: number): ApiError => ({
  kind: 'status',
  status: code,
  message: '',
  retry: true,
});

/** Offsets whose rows came, in the order they came. */
export const answeredOffsets = (sendings: readonly Sending[]): number[] =>
  sendings.filter(({ outcome }) => outcome?.ok).map(({ offset }) => offset);

/** Why a load is paused or done, and what failed; each undefined where it is neither. */
export const whyOf = (state: LoadAllState) => ({
  pausedBy: 'pausedBy' in state ? state.pausedBy : undefined,
  stoppedBy: 'stoppedBy' in state ? state.stoppedBy : undefined,
  error: 'error' in state ? state.error : undefined,
});

/** Requests that were sent after an earlier response asked to wait, and before that wait was over. */
export function sentTooEarly(sendings: readonly Sending[]): readonly Sending[] {
  return sendings.filter(({ at }) =>
    sendings.some(({ outcome, endedAt = 0 }) => {
      const error = outcome?.ok === false ? outcome.error : undefined;
      const waitMs = error?.kind === 'status' ? (error.retryAfterMs ?? 0) : 0;
      return at > endedAt && at < endedAt + waitMs;
    }),
  );
}
