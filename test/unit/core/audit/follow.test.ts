import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../src/core/api/decode.ts';
import type { ApiError } from '../../../../src/core/api/errors.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../../../src/core/api/types.ts';
import { createFollower, type FollowDeps, type Round } from '../../../../src/core/audit/follow.ts';
import { createAuditStore } from '../../../../src/core/audit/store.ts';
import { exchange, START, type Written, written } from './followSimulation.ts';

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
