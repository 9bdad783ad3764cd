/** Every question that a trail answers, on random events, beside the answer found by looking at all events of a list. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { rowsOfSet } from '../../../../../src/core/audit/store/localKeys.ts';
import type { EventKey, EventSet } from '../../../../../src/core/audit/table/eventSet.ts';
import type { TrailFilters } from '../../../../../src/core/audit/table/filter.ts';
import type { OwnEvents } from '../../../../../src/core/audit/table/ownEvents.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import type {
  AuditTrail,
  TrailQuery,
  TrailSort,
  VaultNames,
} from '../../../../../src/core/audit/table/trail.ts';
import type { WhoReadWhat } from '../../../../../src/core/audit/table/whoReadWhat.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { oldestNamed } from '../plainTrail.ts';
import { anyEvent, fieldIDs, filtersFor } from './anyEvents.ts';
import { anySorts } from './anySorts.ts';
import { PlainEvents, plainRuns } from './plainEvents.ts';
import { plainGaps, plainOdd, plainVaultNames } from './plainReadings.ts';
import { createWhoReadWhat } from './plainWhoReadWhat.ts';

const groupings = ['request', 'session', 'actor', 'vault'] as const;

const queries = [
  'SELECT name FROM persons',
  "SELECT REDACTION(ssn, 'PLAIN_TEXT'), p.name FROM Persons p WHERE p.id = 'x'",
  'SELECT "a b" FROM cards WHERE n = 7',
  'SELECT name FROM',
  'DELETE FROM persons',
];
/** Of all kinds; most are queries. */
export const anyOfAll: fc.Arbitrary<AuditEvent> = fc
  .tuple(anyEvent, fc.option(fc.constantFrom(...queries), { nil: undefined, freq: 3 }))
  .map(([event, content]) => {
    if (content === undefined) return event;
    const { request, ...rest } = JSON.parse(toCompactEvent(event).text) as AuditEvent['raw'] & {
      request: object;
    };
    const httpInfo = { URI: '/v1/vaults/v/query', method: 'POST' };
    return toCompactEvent(toAuditEvent({ ...rest, request: { ...request, data: { content }, httpInfo } }));
  });

/** So alike that some of many, in order of a field, have a value more often than the others. */
export const anyAlike: fc.Arbitrary<AuditEvent> = fc
  .record({
    actor: fc.constantFrom('ann', 'bob'),
    code: fc.constantFrom(200, 403),
    ipAddress: fc.constantFrom('::1', '::2', undefined),
    ms: fc.integer({ min: 0, max: 50 }),
  })
  .map(({ actor, code, ipAddress, ms }) => {
    const context = { actor, ...(ipAddress && { ipAddress }) };
    return toCompactEvent(
      toAuditEvent({ context, request: { timestamp: msToTimestamp(ms) }, response: { code } }),
    );
  });

export interface Asked {
  readonly filters: TrailFilters;
  readonly own?: OwnEvents | undefined;
  readonly sorts: readonly TrailSort[];
  readonly from: number;
  readonly to: number;
}
/** Some of the time that events have. */
const anyRange = fc.record({
  from: fc.integer({ min: 0, max: 30 }),
  to: fc.integer({ min: 10, max: 50 }),
});
/** Some of the events' request IDs, and some of the events that join no run. */
const ownAmong = (events: readonly AuditEvent[]): fc.Arbitrary<OwnEvents> =>
  fc
    .record({
      requestIDs: fc.subarray([...new Set(events.flatMap(({ context }) => context.requestID ?? []))]),
      kinds: fc.array(fc.integer({ min: -1, max: 2 })),
      unfoldedKeys: fc.subarray(events.slice(0, 3).map(eventKey)),
    })
    .map(({ requestIDs, kinds, unfoldedKeys }) => {
      const ofKind = (kind: number): readonly string[] =>
        requestIDs.filter((_, at) => (kinds[at] ?? -1) === kind);
      return { logReadIDs: ofKind(-1), queryRuns: [ofKind(0), ofKind(1), ofKind(2)], unfoldedKeys };
    });
