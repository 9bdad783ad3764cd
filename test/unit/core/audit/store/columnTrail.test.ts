import assert from 'node:assert/strict';
import { eventFromData as madeOf, toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { gapEndsOf } from '../../../../../src/core/audit/feed/gapPositions.ts';
import { rowsOfSet, toEventKey } from '../../../../../src/core/audit/store/localKeys.ts';
import { noFilters, type TrailFilters } from '../../../../../src/core/audit/table/filter.ts';
import {
  type LocalTrail,
  newestFirst,
  type TrailEvent,
  type TrailQuery,
} from '../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { type JsonObject, stringifyJson } from '../../../../../src/core/service/json.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { clonedTrail } from '../clonedTrail.ts';

/** Newest first. */
const events = (count: number, name = 'e'): AuditEvent[] =>
  Array.from({ length: count }, (_, n) =>
    toAuditEvent({
      context: { changeID: `${name}${count - n}`, actor: n % 2 === 0 ? 'ann' : 'bob' },
      request: { timestamp: `2026-01-01 00:00:${String(59 - n).padStart(2, '0')}.000000000` },
    }),
  );
const query = (filters: TrailFilters = noFilters, more: Partial<TrailQuery> = {}): TrailQuery => ({
  listing: 1,
  filters,
  sorts: newestFirst,
  gaps: [],
  facetLimits: new Map(),
  ...more,
});
const onlyAnn = (): TrailFilters => ({
  fields: new Map([['actor', { only: new Set(['ann']), not: new Set() }]]),
});
const ids = (some: readonly TrailEvent[] = []): unknown[] => some.map(({ data }) => data.changeID);
/** Events of a listing, in the trail as it would be in another thread. */
async function trailOf(all: readonly AuditEvent[], listing = 1): Promise<LocalTrail> {
  const trail = clonedTrail();
  await trail.add(listing, all.map(toCompactEvent));
  return trail;
}

describe('the trail of loaded events', () => {
  it('gives the same view of a listing without events each time: nothing is due that was just read', async () => {
    const trail = clonedTrail();
    const first = await trail.view(query());
    assert.equal((await trail.view(query())).handle, first.handle);
    await trail.add(1, events(2).map(toCompactEvent));
    const later = await trail.view(query());
    assert.notEqual(later.handle, first.handle);
    assert.equal(later.counts.total, 2);
    assert.equal((await trail.view(query(noFilters, { listing: 2 }))).counts.total, 0);
  });

  it('gives counts, facets, a histogram and windows of rows by a query', async () => {
    const trail = await trailOf(events(6));
    const { handle, counts, facets, histogram, isComplete } = await trail.view(query(onlyAnn()));
    assert.deepEqual([counts, isComplete], [{ total: 6, passing: 3, conflicting: 0 }, true]);
    assert.deepEqual(ids(await trail.window(handle, 1, 9)), ['e4', 'e2']);
    assert.deepEqual(await trail.window(handle, 9, 12), []);
    const actors = facets.find(({ field }) => field === 'actor')?.values;
    assert.deepEqual(
      actors?.map(({ value, count }) => [value, count]),
      [
        ['ann', 3],
        ['bob', 3],
      ],
    );
    assert.equal(
      histogram?.bins.flat().reduce((sum, count) => sum + count, 0),
      3,
    );
  });

  it('names the same rows by the same handle, and other rows by another', async () => {
    const trail = await trailOf(events(4));
    const first = await trail.view(query());
    assert.equal((await trail.view(query())).handle, first.handle);
    const listed = await trail.view(query(noFilters, { facetLimits: new Map([['actor', 1]]) }));
    assert.equal(listed.handle, first.handle, 'more values of a facet are no other rows');
    assert.deepEqual(
      listed.facets.find(({ field }) => field === 'actor')?.values.map(({ value }) => value),
      ['ann'],
    );
    const filtered = await trail.view(query(onlyAnn()));
    assert.notEqual(filtered.handle, first.handle);
    assert.equal(
      (await trail.view(query(onlyAnn()))).handle,
      filtered.handle,
      'the same filters, said again',
    );
    assert.equal((await trail.window(first.handle, 0, 9))?.length, 4, 'answers may cross');
    await trail.add(1, events(5).slice(0, 1).map(toCompactEvent));
    assert.notEqual((await trail.view(query())).handle, first.handle, 'other rows');
  });

  it('places gaps among the rows that pass', async () => {
    const all = events(6);
    const [, above, below] = all;
    assert.ok(above && below);
    const gaps = [gapEndsOf({ above, below })];
    const trail = await trailOf(all);
    assert.deepEqual(
      (await trail.view(query(noFilters, { gaps }))).gaps.map(({ at }) => at),
      [2],
    );
    assert.deepEqual(
      (await trail.view(query(onlyAnn(), { gaps }))).gaps.map(({ at }) => at),
      [1],
    );
    const { handle } = await trail.view(query(noFilters, { gaps }));
    const groups = await trail.groups(handle, 'actor', 0, 9);
    assert.deepEqual(
      groups?.groups.map(({ value, events, gaps: inside }) => [
        value,
        [...rowsOfSet(events)],
        inside.map(({ at }) => at),
      ]),
      [
        ['ann', [0, 2, 4], [1]],
        ['bob', [1, 3, 5], [1]],
      ],
    );
    assert.deepEqual([groups?.count, (await trail.groups(handle, 'actor', 1, 9))?.groups.length], [2, 1]);
  });

  it('finds events by ID and by number, and the values of a field', async () => {
    const trail = await trailOf(events(4));
    assert.equal((await trail.find(1, 'e3'))?.key, 1);
    assert.equal(await trail.find(1, 'e9'), undefined);
    assert.deepEqual(ids(await trail.events(1, [2, 9, 0].map(toEventKey))), ['e2', 'e4']);
    assert.deepEqual(await trail.values(1, 'actor'), [
      { value: 'ann', entries: ['ann'], count: 2 },
      { value: 'bob', entries: ['bob'], count: 2 },
    ]);
  });

  it('keeps nothing of a listing that was let go, and knows listings apart', async () => {
    const trail = await trailOf(events(4));
    await trail.add(2, events(2, 'x').map(toCompactEvent));
    const { handle } = await trail.view(query(onlyAnn()));
    assert.equal((await trail.view(query(onlyAnn(), { listing: 2 }))).counts.passing, 1);
    await trail.drop(1);
    assert.equal(await trail.window(handle, 0, 1), undefined);
    assert.deepEqual((await trail.view(query(onlyAnn()))).counts, { total: 0, passing: 0, conflicting: 0 });
    assert.equal((await trail.view(query(noFilters, { listing: 2 }))).counts.total, 2);
  });

  it('hands out events as they came, as exact as they came', async () => {
    const parsed = parseJson(
      '{"context":{"changeID":"c"},"response":{"code":200,"data":{"n":12345678901234567890}}}',
    );
    assert.ok(parsed.ok);
    const event = toAuditEvent(parsed.value as JsonObject);
    const trail = await trailOf([event]);
    const [found] = await trail.events(1, [0].map(toEventKey));
    assert.ok(found);
    assert.equal(stringifyJson(madeOf(found.data).raw), stringifyJson(event.raw));
    assert.deepEqual(madeOf(found.data).response.data, event.response.data);
  });
});
