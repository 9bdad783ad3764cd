import assert from 'node:assert/strict';
import {
  createFollower,
  type Follower,
  type FollowStart,
  pollUntilStopped,
} from '../../../../../src/core/audit/feed/follow.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { ApiError, Outcome } from '../../../../../src/core/service/errors.ts';
import type { AuditPage, NextOps } from '../../../../../src/core/service/types.ts';
import { createLoaded } from '../loaded.ts';
import { exchange, START, type Written, written } from './followSimulation.ts';

const refused = (status: number): ApiError => ({ kind: 'status', status, message: '', retry: true });

/** A listing, newest first, of which some requests fail: by their number, from 1. */
function following(
  listing: () => readonly Written[],
  pageSize: number,
  failures: Readonly<Record<number, ApiError>> = {},
  more: Partial<FollowStart> = {},
) {
  let requests = 0;
  const page = (cursor?: NextOps): AuditPage => {
    const all = listing();
    const from = cursor ? all.findLastIndex(({ id }) => id === cursor.changeID) + 1 : 0;
    const part = all.slice(from, from + pageSize);
    const bottom = from + pageSize < all.length ? part.at(-1) : undefined;
    const nextOps = bottom ? { timestamp: bottom.time, changeID: bottom.id } : null;
    return { events: part.map(({ event }) => event), nextOps };
  };
  const store = createLoaded();
  store.addPage(page(), 'newest');
  const follower = createFollower(
    { known: store.events(), pages: true, minMs: 5000, ...more },
    {
      async fetch(cursor): Promise<Outcome<AuditPage>> {
        const error = failures[++requests];
        return error ? { ok: false, error } : { ok: true, value: page(cursor), exchange };
      },
      addEvents: (events) => store.addPage({ events, nextOps: null }, 'newest'),
      isNews: () => true,
      now: () => START,
    },
  );
  return { store, follower, requests: () => requests };
}
const series = (from: number, to: number, seconds = 1): Written[] =>
  Array.from({ length: to - from + 1 }, (_, i) => written(to - i, START + (to - i) * seconds * 1000, 0));
const undated = (id: string): Written => {
  const event = toAuditEvent({ context: { changeID: id } });
  return { event, time: '', id, visibleAt: START };
};
const gapsOf = (follower: Follower) =>
  follower.gaps().map(({ above, below }) => [above.context.changeID, below.context.changeID]);

