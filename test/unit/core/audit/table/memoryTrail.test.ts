import assert from 'node:assert/strict';
import { type LocalFilters, noFilters } from '../../../../../src/core/audit/table/filter.ts';
import { MemoryTrail } from '../../../../../src/core/audit/table/memoryTrail.ts';
import { newestFirst, type TrailQuery } from '../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';

/** Newest first. */
const events = (count: number, name = 'e'): AuditEvent[] =>
  Array.from({ length: count }, (_, n) =>
    toAuditEvent({
      context: { changeID: `${name}${count - n}`, actor: n % 2 === 0 ? 'ann' : 'bob' },
      request: { timestamp: `2026-01-01 00:00:${String(59 - n).padStart(2, '0')}.000000000` },
    }),
  );
const query = (filters: LocalFilters = noFilters): TrailQuery => ({
  filters,
  sort: newestFirst,
  facetLimits: new Map(),
});
const onlyAnn: LocalFilters = { fields: new Map([['actor', { only: new Set(['ann']), not: new Set() }]]) };
const ids = (some: readonly AuditEvent[] = []): unknown[] => some.map(({ context }) => context.changeID);

describe('the trail of loaded events', () => {
  it('gives counts, facets, a histogram and windows of rows by a query', async () => {
    const trail = new MemoryTrail();
    const all = events(6);
    assert.deepEqual(await trail.update(all), { change: 'changed', isAnother: false });
    const { revision, counts, facets, histogram, verdict } = await trail.view(query(onlyAnn));
    assert.deepEqual(counts, { loaded: 6, passing: 3 });
    assert.deepEqual(ids(await trail.window(revision, 1, 9)), ['e4', 'e2']);
    assert.deepEqual(await trail.window(revision, 9, 12), []);
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
    assert.deepEqual(
      all.map((event) => verdict?.(event)),
      [true, false, true, false, true, false],
    );
  });

  it('names the same rows by the same revision, and other rows by another', async () => {
    const trail = new MemoryTrail();
    await trail.update(events(4));
    const first = await trail.view(query());
    assert.equal((await trail.view(query(first.query.filters))).revision, first.revision);
    const listed = await trail.view({ ...first.query, facetLimits: new Map([['actor', 1]]) });
    assert.equal(listed.revision, first.revision, 'more values of a facet are no other rows');
    assert.deepEqual(
      listed.facets.find(({ field }) => field === 'actor')?.values.map(({ value }) => value),
      ['ann'],
    );
    const filtered = await trail.view(query(onlyAnn));
    assert.notEqual(filtered.revision, first.revision);
    assert.equal((await trail.window(first.revision, 0, 9))?.length, 4, 'answers may cross');
  });

  it('takes a large list in parts, and says when it is all there', async () => {
    const trail = new MemoryTrail();
    const all = events(5);
    assert.equal((await trail.update(all, 3)).change, 'more');
    assert.equal((await trail.view(query())).counts.loaded, 3);
    assert.equal((await trail.update(all, 3)).change, 'changed');
    assert.equal((await trail.update(all, 3)).change, 'same');
    assert.equal((await trail.view(query())).counts.loaded, 5);
  });

  it('keeps nothing of a listing that went away', async () => {
    const trail = new MemoryTrail();
    await trail.update(events(4));
    const { revision } = await trail.view(query(onlyAnn));
    assert.deepEqual(await trail.update(events(2, 'x')), { change: 'changed', isAnother: true });
    assert.equal(await trail.window(revision, 0, 1), undefined);
    const next = await trail.view(query(onlyAnn));
    assert.deepEqual([next.counts, next.revision > revision], [{ loaded: 2, passing: 1 }, true]);
  });
});
