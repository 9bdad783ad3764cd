import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import type { EventKey } from '../../../../../src/core/audit/table/eventSet.ts';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import type { OwnEvents } from '../../../../../src/core/audit/table/ownEvents.ts';
import { newestFirst } from '../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { clonedTrail } from '../clonedTrail.ts';
import { plainOwn, plainRuns } from './plainEvents.ts';

/** The higher `n`, the newer. Each request has two events. */
const event = (n: number): AuditEvent =>
  toAuditEvent({
    context: { changeID: `c${n}`, requestID: `r${n >> 1}` },
    request: { timestamp: `2026-01-01 00:00:00.${String(n).padStart(9, '0')}` },
    response: { code: 200 },
  });

/** How many events are added, and which requests are known to be own ones by then. */
const anySteps = fc.array(
  fc.record({
    added: fc.nat(12),
    own: fc.uniqueArray(fc.nat(20), { maxLength: 14 }),
    unfolded: fc.uniqueArray(fc.nat(30), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 6 },
);

describe('own events of a listing', () => {
  it('are those of the request IDs known now, as events and IDs come and go', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const trail = clonedTrail();
        const loaded: AuditEvent[] = [];
        for (const { added, own: requests, unfolded } of steps) {
          const more = Array.from({ length: added }, (_, n) => event(loaded.length + n));
          loaded.push(...more);
          await trail.add(1, more.map(toCompactEvent));
          const own: OwnEvents = {
            logReadIDs: requests.filter((n) => n % 3 === 0).map((n) => `r${n}`),
            queryRuns: [1, 2].map((run) => requests.filter((n) => n % 3 === run).map((n) => `r${n}`)),
            unfoldedKeys: unfolded.map((n) => eventKey(event(n))),
          };
          const query = {
            listing: 1,
            filters: noFilters,
            sorts: newestFirst,
            gaps: [],
            facetLimits: new Map(),
            own,
          };
          const { ownRuns, histogram } = await trail.view(query);
          const runs = plainRuns(loaded.toReversed(), [], own, (at) => at as unknown as EventKey);
          assert.deepEqual(
            ownRuns.map(({ startIndex: at, count }) => [at, count]),
            runs.map(({ startIndex: at, count }) => [at, count]),
          );
          const counts = (part: number): number =>
            histogram?.bins.reduce((sum, bin) => sum + (bin[part] ?? 0), 0) ?? 0;
          const ownCount = loaded.filter(plainOwn(own)).length;
          assert.deepEqual([counts(3), counts(0)], [ownCount, loaded.length - ownCount]);
        }
      }),
    );
  });
});