describe('following: what a round leaves out', () => {
  it('makes a round a failed one where it cannot be read either, and is read by the next', async () => {
    let listing = series(0, 0, 60);
    // The first round fails far down; the next one reads the newest events, and fails where it goes on below the gap.
    const later = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [60 + i, refused(429)]));
    const { follower, requests } = following(() => listing, 1, { 42: refused(500), ...later });
    listing = series(0, 100, 60);
    assert.equal((await follower.round()).ok, false);
    const second = await follower.round();
    assert.equal(!second.ok && second.error.kind === 'status' && second.error.status, 429);
    assert.deepEqual([follower.gaps().length, requests()], [1, 60]);
    for (let rounds = 0; follower.gaps().length > 0 && rounds < 20; rounds++) await follower.round();
    assert.deepEqual(gapsOf(follower), []);
  });

  it('is made up for when the round failed halfway, however many pages that takes', async () => {
    let listing = series(0, 0);
    const { store, follower } = following(() => listing, 1, { 5: refused(500) });
    listing = series(0, 1500);
    assert.equal((await follower.round()).ok, false);
    assert.deepEqual(gapsOf(follower), [['c001497', 'c000000']]);
    let rounds = 0;
    while (follower.gaps().length > 0 && rounds++ < 5) await follower.round();
    assert.equal(store.events().length, 1501);
    assert.deepEqual(gapsOf(follower), []);
  });

  it('is a gap where the cursor is refused from then on, though the next round meets what the failed one read', async () => {
    let listing = series(0, 0);
    const { store, follower } = following(() => listing, 100, { 2: refused(500), 4: refused(400) });
    listing = series(0, 250);
    assert.equal((await follower.round()).ok, false);
    assert.equal((await follower.round()).ok, true);
    assert.equal(store.events().length, 101);
    assert.deepEqual(gapsOf(follower), [['c000151', 'c000000']]);
    await follower.round();
    assert.deepEqual(
      gapsOf(follower),
      [['c000151', 'c000000']],
      'meeting known events above it does not end it',
    );
  });

  it('lies below all that was received, not below the last page', async () => {
    let listing = series(0, 0, 10);
    const { follower } = following(() => listing, 10, { 4: refused(500), 6: refused(400), 7: refused(400) });
    listing = series(0, 100, 10);
    await follower.round();
    listing = series(0, 105, 10);
    await follower.round();
    assert.deepEqual(gapsOf(follower), [['c000071', 'c000000']]);
  });

  it('counts the events of a failed round as news', async () => {
    let listing = series(0, 0);
    const { follower } = following(() => listing, 10, { 2: refused(429) });
    listing = series(0, 30);
    const failed = await follower.round();
    assert.deepEqual([failed.ok, failed.news], [false, 10]);
    const made = await follower.round();
    assert.deepEqual([made.ok, made.news], [true, 20]);
  });

  it('is what was refused alone: an event given twice at the end of a page does not end paging', async () => {
    let listing = series(0, 0);
    const { store, follower } = following(() => listing, 5);
    const [once = assert.fail()] = series(28, 28);
    listing = [...series(22, 30), once, ...series(0, 21)];
    await follower.round();
    listing = [...series(31, 60), ...listing];
    await follower.round();
    assert.equal(store.events().length, 61);
    assert.deepEqual(gapsOf(follower), []);
  });

  it('shows in spite of a known event dated ahead, and only where something was left out', async () => {
    const ahead = written(9999, START + 3_600_000, 0);
    let listing = [ahead, ...series(0, 9, 10)];
    const { follower } = following(() => listing, 11, {}, { pages: false });
    listing = [ahead, ...series(0, 12, 10)];
    await follower.round();
    assert.deepEqual(gapsOf(follower), []);
    listing = [ahead, ...series(0, 40, 10)];
    const round = await follower.round();
    assert.ok(round.ok && round.gap);
    assert.ok(gapsOf(follower).some(([above]) => above === 'c000031'));
  });

  it('is not taken for the end of the listing where the service stops giving cursors', async () => {
    let listing = series(0, 0);
    const { follower, store } = following(() => listing, 10);
    listing = series(0, 100).slice(0, 20);
    await follower.round();
    assert.equal(store.events().length, 21);
    assert.deepEqual(gapsOf(follower), [['c000081', 'c000000']]);
  });

  it('is known also when following is ended in the middle of a round', async () => {
    let listing = series(0, 0);
    const stop = new AbortController();
    const { follower } = following(
      () => {
        if (listing.length > 1) stop.abort();
        return listing;
      },
      10,
      { 2: { kind: 'cancelled', retry: true } },
    );
    listing = series(0, 30);
    await pollUntilStopped(
      { follower, wait: async () => {}, onRound: () => assert.fail('ended') },
      stop.signal,
    );
    assert.deepEqual(gapsOf(follower), [['c000021', 'c000000']]);
  });

  it('goes on being a gap for a following that begins later, until that has read it', async () => {
    let listing = series(0, 0, 60);
    const first = following(() => listing, 10, { 2: refused(500) });
    listing = series(0, 30, 60);
    await first.follower.round();
    const second = following(
      () => listing,
      10,
      {},
      { known: first.store.events(), gaps: first.follower.gaps() },
    );
    await second.follower.round();
    assert.deepEqual(gapsOf(second.follower), []);
    assert.equal(second.store.events().length, 31);
  });

  it('is read in quiet rounds, where events came later than any round expects', async () => {
    const around = series(0, 0, 60);
    let listing = around;
    const { store, follower } = following(() => listing, 10);
    listing = series(0, 100, 60);
    await follower.round();
    const late = written(5000, START + 20 * 60_000 + 1, 0);
    listing = [...listing.slice(0, 80), late, ...listing.slice(80)];
    let rounds = 0;
    while (!store.get(late.id) && rounds++ < 10) await follower.round();
    assert.ok(store.get(late.id), `after ${rounds} rounds`);
  });
});

