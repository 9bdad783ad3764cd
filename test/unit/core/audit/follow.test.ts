import assert from 'node:assert/strict';
import type { ApiError, Outcome } from '../../../../src/core/api/errors.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../../../src/core/api/types.ts';
import { createFollower, type FollowDeps, type Round } from '../../../../src/core/audit/follow.ts';
import { createAuditStore } from '../../../../src/core/audit/store.ts';
import { msToTimestamp } from '../../../../src/core/audit/timestamps.ts';

const OVERLAP = 30_000;
const START = Date.UTC(2026, 0, 1);
const exchange = { status: 200, milliseconds: 1, bytes: 1 };

/** An event of the service, and from when on the listing has it. */
interface Written {
  readonly event: AuditEvent;
  readonly time: string;
  readonly id: string;
  readonly visibleAt: number;
}

function written(n: number, at: number, delay: number): Written {
  const id = `c${String(n).padStart(6, '0')}`;
  const time = msToTimestamp(at);
  const event: AuditEvent = {
    context: { changeID: id },
    request: { timestamp: time },
    response: {},
    resourceIDs: [],
    raw: {},
  };
  return { event, time, id, visibleAt: at + delay };
}

/** A small generator of its own, so that each seed means the same for ever. */
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
async function simulate(seed: number, pages: boolean, pageSize: number) {
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
      take: (events) => into.take(events),
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
      if (round.shallow) shallow++;
    }
    clock.now += Math.min(follower.delay(), 10_000);
  }
  const floor = first.events?.at(-1)?.request.timestamp ?? '';
  const lost = all.filter(({ time, id }) => time > floor && !into.known.has(id)).length;
  return { lost, doubled: into.doubled(), gaps, shallow, total: into.known.size };
}

describe('following the audit trail: 10,000 events, delays up to the overlap, equal times', () => {
  it('50 simulations against a service with cursor: none lost, none doubled', async function () {
    this.timeout(60_000);
    for (let seed = 1; seed <= 50; seed++) {
      const { lost, doubled, gaps, total } = await simulate(seed, true, 100);
      assert.deepEqual({ seed, lost, doubled, gaps }, { seed, lost: 0, doubled: 0, gaps: 0 });
      assert.ok(total > 9000);
    }
  });

  it('50 simulations against a service without: none lost, none doubled, as long as a page spans the overlap', async function () {
    this.timeout(60_000);
    for (let seed = 51; seed <= 100; seed++) {
      const { lost, doubled, gaps } = await simulate(seed, false, 1500);
      assert.deepEqual({ seed, lost, doubled, gaps }, { seed, lost: 0, doubled: 0, gaps: 0 });
    }
  });

  it('without cursor and with pages too short, a loss never goes unsaid', async () => {
    for (let seed = 101; seed <= 110; seed++) {
      const { lost, doubled, gaps, shallow } = await simulate(seed, false, 50);
      assert.equal(doubled, 0);
      assert.ok(lost > 0, 'the case is meant to lose some');
      assert.ok(gaps + shallow > 0);
    }
  });
});