const askedOf = (events: readonly AuditEvent[]): fc.Arbitrary<Asked> =>
  fc.record({
    filters: fc.oneof(filtersFor(events), fc.record({ fields: fc.constant(new Map()), range: anyRange })),
    own: fc.option(ownAmong(events), { nil: undefined }),
    sorts: anySorts,
    from: fc.integer({ min: 0, max: 6 }),
    to: fc.integer({ min: 0, max: 30 }),
  });
export const anyAsked = (least: number, most: number, of = anyOfAll) =>
  fc
    .array(of, { minLength: least, maxLength: most })
    .chain((events) =>
      fc.tuple(fc.constant(events), fc.array(askedOf(events), { minLength: 1, maxLength: 3 })),
    );

/** Plain lists in place of typed ones; without the hint that numbers may need care, which a file's reader gives more often. */
export const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, part: unknown) =>
      key === 'isExact' ? undefined : ArrayBuffer.isView(part) ? Object.values(part) : part,
    ),
  );
export const textOf = (event: AuditEvent): string => toCompactEvent(event).text;

/** A source of events, and its names for the events of listing 1 by their positions in the plain list. */
export interface Source {
  readonly trail: AuditTrail;
  readonly key: (row: number) => EventKey;
  readonly set: (rows: readonly number[]) => EventSet;
  readonly rowsOf: (set: EventSet) => Iterable<number> | Promise<Iterable<number>>;
  /** Whether it stores the names in queries in lower case. */
  readonly hasFoldedNames?: true;
  /**
   * Returns the ID by which it sorts events of one time, the greatest first. Such a source neither numbers the events
   * that share a change ID, nor does it know the order in which events were added.
   */
  readonly idOf?: (event: AuditEvent) => string;
  /** Whether it does not know the order in which all events were added, though it sorts as the local store does. */
  readonly hasOwnOrder?: true;
}
const listRows = async (rowsOf: Source['rowsOf'], set: EventSet): Promise<readonly number[]> => [
  ...(await rowsOf(set)),
];

/** Who read what with the positions of the events behind each row. */
const withRows = async ({ rows, unread, ...rest }: WhoReadWhat, rowsOf: Source['rowsOf']) => ({
  ...rest,
  rows: await Promise.all(rows.map(async (row) => ({ ...row, events: await listRows(rowsOf, row.events) }))),
  unread: await Promise.all(
    unread.map(async (row) => ({ ...row, events: await listRows(rowsOf, row.events) })),
  ),
});

type RowsRead = Awaited<ReturnType<typeof withRows>>;

/** Who read what without what depends on the order in which events were added: the samples. */
const withoutSamples = ({ unread, ...rest }: RowsRead) => ({
  ...rest,
  unread: unread.map(({ sample: _, ...row }) => row),
});

