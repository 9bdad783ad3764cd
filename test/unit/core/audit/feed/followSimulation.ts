/** A service in virtual time, and a follower that reads it to the end: for the tests and for the benchmark. */
import assert from 'node:assert/strict';
import { createFollower } from '../../../../../src/core/audit/feed/follow.ts';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { Outcome } from '../../../../../src/core/service/errors.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../../../../src/core/service/types.ts';

const OVERLAP = 30_000;
export const START = Date.UTC(2026, 0, 1);
export const exchange = { status: 200, milliseconds: 1, bytes: 1 };

/** An event of the service, and from when on the listing has it. */
export interface Written {
  readonly event: AuditEvent;
  readonly time: string;
  readonly id: string;
  readonly visibleAt: number;
}

export function written(n: number, at: number, delay: number): Written {
  const id = `c${String(n).padStart(6, '0')}`;
  const time = msToTimestamp(at);
  const event = toAuditEvent({ context: { changeID: id }, request: { timestamp: time } });
  return { event, time, id, visibleAt: at + delay };
}

/** A small generator of its own, so that each seed always means the same. */
function random(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const isNewer = (a: Written, b: Written): number =>
  a.time === b.time ? (a.id > b.id ? -1 : 1) : a.time > b.time ? -1 : 1;

/** A service with a listing newest first, equal times by ID; it honours cursors or ignores them. */
function service(all: readonly Written[], pageSize: number, pages: boolean, clock: { now: number }) {
  const sorted = [...all].sort(isNewer);
  return (cursor: NextOps | undefined): AuditPage => {
    const page: Written[] = [];
    let low = 0;
    let high = sorted.length;
    const from = pages && cursor ? cursor : { timestamp: msToTimestamp(clock.now), changeID: '\uffff' };
    while (low < high) {
      const middle = (low + high) >> 1;
      const { time = '', id = '' } = sorted[middle] ?? {};
      const isBefore =
        time > (from.timestamp ?? '') || (time === from.timestamp && id >= (from.changeID ?? ''));
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < sorted.length && page.length < pageSize; i++) {
      const one = sorted[i];
      if (one && one.visibleAt <= clock.now) page.push(one);
    }
    const bottom = page.at(-1);
    const full = page.length === pageSize && bottom;
    return {
      events: page.map(({ event }) => event),
      nextOps: full ? { timestamp: bottom.time, changeID: bottom.id } : null,
    };
  };
}

/** What the follower takes in, as the real store would; counts events that came out of it twice. */
function sink() {
  const known = new Set<string>();
  let doubled = 0;
  return {
    known,
    doubled: () => doubled,
    take(events: readonly AuditEvent[]): readonly AuditEvent[] {
      const fresh = events.filter(({ context }) => !known.has(context.changeID ?? ''));
      for (const { context } of fresh) known.add(context.changeID ?? '');
      return fresh;
    },
    shown(events: readonly AuditEvent[], seen: Set<string>): void {
      for (const { context } of events) {
        if (seen.has(context.changeID ?? '')) doubled++;
        seen.add(context.changeID ?? '');
      }
    },
  };
}

/** Follows 10,000 events to the end in virtual time; requests fail now and then. */
export async function simulate(seed: number, pages: boolean, pageSize: number) {
  const next = random(seed);
  const clock = { now: START };
  const all: Written[] = [];
  let at = START - 60_000;
  for (let n = 0; n < 10_000; n++) {
    // A third of the events share the time of the one before; bursts and quiet stretches in turn.
    const step = Math.floor(next() * (n % 1000 < 300 ? 40 : 220));
    at += next() < 0.33 ? 0 : step;
    all.push(written(n, at, Math.floor(next() * OVERLAP)));
  }
  const end = at + OVERLAP;
  const ask = service(all, pageSize, pages, clock);
  const into = sink();
  const shown = new Set<string>();
  const first = ask(undefined);
  into.shown(into.take(first.events ?? []), shown);
  const follower = createFollower(
    { known: first.events ?? [], pages: true, overlapMs: OVERLAP, minMs: 5000 },
    {
      async fetch(cursor): Promise<Outcome<AuditPage>> {
        clock.now += Math.floor(next() * 40);
        if (next() < 0.02)
          return { ok: false, error: { kind: 'status', status: 429, message: '', retry: true } };
        return { ok: true, value: ask(cursor), exchange };
      },
      addEvents: (events) => into.take(events),
      isNews: () => true,
      now: () => clock.now,
    },
  );
  let gaps = 0;
  let shallow = 0;
  for (let rounds = 0; clock.now <= end + 120_000; rounds++) {
    assert.ok(rounds < 5000);
    const round = await follower.round();
    if (round.ok) {
      into.shown(round.added, shown);
      if (round.gap) gaps++;
      if (round.hasUncertainGap) shallow++;
    }
    clock.now += Math.min(follower.getDelayMs(), 10_000);
  }
  const floor = first.events?.at(-1)?.request.timestamp ?? '';
  const lost = all.filter(({ time, id }) => time > floor && !into.known.has(id)).length;
  return { lost, doubled: into.doubled(), gaps, shallow, total: into.known.size };
}
