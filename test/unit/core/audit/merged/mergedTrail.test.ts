/** Every question to a merged trail, on random events on both sides of a line, beside the answer of a plain list of all. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { sortKeyOf } from '../../../../../src/core/audit/feed/eventOrder.ts';
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import type { ViewHandle } from '../../../../../src/core/audit/table/eventSet.ts';
import {
  type FieldID,
  facetFields,
  fieldText,
  findAuditField,
} from '../../../../../src/core/audit/table/fields.ts';
import { noFilters, type TrailFilters } from '../../../../../src/core/audit/table/filter.ts';
import { newestFirst, TrailCancelled } from '../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { PlainTrail, plainKey, plainSet, rowsOfPlainSet } from '../plainTrail.ts';
import { textTerms } from '../questions.ts';
import { onceEach } from '../store/onceEach.ts';
import { anyAlike, anyAsked, compareListing, compareView, type Source } from '../store/wholeTrail.ts';
import {
  anyPlace,
  mergedSource,
  numberedAlone,
  splitAtLine,
  withoutSetsOfGroups,
  withoutSharedKeys,
} from './splitEvents.ts';

function plainOlder(events: readonly AuditEvent[]): Source & { readonly trail: PlainTrail } {
  return {
    trail: new PlainTrail(() => events),
    key: plainKey,
    set: plainSet,
    rowsOf: rowsOfPlainSet,
    hasFoldedNames: true,
  };
}

const sourceAt = (events: readonly AuditEvent[], place: number): Promise<Source> => {
  const split = splitAtLine(events, place);
  return mergedSource(events, split, plainOlder(numberedAlone(events, split.older)));
};

interface Few {
  readonly actor: string | undefined;
  readonly content: string | undefined;
  readonly requestID: string | undefined;
  readonly ms: number;
}
/** So few values that those of both sides are often the same. */
const anyFew: fc.Arbitrary<Few> = fc.record({
  actor: fc.constantFrom('9', '10', '9', '10', 'x', undefined),
  content: fc.constantFrom('SELECT name FROM persons', 'SELECT name FROM', undefined),
  requestID: fc.constantFrom('r1', 'r2', 'p1', 'p2', 'p1', 'q1', undefined),
  ms: fc.integer({ min: 0, max: 9 }),
});
const eventOfFew = ({ actor, content, requestID, ms }: Few, row: number) =>
  toCompactEvent(
    toAuditEvent({
      context: { changeID: `c${row}`, ...(actor && { actor }), ...(requestID && { requestID }) },
      request: {
        timestamp: msToTimestamp(ms),
        ...(content && { data: { content }, httpInfo: { URI: '/v1/vaults/v/query', method: 'POST' } }),
      },
      response: { code: ms % 2 === 0 ? 200 : 404 },
    }),
  );
const anySort = fc.record({
  field: fc.constantFrom<FieldID>('actor', 'code', 'time', 'content'),
  descending: fc.boolean(),
});

describe('a merged trail', () => {
  it('answers as a plain list of the events of both sides does: views, rows, groups, who read what, what is odd', async () => {
    await fc.assert(
      fc.asyncProperty(anyAsked(0, 24), anyPlace, async ([any, asked], place) => {
        const events = onceEach(any);
        const source = await sourceAt(events, place);
        for (const one of asked.map((all) => withoutSharedKeys(all, any))) {
          await compareView(source, events, one);
          await compareView(source, events, { ...one, sorts: newestFirst });
        }
        await compareListing(source, events);
      }),
      { numRuns: 150 },
    );
  });

  it('answers as a plain list of many that are alike does: what is odd among them', async () => {
    let odd = 0;
    await fc.assert(
      fc.asyncProperty(
        anyAsked(30, 60, anyAlike),
        anyPlace,
        fc.constantFrom<FieldID>('actor', 'code', 'ipAddress'),
        async ([any, asked], place, field) => {
          const events = onceEach(any);
          const source = await sourceAt(events, place);
          const sorts = [{ field, descending: false }];
          const only = new Set(events.slice(0, 1).map((event) => fieldText(findAuditField(field), event)));
          const chosen: TrailFilters = { fields: new Map([[field, { only, not: new Set() }]]) };
          for (const { filters, from } of asked)
            for (const by of [filters, noFilters, chosen, { ...noFilters, terms: textTerms('::1') }])
              odd += await compareView(source, events, { filters: by, sorts, from, to: from + 12 });
        },
      ),
      { numRuns: 60 },
    );
    assert.ok(odd > 10, `${odd} odd values`);
  });

  it('joins runs of own events, and who read what, across the line, and sorts as integers only if all values of both sides are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyFew, { maxLength: 10 }),
        fc.array(fc.nat(9), { maxLength: 2 }),
        anyPlace,
        fc.array(anySort, { maxLength: 3 }),
        async (few, marked, place, sorts) => {
          const events = few.map(eventOfFew);
          const source = await sourceAt(events, place);
          const own = {
            logReadIDs: ['r1', 'r2'],
            queryRuns: [['p1', 'p2'], ['q1']],
            unfoldedKeys: marked.flatMap((row) => (events[row] ? [eventKey(events[row])] : [])),
          };
          const asked = { filters: noFilters, own, from: 1, to: 8 };
          await compareView(source, events, { ...asked, sorts: newestFirst });
          await compareView(source, events, { ...asked, sorts });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('lists the most frequent values of facets, and the gaps in groups, as a source of all events does', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyAsked(0, 24),
        anyPlace,
        fc.nat(3),
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
            const zone = { offsets: [{ from: 0, minutes: 330 }] };
            const query = { listing: 1, filters, sorts: newestFirst, gaps, facetLimits, zone };
            const [view, expected] = await Promise.all([source.trail.view(query), whole.view(query)]);
            assert.deepEqual(view.facets, expected.facets);
            assert.deepEqual(view.histogram, expected.histogram);
            const [groups, expectedGroups] = await Promise.all([
              source.trail.groups(view.handle, by, from, to),
              whole.groups(expected.handle, by, from, to),
            ]);
            assert.deepEqual(withoutSetsOfGroups(groups), withoutSetsOfGroups(expectedGroups));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('rejects calls that are cancelled, and does not know views that are no longer kept', async () => {
    const { trail } = await sourceAt([], 0);
    const query = { listing: 1, filters: noFilters, sorts: newestFirst, gaps: [] };
    const { handle } = await trail.view(query);
    const abort = new AbortController();
    abort.abort();
    const calls = (view: ViewHandle, signal?: AbortSignal) => [
      trail.window(view, 0, 1, signal),
      trail.rows(view, signal),
      trail.groups(view, 'actor', 0, 1, signal),
      trail.whoReadWhat(view, signal),
      trail.unusualValues(view, {}, signal),
    ];
    const ofListing = [
      trail.view(query, abort.signal),
      trail.events(1, [], abort.signal),
      trail.find(1, 'c', abort.signal),
      trail.values(1, 'actor', abort.signal),
      trail.vaultNames(1, abort.signal),
    ];
    for (const call of [...calls(handle, abort.signal), ...ofListing])
      await assert.rejects(call, TrailCancelled);
    for (const call of calls('other' as ViewHandle)) assert.equal(await call, undefined);
  });
});
