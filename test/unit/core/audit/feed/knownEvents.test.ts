import assert from 'node:assert/strict';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { readLoadedEventsForFollowing } from '../../../../../src/core/audit/feed/knownEvents.ts';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import { newestFirst } from '../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { PlainTrail } from '../plainTrail.ts';
import { START, written } from './followSimulation.ts';

const query = { listing: 1, filters: noFilters, sorts: newestFirst, gaps: [] };
const undated = (n: number): AuditEvent => toAuditEvent({ context: { changeID: `u${n}` } });
const known = (events: readonly AuditEvent[]): Promise<readonly AuditEvent[]> =>
  readLoadedEventsForFollowing(new PlainTrail(() => events), query, START);

describe('the known events that following starts with', () => {
  it('are the newest ones and the oldest one, of however many', async () => {
    const events = Array.from({ length: 5_000 }, (_, n) => written(n, START - n * 1_000, 0).event);
    let read = 0;
    class Counting extends PlainTrail {
      override async window(...args: Parameters<PlainTrail['window']>) {
        const rows = await super.window(...args);
        read += rows?.length ?? 0;
        return rows;
      }
    }
    const found = await readLoadedEventsForFollowing(
      new Counting(() => [...events, undated(1)]),
      query,
      START,
    );
    assert.deepEqual(found.at(-1), events.at(-1) && toCompactEvent(events.at(-1) as AuditEvent));
    assert.ok(read <= 2_000, `${read} events read`);
  });

  it('are all events if none has a time', async () => {
    const events = Array.from({ length: 2_500 }, (_, n) => undated(n));
    assert.equal((await known(events)).length, events.length);
  });

  it('are none of no events', async () => {
    assert.deepEqual(await known([]), []);
  });
});