/** All that is asked of a view, and what is asked of its rows; answers how many values were odd. */
export async function compareView(
  { trail, key, set, rowsOf, idOf, hasOwnOrder }: Source,
  events: readonly AuditEvent[],
  { filters, own, sorts, from, to }: Asked,
): Promise<number> {
  const list = new PlainEvents(events, idOf);
  const gaps = events.slice(1, 3).map((below, at) => ({
    above: toCompactEvent(events[at] ?? below),
    below: toCompactEvent(below),
  }));
  const sides = gaps.map(({ above, below }) => ({
    above: { time: above.time, changeID: above.changeID },
    below: { time: below.time, changeID: below.changeID },
  }));
  const named = filters.events ? { ...filters, events: set([...rowsOfSet(filters.events)]) } : filters;
  const query: TrailQuery = {
    listing: 1,
    filters: named,
    sorts,
    gaps: sides,
    facetLimits: new Map(),
    ...(own ? { own } : {}),
  };
  const view = await trail.view(query);
  const rows = list.rows(filters, sorts);
  const conflicting = events.filter((event) => toCompactEvent(event).variant !== undefined).length;
  assert.deepEqual(view.counts, { total: events.length, passing: rows.length, conflicting });
  assert.deepEqual(view.facets, list.facets(filters, new Map()));
  assert.deepEqual(view.histogram, list.histogram(filters, undefined, own));
  const { handle } = view;
  const window = await trail.window(handle, from, to);
  assert.deepEqual(
    window?.map(({ key: named, data }) => [named, data.text]),
    rows.slice(from, to).map((number) => [key(number), textOf(events[number] ?? assert.fail())]),
  );
  const all = await trail.rows(handle);
  assert.deepEqual([all?.length, all && (await listRows(rowsOf, all))], [rows.length, rows]);
  assert.deepEqual(
    all && (await trail.members(1, all, from, to)).map(({ data }) => data.text),
    window?.map(({ data }) => data.text),
  );
  const odd = await trail.unusualValues(handle, { from, to, own });
  assert.deepEqual(plain(odd), plain(plainOdd(events, rows.slice(from, to), filters, own)));
  const builder = createWhoReadWhat(parseQueryReads);
  for (const number of rows) builder.add(number, events[number] ?? assert.fail());
  const found = await trail.whoReadWhat(handle);
  const foundRows = await withRows(found ?? assert.fail(), rowsOf);
  const expectedRows = await withRows(builder.result(), rowsOfSet);
  if (idOf || hasOwnOrder)
    assert.deepEqual(plain(withoutSamples(foundRows)), plain(withoutSamples(expectedRows)));
  else assert.deepEqual(plain(foundRows), plain(expectedRows));
  const sorted = rows.map((number) => events[number] ?? assert.fail());
  const places = plainGaps(sorted, sides, filters.range).map(({ at }) => at);
  assert.equal(view.gaps.length, places.length);
  const isNewest = sorts.length === 1 && sorts[0]?.field === 'time' && sorts[0].descending;
  assert.deepEqual(
    view.ownRuns,
    isNewest ? plainRuns(sorted, places, own, (at) => key(rows[at] ?? assert.fail())) : [],
  );
  if (!isNewest) return odd?.values.length ?? 0;
  assert.deepEqual(
    view.gaps.map(({ at }) => at),
    places,
  );
  for (const by of groupings) {
    const groups = await trail.groups(handle, by, from, to);
    const all = list.groups(rows, by);
    assert.equal(groups?.count, all.length);
    assert.deepEqual(
      await Promise.all(
        groups?.groups.map(async ({ value, events, failed }) => ({
          value,
          rows: await listRows(rowsOf, events),
          failed,
        })) ?? [],
      ),
      all.slice(from, to).map(({ value, numbers, failed }) => ({
        value,
        rows: numbers,
        failed,
      })),
    );
  }
  return odd?.values.length ?? 0;
}

/** The names as readers compare them. */
const keysOfNames = (vaults: readonly VaultNames[]) =>
  vaults.map(({ vaultID, tables }) => [
    vaultID,
    tables.map(({ key, columns }) => `${key}: ${columns.map((column) => column.key).join()}`).sort(),
  ]);

/** What is asked of all loaded events. */
export async function compareListing(
  { trail, key, hasFoldedNames, idOf, hasOwnOrder }: Source,
  events: readonly AuditEvent[],
): Promise<void> {
  const list = new PlainEvents(events, idOf);
  for (const id of fieldIDs) assert.deepEqual(await trail.values(1, id), list.values(id), id);
  for (const changeID of new Set(events.flatMap(({ context }) => context.changeID || []))) {
    const found = await trail.find(1, changeID);
    const oldest = oldestNamed(events, changeID) ?? assert.fail();
    if (idOf) assert.equal(found?.data.time, toCompactEvent(events[oldest] ?? assert.fail()).time);
    else assert.equal(found?.key, key(oldest));
  }
  const numbers = [events.length, events.length - 1, 0, 0].filter((number) => number >= 0);
  assert.deepEqual(
    (await trail.events(1, numbers.map(key))).map(({ key: named, data }) => [named, data.text]),
    numbers.flatMap((number) => (events[number] ? [[key(number), textOf(events[number])]] : [])),
  );
  const names = await trail.vaultNames(1);
  const isUnordered = idOf !== undefined || hasOwnOrder;
  if (!isUnordered) assert.deepEqual(plain(names), plain(plainVaultNames(events, hasFoldedNames)));
  const expected = keysOfNames(plainVaultNames(events));
  const named = keysOfNames(names ?? []);
  assert.deepEqual(isUnordered ? named.sort() : named, isUnordered ? expected.sort() : expected);
}
