import assert from 'node:assert/strict';
import {
  createFollower,
  type FollowDeps,
  type Gap,
  MAX_FOLLOWED_PAGES,
  pollUntilStopped,
  type Round,
} from '../../../../../src/core/audit/feed/follow.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { ApiError } from '../../../../../src/core/service/errors.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../../../../src/core/service/types.ts';
import { createLoaded } from '../loaded.ts';
import { exchange, START, type Written, written } from './followSimulation.ts';

describe('following: rounds', () => {
  const page = (events: readonly Written[], nextOps: NextOps | null = null): AuditPage => ({
    events: events.map(({ event }) => event),
    nextOps,
  });
  /** A follower over scripted answers, with the real store behind it. */
  function scripted(
    known: readonly Written[],
    answers: (AuditPage | ApiError)[],
    isNews = () => true,
    gaps: readonly Gap[] = [],
  ) {
    const store = createLoaded();
    store.addPage(page(known), 'newest');
    const asked: (NextOps | undefined)[] = [];
    const deps: FollowDeps = {
      async fetch(cursor) {
        asked.push(cursor);
        const answer = answers.shift() ?? page([]);
        return 'kind' in answer ? { ok: false, error: answer } : { ok: true, value: answer, exchange };
      },
      addEvents: (events) => store.addPage({ events, nextOps: null }, 'newest'),
      isNews,
      now: () => START,
    };
    const follower = createFollower({ known: store.events(), pages: true, gaps, minMs: 5000 }, deps);
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
    assert.equal(follower.getDelayMs(), 5000);
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      await added();
      waits.push(follower.getDelayMs());
    }
    assert.deepEqual(waits, [7500, 11_250, 16_875, 25_312.5, 37_968.75, 56_953.125, 60_000, 60_000]);
    await added();
    assert.equal(follower.getDelayMs(), 5000);
  });

  it('is not kept awake by its own reading of the trail', async () => {
    const { follower, added } = scripted([at(1, 0)], [page([at(2, 1), at(1, 0)])], () => false);
    assert.deepEqual(await added(), ['c000002']);
    assert.equal(follower.getDelayMs(), 7500);
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
    assert.equal(follower.getDelayMs(), 25_000);
    assert.deepEqual(okay(await follower.round()).gap, undefined);
    assert.deepEqual(asked, [undefined, low, undefined, low]);
    assert.equal(store.events().length, 4);
  });

  it('keeps a wait of a day', async () => {
    const retryAfterMs = 24 * 3600 * 1000;
    const busy: ApiError = { kind: 'status', status: 429, message: '', retry: true, retryAfterMs };
    const { follower } = scripted([at(1, 0)], [busy]);
    assert.equal((await follower.round()).ok, false);
    assert.equal(follower.getDelayMs(), retryAfterMs);
  });

  it('ends where the service makes up events without end, and says so', async () => {
    let asked = 0;
    const deps: FollowDeps = {
      // Each page has a new event and names another place to continue.
      fetch: async () => {
        const { event } = at(++asked, -asked);
        return { ok: true, value: { events: [event], nextOps: { changeID: `next${asked}` } }, exchange };
      },
      addEvents: (events) => events,
      isNews: () => true,
      now: () => START,
    };
    const { signal } = new AbortController();
    const follower = createFollower({ known: [], pages: true, paged: true, minMs: 1 }, deps);
    let rounds = 0;
    const wait = async (): Promise<void> => void assert.ok(++rounds < 100, 'no end');
    assert.equal(await pollUntilStopped({ follower, wait, onRound: () => undefined }, signal), 'endless');
    assert.equal(asked, MAX_FOLLOWED_PAGES);
  });

  it('does not read a gap that the reading of another one has closed', async () => {
    const top = Array.from({ length: 12 }, (_, i) => at(40 - i, i < 11 ? 10_000 - i : 9_000));
    const [above, below, lowerAbove, lowerBelow] = [at(20, 900), at(19, 800), at(18, 700), at(17, 600)];
    const known = [...top, above, below, lowerAbove, lowerBelow, at(16, 500)];
    const gap = (upper: Written, lower: Written, changeID: string): Gap => ({
      above: upper.event,
      below: lower.event,
      resume: { changeID },
    });
    const { follower, asked } = scripted(
      known,
      [page(top), page([at(51, 850), below, lowerAbove, at(50, 650), lowerBelow], { changeID: 'lower' })],
      () => true,
      [gap(above, below, 'first'), gap(lowerAbove, lowerBelow, 'second')],
    );
    assert.equal(okay(await follower.round()).added.length, 2);
    assert.deepEqual(asked, [undefined, { changeID: 'first' }]);
    assert.deepEqual(follower.gaps(), []);
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

  it('a refused cursor is given up for its own gap; the others are still gone on with', async () => {
    const failed: ApiError = { kind: 'network', code: 'ECONNRESET', mayHaveBeenSent: true, retry: true };
    const refusal: ApiError = { kind: 'status', status: 400, message: '', retry: false };
    const down = (from: number, to: number): Written[] =>
      Array.from({ length: from - to + 1 }, (_, i) => at(from - i, 60 * (from - i)));
    const { follower, asked } = scripted(
      [at(0, 0)],
      [
        // It pages,
        page(down(20, 9), { changeID: 'x' }),
        page(down(8, 0)),
        // fails below 32, and below 62,
        page(down(50, 32), { changeID: 'y' }),
        failed,
        page(down(80, 62), { changeID: 'z' }),
        failed,
        // and refuses to go on below 32 only.
        page(down(80, 63)),
        refusal,
        page(down(61, 40)),
      ],
    );
    const gaps = () =>
      follower
        .gaps()
        .map(({ above, below, resume }) => [
          above.context.changeID,
          below.context.changeID,
          resume?.changeID,
        ]);
    for (let rounds = 0; rounds < 3; rounds++) await follower.round();
    const [lower, upper] = [
      ['c000032', 'c000010', 'y'],
      ['c000062', 'c000040', 'z'],
    ];
    assert.deepEqual(gaps(), [lower, upper]);
    await follower.round();
    assert.deepEqual(asked.slice(-2), [{ changeID: 'y' }, { changeID: 'z' }]);
    assert.deepEqual(gaps(), [['c000032', 'c000010', undefined]]);
  });

  it('reads further down in quiet rounds, each time from where the last one ended', async () => {
    const known = Array.from({ length: 60 }, (_, i) => at(60 - i, 60 * (60 - i)));
    const asked: (string | undefined)[] = [];
    const follower = createFollower(
      { known: known.map(({ event }) => event), pages: true, paged: true, minMs: 1 },
      {
        async fetch(cursor) {
          asked.push(cursor?.changeID);
          const from = cursor ? 1 + known.findIndex(({ id }) => id === cursor.changeID) : 0;
          const events = known.slice(from, from + 4);
          const last = events.at(-1);
          const isEnd = from + 4 >= known.length;
          const nextOps = last && !isEnd ? { timestamp: last.time, changeID: last.id } : null;
          return { ok: true, value: page(events, nextOps), exchange };
        },
        addEvents: () => [],
        isNews: () => true,
        now: () => START + 3_600_000,
      },
    );
    for (let rounds = 0; rounds < 6; rounds++) await follower.round();
    // Each round reads the newest again, down to where no event can be new.
    const lower = asked.filter((id) => id !== undefined && id < 'c000053');
    const pages = Array.from({ length: 12 }, (_, i) => `c0000${String(49 - 4 * i).padStart(2, '0')}`);
    assert.deepEqual(lower, pages);
  });

  it('takes a page that was not asked for as what it shows: nothing is missing within it', async () => {
    const failed: ApiError = { kind: 'network', code: 'ECONNRESET', mayHaveBeenSent: true, retry: true };
    const refusal: ApiError = { kind: 'status', status: 400, message: '', retry: false };
    const down = (from: number, to: number): Written[] =>
      Array.from({ length: from - to + 1 }, (_, i) => at(from - i, 60 * (from - i)));
    const answers = [
      // It pages,
      page(down(20, 9), { changeID: 'x' }),
      page(down(8, 0)),
      // fails below 32,
      page(down(50, 32), { changeID: 'y' }),
      failed,
      // refuses to go on below 61,
      page(down(80, 61), { changeID: 'z' }),
      refusal,
      // and gives what is around 61 when asked for what is below 32: then nothing is missing there.
      page(down(62, 35)),
    ];
    const { follower, asked } = scripted([at(0, 0)], answers);
    const gaps = () =>
      follower.gaps().map(({ above, below }) => [above, below].map(({ context }) => context.changeID));
    await follower.round();
    await follower.round();
    assert.deepEqual(gaps(), [['c000032', 'c000010']]);
    await follower.round();
    assert.deepEqual(asked.at(-1), { changeID: 'y' });
    assert.deepEqual(gaps(), [['c000032', 'c000010']]);
  });

  it('an event dated years ahead does not blind it', async () => {
    const future = written(99, Date.UTC(2099, 0, 1), 0);
    const { follower } = scripted([future, at(1, 0)], [page([future, at(9, 301), at(8, 300)])]);
    assert.ok(okay(await follower.round()).hasUncertainGap, 'the page does not reach back to what was known');
  });

  it('keeps events with times of odd form, and those without', async () => {
    const odd = (id: string, timestamp?: string): AuditEvent =>
      toAuditEvent({ context: { changeID: id }, request: timestamp === undefined ? {} : { timestamp } });
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
