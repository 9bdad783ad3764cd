import assert from 'node:assert/strict';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import { newestFirst } from '../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { RoutedTrail } from '../../../../../src/extension/audit/sources/routedTrail.ts';
import { PlainTrail } from '../../../core/audit/plainTrail.ts';

const eventOf = (changeID: string): AuditEvent =>
  toAuditEvent({
    context: { changeID, actor: 'ann' },
    request: { vaultID: 'v', timestamp: '2026-01-01 00:00:00.000000000' },
    response: { code: 200 },
  });

describe('a trail that reads each listing from another one', () => {
  const first = new PlainTrail((listing) => (listing === 1 ? [eventOf('a')] : []));
  const second = new PlainTrail(() => [eventOf('b'), eventOf('c')]);
  const query = (listing: number) => ({ listing, filters: noFilters, sorts: newestFirst, gaps: [] });

  it('reads listings and their views from the trail that was added for them', async () => {
    const trail = new RoutedTrail(first);
    trail.add(2, second);
    const views = [await trail.view(query(1)), await trail.view(query(2))];
    assert.deepEqual(
      views.map(({ counts }) => counts.total),
      [1, 2],
    );
    for (const [at, ids] of [['a'], ['c', 'b']].entries()) {
      const handle = views[at]?.handle ?? assert.fail();
      const listing = at + 1;
      assert.deepEqual(
        (await trail.window(handle, 0, 9))?.map(({ data }) => data.changeID),
        ids,
      );
      const set = (await trail.rows(handle)) ?? assert.fail();
      assert.equal((await trail.members(listing, set, 0, 9)).length, ids.length);
      assert.equal((await trail.groups(handle, 'actor', 0, 9))?.count, 1);
      assert.equal((await trail.whoReadWhat(handle))?.others, ids.length);
      assert.equal((await trail.unusualValues(handle, {}))?.sizes.here, ids.length);
      assert.equal((await trail.find(listing, 'b'))?.data.changeID, listing === 2 ? 'b' : undefined);
      assert.equal((await trail.values(listing, 'changeID')).length, ids.length);
      assert.equal((await trail.vaultNames(listing))?.[0]?.events, ids.length);
      const key = (await trail.window(handle, 0, 1))?.[0]?.key ?? assert.fail();
      assert.equal((await trail.events(listing, [key])).length, 1);
    }
  });

  it('reads a listing from the default trail again when its trail was removed', async () => {
    const trail = new RoutedTrail(first);
    trail.add(1, second);
    const { handle } = await trail.view(query(1));
    trail.remove(1);
    assert.equal(await trail.window(handle, 0, 9), undefined);
    assert.equal((await trail.view(query(1))).counts.total, 1);
  });
});