describe('following from events without a time', () => {
  it('leaves a gap down to the oldest of them, also where a later round leaves out more above it', async () => {
    let listing = [undated('old')];
    const { follower } = following(() => listing, 3, {}, { pages: false });
    listing = [...series(1, 2), undated('old')];
    await follower.round();
    assert.deepEqual(gapsOf(follower), []);
    listing = [...series(1, 3), undated('old')];
    await follower.round();
    assert.deepEqual(gapsOf(follower), [['c000001', 'c000001']]);
    listing = [...series(0, 4), undated('old')];
    await follower.round();
    assert.deepEqual(gapsOf(follower), [['c000002', 'c000002']], 'the event below 1 may be missing too');
  });

  it('leaves a gap past known events below which others may still come late', async () => {
    let listing = [undated('old')];
    const { follower } = following(() => listing, 3, {}, { pages: false });
    listing = [...series(1, 2), undated('old')];
    await follower.round();
    listing = [...series(0, 4), undated('old')];
    await follower.round();
    assert.deepEqual(gapsOf(follower), [['c000002', 'c000002']]);
  });

  it('reads to the oldest of them, since others may have come late however far', async () => {
    let listing = ['b', 'a'].map(undated);
    const { store, follower } = following(() => listing, 2);
    listing = ['c', 'b', 'late', 'a'].map(undated);
    await follower.round();
    assert.ok(store.get('late'));
    const cut = following(() => listing, 3, {}, { pages: false });
    listing = ['d', 'c', 'b', 'late', 'later', 'a'].map(undated);
    await cut.follower.round();
    assert.deepEqual(gapsOf(cut.follower), [['b', 'b']]);
  });

  it('takes the gap away once the oldest of them is read, whatever is below it', async () => {
    const below = [undated('b'), undated('a'), ...series(0, 5)];
    let listing = below;
    const { follower } = following(() => listing, 2, { 3: refused(500) });
    await follower.round();
    listing = [...series(6, 9), ...below];
    await follower.round();
    assert.deepEqual(gapsOf(follower), [['c000008', 'c000008']]);
    await follower.round();
    assert.deepEqual(gapsOf(follower), []);
  });

  it('takes no limit of the service for the end of the listing', async () => {
    let listing = [undated('old')];
    const failures = { 2: refused(500), 4: refused(400) };
    const { follower } = following(() => listing, 20, failures, { paged: true });
    listing = [...series(1, 60, 60), undated('old')];
    await follower.round();
    assert.deepEqual(gapsOf(follower), [['c000041', 'c000041']]);
    listing = series(1, 90, 60).slice(0, 70);
    await follower.round();
    assert.deepEqual(gapsOf(follower), [
      ['c000021', 'c000021'],
      ['c000071', 'c000050'],
    ]);
  });
});

describe('following a service that breaks its own rules', () => {
  /** An event like `like`, at another time, with another ID. */
  const withID = (like: Written, id: string): Written => {
    const event = toAuditEvent({ context: { changeID: id }, request: { timestamp: like.time } });
    return { ...like, event, id };
  };

  it('reads on where a new event has the ID of the oldest known one', async () => {
    const known = series(1, 5);
    let listing: readonly Written[] = known;
    const { store, follower } = following(() => listing, 5);
    const added = series(6, 105);
    const [newest = assert.fail(), ...others] = added;
    listing = [withID(newest, 'c000001'), ...others, ...known];
    for (let rounds = 0; rounds < 40; rounds++) await follower.round();
    assert.deepEqual([store.events().length, gapsOf(follower)], [105, []]);
  });

  it('reads all that came since its clock was set back, where it lists events in the order of their arrival', async () => {
    const known = series(121, 130);
    let listing: readonly Written[] = known;
    const { store, follower } = following(() => listing, 10);
    listing = [...series(1, 45), ...known];
    for (let rounds = 0; rounds < 60; rounds++) await follower.round();
    assert.deepEqual([store.events().length, gapsOf(follower)], [55, []]);
  });

  it('leaves a gap where it does not page, lists events as they arrive, and set its clock back', async () => {
    const known = series(121, 130);
    let listing: readonly Written[] = known;
    const { follower } = following(() => listing, 10, {}, { pages: false });
    listing = [...series(1, 45), ...known];
    await follower.round();
    assert.equal(gapsOf(follower).length, 1);
  });

  it('says that events below the oldest known one may be missing once it saw one that arrived there', async () => {
    const below = series(1, 3, 60);
    const known = series(4, 10, 60);
    let listing: readonly Written[] = [...known, ...below];
    const { follower } = following(() => listing, 8, {}, { known: known.map(({ event }) => event) });
    for (let rounds = 0; rounds < 3; rounds++) await follower.round();
    assert.deepEqual(gapsOf(follower), []);
    const late = written(5000, START + 3 * 60_000 + 1, 0);
    listing = [...known, late, ...below];
    await follower.round();
    assert.deepEqual(gapsOf(follower), [['c000004', 'c000004']]);
  });

  it('takes no event for late where a check found that it lists events as they arrive', async () => {
    const below = series(1, 3, 60);
    const known = series(4, 10, 60);
    let listing: readonly Written[] = [...known, ...below];
    const start = { known: known.map(({ event }) => event), isByTime: false };
    const { follower } = following(() => listing, 8, {}, start);
    for (let rounds = 0; rounds < 3; rounds++) await follower.round();
    listing = [...known, written(5000, START + 3 * 60_000 + 1, 0), ...below];
    await follower.round();
    assert.deepEqual(gapsOf(follower), []);
  });
});