describe('following: rounds', () => {
  const page = (events: readonly Written[], nextOps: NextOps | null = null): AuditPage => ({
    events: events.map(({ event }) => event),
    nextOps,
  });
  /** A follower over scripted answers, with the real store behind it. */
  function scripted(known: readonly Written[], answers: (AuditPage | ApiError)[], isNews = () => true) {
    const store = createAuditStore();
    store.addPage(page(known), 'newest');
    const asked: (NextOps | undefined)[] = [];
    const deps: FollowDeps = {
      async fetch(cursor) {
        asked.push(cursor);
        const answer = answers.shift() ?? page([]);
        return 'kind' in answer ? { ok: false, error: answer } : { ok: true, value: answer, exchange };
      },
      take: (events) => store.addPage({ events, nextOps: null }, 'newest').fresh,
      isNews,
      now: () => START,
    };
    const follower = createFollower({ known: store.events(), pages: true, minMs: 5000 }, deps);
    const added = async (): Promise<readonly (string | undefined)[]> => {
      const round = await follower.round();
      return round.ok ? round.added.map(({ context }) => context.changeID) : [];
    };
    return { follower, store, asked, added };
  }
  const at = (n: number, seconds: number): Written => written(n, START + seconds * 1000, 0);
  const okay = (round: Round): Extract<Round, { ok: true }> => {
    assert.ok(round.ok);
    return round;
  };

  it('takes what is new, and nothing twice', async () => {
    const { added } = scripted([at(1, 0)], [page([at(2, 1), at(1, 0)]), page([at(2, 1), at(1, 0)])]);
    assert.deepEqual(await added(), ['c000002']);
    assert.deepEqual(await added(), []);
  });

  it('waits 5 s with news, longer and longer to 60 s without, and 5 s again at once', async () => {
    const { follower, added } = scripted(
      [at(1, 0)],
      [...Array.from({ length: 8 }, () => page([at(1, 0)])), page([at(2, 1), at(1, 0)])],
    );
    assert.equal(follower.delay(), 5000);
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      await added();
      waits.push(follower.delay());
    }
    assert.deepEqual(waits, [7500, 11_250, 16_875, 25_312.5, 37_968.75, 56_953.125, 60_000, 60_000]);
    await added();
    assert.equal(follower.delay(), 5000);
  });

  it('is not kept awake by its own reading of the trail', async () => {
    const { follower, added } = scripted([at(1, 0)], [page([at(2, 1), at(1, 0)])], () => false);
    assert.deepEqual(await added(), ['c000002']);
    assert.equal(follower.delay(), 7500);
  });

  it('waits as long as the service asks for, and makes up for a round that failed midway', async () => {
    const busy: ApiError = { kind: 'status', status: 429, message: '', retry: true, retryAfterMs: 25_000 };
    const low = { timestamp: at(8, 100).time, changeID: at(8, 100).id };
    const { follower, store, asked } = scripted(
      [at(1, 0)],
      [
        page([at(9, 101), at(8, 100)], low),
        busy,
        page([at(9, 101), at(8, 100)], low),
        page([at(7, 99), at(1, 0)]),
      ],
    );
    assert.equal((await follower.round()).ok, false);
    assert.equal(follower.delay(), 25_000);
    assert.deepEqual(okay(await follower.round()).gap, undefined);
    assert.deepEqual(asked, [undefined, low, undefined, low]);
    assert.equal(store.events().length, 4);
  });

  it('says where the chain breaks', async () => {
    const { follower } = scripted([at(1, 0)], [page([at(9, 301), at(8, 300)])]);
    const { gap } = okay(await follower.round());
    assert.deepEqual([gap?.above.context.changeID, gap?.below.context.changeID], ['c000008', 'c000001']);
  });

  it('does not go round in circles with repeated, alternating or ignored cursors', async () => {
    const [a, b] = [{ changeID: 'a' }, { changeID: 'b' }];
    const turning = [
      page([at(9, 301)], a),
      page([at(8, 300)], b),
      page([at(7, 299)], a),
      page([at(6, 298)], b),
    ];
    const first = scripted([at(1, 0)], turning);
    assert.ok(okay(await first.follower.round()).gap);
    assert.equal(first.asked.length, 3);
    const same = page([at(9, 301)], a);
    const second = scripted([at(1, 0)], [same, same, same]);
    assert.ok(okay(await second.follower.round()).gap);
    assert.equal(second.asked.length, 2);
    await second.follower.round();
    assert.equal(second.asked.length, 3, 'a service that ignores cursors is not asked by cursor again');
  });

  it('a refused cursor is no failure, but a break', async () => {
    const refusal: ApiError = { kind: 'status', status: 400, message: '', retry: false };
    const { follower } = scripted([at(1, 0)], [page([at(9, 301)], { changeID: 'x' }), refusal]);
    assert.ok(okay(await follower.round()).gap);
  });

  it('an event dated years ahead does not blind it', async () => {
    const future = written(99, Date.UTC(2099, 0, 1), 0);
    const { follower } = scripted([future, at(1, 0)], [page([future, at(9, 301), at(8, 300)])]);
    assert.ok(okay(await follower.round()).shallow, 'the page does not reach back to what was known');
  });

  it('keeps events with times of odd form, and those without', async () => {
    const odd = (id: string, timestamp?: string): AuditEvent => ({
      context: { changeID: id },
      request: timestamp === undefined ? {} : { timestamp },
      response: {},
      resourceIDs: [],
      raw: {},
    });
    const { follower, store } = scripted(
      [at(1, 0)],
      [{ events: [odd('x', 'yesterday'), odd('y'), at(2, 1).event, at(1, 0).event], nextOps: null }],
    );
    assert.equal(okay(await follower.round()).added.length, 3);
    assert.deepEqual(
      store.events().map(({ context }) => context.changeID),
      ['c000002', 'c000001', 'x', 'y'],
    );
  });
});
