/** A merged trail whose older side is a table in ClickHouse, beside a plain list of the events of both sides. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ClickHouseTrailParts } from '../../../src/core/audit/clickhouse/clickhouseTrail.ts';
import { sortKeyOf } from '../../../src/core/audit/feed/eventOrder.ts';
import {
  type FieldID,
  facetFields,
  fieldText,
  findAuditField,
} from '../../../src/core/audit/table/fields.ts';
import { noFilters, type TrailFilters } from '../../../src/core/audit/table/filter.ts';
import { newestFirst } from '../../../src/core/audit/table/trail.ts';
import type { AuditEvent } from '../../../src/core/service/types.ts';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import {
  anyPlace,
  mergedSource,
  numberedAlone,
  splitAtLine,
  withoutSetsOfGroups,
  withoutSharedKeys,
} from '../../unit/core/audit/merged/splitEvents.ts';
import { PlainTrail } from '../../unit/core/audit/plainTrail.ts';
import { textTerms } from '../../unit/core/audit/questions.ts';
import { onceEach } from '../../unit/core/audit/store/onceEach.ts';
import {
  anyAlike,
  anyAsked,
  anyOfAll,
  compareListing,
  compareView,
  type Source,
} from '../../unit/core/audit/store/wholeTrail.ts';
import { startClickHouse } from '../clickHouse.ts';
import type { EngineServer } from '../serverProcess.ts';
import { clientFor, target } from './sinkServer.ts';
import { asStored, idOf, storedSource, storeEvents, trailFor } from './storedEvents.ts';

const isLong = process.env.VAULTSQL_LONG !== undefined;

describe('ClickHouse 26.7: a merged trail over its table and newer events', () => {
  let server: EngineServer;
  before(async () => {
    server = await startClickHouse();
    await initTables(clientFor(server.url), target, undefined);
  });
  after(() => server.stop());

  /** Stores the events before a line in the table, and returns a source of all events. */
  async function sourceAt(
    events: readonly AuditEvent[],
    place: number,
    parts: Partial<ClickHouseTrailParts> = {},
  ): Promise<Source> {
    const split = splitAtLine(events, place);
    const older = numberedAlone(events, split.older);
    await storeEvents(server.url, older);
    const trail = trailFor(clientFor(server.url, { user: 'reader', password: 'reader-password' }), parts);
    trail.open(1, undefined);
    const source = await mergedSource(events, split, { ...storedSource(trail, older), trail });
    const ids = new Map([
      ...split.older.map((row, at) => [events[row], idOf(older[at] ?? assert.fail())] as const),
      // As the local store sorts events of one time: by change ID, then in the order in which they were added.
      ...split.newer.map(
        (row) => [events[row], `${events[row]?.context.changeID ?? ''}\0${2_000_000 - row}`] as const,
      ),
    ]);
    return { ...source, idOf: (event) => ids.get(event) ?? '' };
  }

  it('answers as a plain list of the events of both sides does: views, rows, groups, who read what, what is odd', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyAsked(0, 16, anyOfAll.map(asStored)),
        anyPlace,
        fc.constantFrom(1, 100_000),
        async ([any, asked], place, maxCombinations) => {
          const events = onceEach(any);
          const source = await sourceAt(events, place, { maxCombinations });
          for (const one of asked.map((all) => withoutSharedKeys(all, any))) {
            await compareView(source, events, one);
            await compareView(source, events, { ...one, sorts: newestFirst });
          }
          await compareListing(source, events);
        },
      ),
      { numRuns: isLong ? 200 : 4, endOnFailure: true },
    );
  });

  it('answers as a plain list of many that are alike does: what is odd among them', async () => {
    let odd = 0;
    await fc.assert(
      fc.asyncProperty(
        anyAsked(30, 60, anyAlike.map(asStored)),
        anyPlace,
        fc.constantFrom<FieldID>('actor', 'code', 'ipAddress'),
        async ([any, asked], place, field) => {
          const events = onceEach(any);
          const source = await sourceAt(events, place);
          const sorts = [{ field, descending: false }];
          const only = new Set(events.slice(0, 1).map((event) => fieldText(findAuditField(field), event)));
          const chosen: TrailFilters = { fields: new Map([[field, { only, not: new Set() }]]) };
          for (const { from } of asked.slice(0, 1))
            for (const filters of [noFilters, chosen, { ...noFilters, terms: textTerms('::1') }])
              odd += await compareView(source, events, { filters, sorts, from, to: from + 12 });
        },
      ),
      { numRuns: isLong ? 60 : 2, endOnFailure: true },
    );
    assert.ok(odd > 0, `${odd} odd values`);
  });

  it('lists the most frequent values of facets, and the gaps in groups, as a source of all events does', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyAsked(0, 24, anyOfAll.map(asStored)),
        anyPlace,
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('request', 'session', 'actor', 'vault'),
        async ([any, asked], place, limit, by) => {
          const events = onceEach(any);
          const source = await sourceAt(events, place);
          const whole = new PlainTrail(() => events);
          for (const {
            filters: { events: _, ...filters },
            from,
            to,
          } of asked) {
            const gaps = events.slice(1, 5).map((below, at) => ({
              above: sortKeyOf(events[at] ?? below),
              below: sortKeyOf(below),
            }));
            const facetLimits = new Map(facetFields.map(({ id }) => [id, limit]));
            const query = { listing: 1, filters, sorts: newestFirst, gaps, facetLimits };
            const [view, expected] = await Promise.all([source.trail.view(query), whole.view(query)]);
            assert.deepEqual(view.facets, expected.facets);
            const [groups, expectedGroups] = await Promise.all([
              source.trail.groups(view.handle, by, from, to),
              whole.groups(expected.handle, by, from, to),
            ]);
            assert.deepEqual(withoutSetsOfGroups(groups)?.gaps, withoutSetsOfGroups(expectedGroups)?.gaps);
          }
        },
      ),
      { numRuns: isLong ? 100 : 4, endOnFailure: true },
    );
  });
});
