import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { toEventKey } from '../../../../../src/core/audit/store/localKeys.ts';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import { newestFirst, TrailCancelled, type TrailQuery } from '../../../../../src/core/audit/table/trail.ts';
import { toLoadedEvent } from '../../../../../src/core/audit/table/trailReads.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { ThreadTrail } from '../../../../../src/extension/audit/sources/threadTrail.ts';

const entry = fileURLToPath(new URL('../../../../../src/extension/audit/sources/worker.ts', import.meta.url));
const query: TrailQuery = { listing: 1, filters: noFilters, sorts: newestFirst, gaps: [] };
const events = (...ids: string[]) =>
  ids.map((changeID) => toCompactEvent(toAuditEvent({ context: { changeID } })));

/** A trail with what it told of its thread. */
function trailWith(at = entry) {
  const ended: unknown[] = [];
  return { trail: new ThreadTrail(at, (error) => ended.push(error)), ended };
}

describe('the trail in a thread of its own', () => {
  it('starts none before there are events: what nothing was added to is empty', async () => {
    const { trail, ended } = trailWith('/no/such/entry.cjs');
    assert.deepEqual((await trail.view(query)).counts, { total: 0, passing: 0, conflicting: 0 });
    const { handle } = await trail.view({ ...query, facetLimits: new Map() });
    assert.deepEqual(await trail.window(handle, 0, 9), []);
    assert.equal((await trail.groups(handle, 'actor', 0, 9))?.count, 0);
    assert.deepEqual(await trail.events(1, [0].map(toEventKey)), []);
    assert.equal(await trail.find(1, 'c'), undefined);
    assert.deepEqual(await trail.values(1, 'actor'), []);
    await trail.drop(1);
    await trail.dispose();
    assert.deepEqual(ended, []);
  });

  it('answers as one in this thread does, each call by what came before it', async () => {
    const { trail, ended } = trailWith();
    void trail.add(1, events('a', 'b'));
    const before = trail.view(query);
    void trail.add(1, events('c'));
    const { handle, counts } = await trail.view(query);
    assert.deepEqual([(await before).counts.total, counts.total], [2, 3]);
    const rows = (await trail.window(handle, 0, 9))?.map(toLoadedEvent);
    assert.deepEqual(
      rows?.map(({ key, event }) => [key, event.context.changeID]),
      [
        [2, 'c'],
        [1, 'b'],
        [0, 'a'],
      ],
    );
    assert.equal((await trail.find(1, 'b'))?.key, 1);
    await trail.drop(1);
    assert.equal((await trail.view(query)).counts.total, 0);
    await trail.dispose();
    assert.deepEqual(ended, []);
  });

  it('rejects a call that is cancelled, before and while it runs, and returns the next one', async () => {
    const { trail } = trailWith();
    await trail.add(1, events('a', 'b'));
    const { handle } = await trail.view(query);
    const isCancelled = (error: unknown): boolean => error instanceof TrailCancelled;
    await assert.rejects(trail.view(query, AbortSignal.abort()), isCancelled);
    const abort = new AbortController();
    const running = trail.whoReadWhat(handle, abort.signal);
    abort.abort();
    await assert.rejects(running, isCancelled);
    assert.equal((await trail.whoReadWhat(handle))?.others, 2);
    await trail.dispose();
  });

  it('tells when the thread ends by itself, fails what was asked, and begins another for other events', async () => {
    const { trail, ended } = trailWith();
    await trail.add(1, events('a'));
    // Not an event: no caller of ours sends this.
    const broken = trail.add(1, [{ text: '{', isExact: false, time: undefined, changeID: undefined }]);
    await assert.rejects(broken, { name: 'SyntaxError', stack: /at JSON\.parse|parse/ });
    assert.equal((await trail.view(query)).counts.total, 1, 'a call that fails leaves the others alone');
    await trail.dispose();
    assert.deepEqual(ended, []);
    await trail.add(1, events('b', 'c'));
    assert.equal((await trail.view(query)).counts.total, 2);
    await trail.dispose();
  });

  it('fails what was asked of a thread that does not begin', async () => {
    const { trail, ended } = trailWith('/no/such/entry.cjs');
    await assert.rejects(trail.add(1, events('a')), { name: 'TrailEnded' });
    assert.equal(ended.length, 1);
    assert.equal((await trail.view(query)).counts.total, 0, 'begins again');
    await trail.dispose();
  });
});
