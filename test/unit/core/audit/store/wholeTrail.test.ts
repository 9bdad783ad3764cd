/** Every question that the trail answers, on random events, beside one answered by looking at all events of a plain list. */

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import type { FileToRead } from '../../../../../src/core/audit/file/fileReads.ts';
import type { KeyedMark } from '../../../../../src/core/audit/marks/marks.ts';
import type { CopyRules } from '../../../../../src/core/audit/sql/copyChunk.ts';
import { rowsOfSet, toEventKey, toEventSet } from '../../../../../src/core/audit/store/localKeys.ts';
import type { EventKey, EventSet } from '../../../../../src/core/audit/table/eventSet.ts';
import { type FieldID, fieldText, findAuditField } from '../../../../../src/core/audit/table/fields.ts';
import { noFilters, type TrailFilters } from '../../../../../src/core/audit/table/filter.ts';
import type { OwnEvents } from '../../../../../src/core/audit/table/ownEvents.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import {
  type AuditTrail,
  type LocalTrail,
  newestFirst,
  type TrailQuery,
  type TrailSort,
  type VaultNames,
} from '../../../../../src/core/audit/table/trail.ts';
import type { WhoReadWhat } from '../../../../../src/core/audit/table/whoReadWhat.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { clonedTrail } from '../clonedTrail.ts';
import { oldestNamed, PlainTrail, plainKey, plainSet, rowsOfPlainSet } from '../plainTrail.ts';
import { textTerms, withKeys } from '../questions.ts';
import { anyEvent, fieldIDs, filtersFor } from './anyEvents.ts';
import { anySorts } from './anySorts.ts';
import { onceEach } from './onceEach.ts';
import { PlainEvents, plainRuns } from './plainEvents.ts';
import { plainCopyRows, plainGaps, plainOdd, plainVaultNames } from './plainReadings.ts';
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
const anyOfAll: fc.Arbitrary<AuditEvent> = fc
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
const anyAlike: fc.Arbitrary<AuditEvent> = fc
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

interface Asked {
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
/** Some of the events' request IDs, and some of the events that count as others nevertheless. */
const ownAmong = (events: readonly AuditEvent[]): fc.Arbitrary<OwnEvents> =>
  fc.record({
    requestIDs: fc.subarray(events.flatMap(({ context }) => context.requestID ?? [])),
    exceptKeys: fc.subarray(events.slice(0, 3).map(eventKey)),
  });
const askedOf = (events: readonly AuditEvent[]): fc.Arbitrary<Asked> =>
  fc.record({
    filters: fc.oneof(filtersFor(events), fc.record({ fields: fc.constant(new Map()), range: anyRange })),
    own: fc.option(ownAmong(events), { nil: undefined }),
    sorts: anySorts,
    from: fc.integer({ min: 0, max: 6 }),
    to: fc.integer({ min: 0, max: 30 }),
  });
const anyAsked = (least: number, most: number, of = anyOfAll) =>
  fc
    .array(of, { minLength: least, maxLength: most })
    .chain((events) =>
      fc.tuple(fc.constant(events), fc.array(askedOf(events), { minLength: 1, maxLength: 3 })),
    );

/** Plain lists in place of typed ones; without the hint that numbers may need care, which a file's reader gives more often. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, part: unknown) =>
      key === 'isExact' ? undefined : ArrayBuffer.isView(part) ? Object.values(part) : part,
    ),
  );
const textOf = (event: AuditEvent): string => toCompactEvent(event).text;

/** A source of events, and its names for the events of listing 1 by their positions in the plain list. */
interface Source {
  readonly trail: AuditTrail;
  readonly key: (row: number) => EventKey;
  readonly set: (rows: readonly number[]) => EventSet;
  readonly rowsOf: (set: EventSet) => Iterable<number>;
  /** Whether it stores the names in queries in lower case. */
  readonly hasFoldedNames?: true;
}
const localSource = (trail: LocalTrail): Source => ({
  trail,
  key: toEventKey,
  set: toEventSet,
  rowsOf: rowsOfSet,
});
const plainSource = (events: readonly AuditEvent[]): Source => ({
  trail: new PlainTrail(() => events),
  key: plainKey,
  set: plainSet,
  rowsOf: rowsOfPlainSet,
  hasFoldedNames: true,
});
/** The sources that are held to the same results, each with some events. */
const sources: Readonly<Record<string, (events: readonly AuditEvent[]) => Promise<Source>>> = {
  'the local store': async (events) => {
    const trail = clonedTrail();
    await trail.add(1, events.map(toCompactEvent));
    return localSource(trail);
  },
  'a source with other keys': async (events) => plainSource(events),
};

/** Who read what with the positions of the events behind each row. */
const withRows = ({ rows, unread, ...rest }: WhoReadWhat, rowsOf: Source['rowsOf']) => ({
  ...rest,
  rows: rows.map((row) => ({ ...row, events: [...rowsOf(row.events)] })),
  unread: unread.map((row) => ({ ...row, events: [...rowsOf(row.events)] })),
});

/** All that is asked of a view, and what is asked of its rows; answers how many values were odd. */
async function compareView(
  { trail, key, set, rowsOf }: Source,
  events: readonly AuditEvent[],
  { filters, own, sorts, from, to }: Asked,
): Promise<number> {
  const list = new PlainEvents(events);
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
  assert.deepEqual([all?.length, all && [...rowsOf(all)]], [rows.length, rows]);
  assert.deepEqual(
    all && (await trail.members(1, all, from, to)).map(({ data }) => data.text),
    window?.map(({ data }) => data.text),
  );
  const odd = await trail.unusualValues(handle, { from, to, own });
  assert.deepEqual(plain(odd), plain(plainOdd(events, rows.slice(from, to), filters, own)));
  const builder = createWhoReadWhat(parseQueryReads);
  for (const number of rows) builder.add(number, events[number] ?? assert.fail());
  const found = await trail.whoReadWhat(handle);
  assert.deepEqual(found && plain(withRows(found, rowsOf)), plain(withRows(builder.result(), rowsOfSet)));
  const sorted = rows.map((number) => events[number] ?? assert.fail());
  const places = plainGaps(sorted, sides, filters.range).map(({ at }) => at);
  assert.equal(view.gaps.length, places.length);
  const isNewest = sorts.length === 1 && sorts[0]?.field === 'time' && sorts[0].descending;
  assert.deepEqual(
    view.ownRuns,
    (isNewest ? plainRuns(sorted, places, own) : []).map(([startIndex, count, oldest, endsAtGap]) => ({
      startIndex,
      count,
      oldest: key(rows[oldest] ?? assert.fail()),
      endsAtGap,
    })),
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
      groups?.groups.map(({ value, events, failed }) => ({ value, rows: [...rowsOf(events)], failed })),
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
async function compareListing(
  { trail, key, hasFoldedNames }: Source,
  events: readonly AuditEvent[],
): Promise<void> {
  const list = new PlainEvents(events);
  for (const id of fieldIDs) assert.deepEqual(await trail.values(1, id), list.values(id), id);
  for (const changeID of new Set(events.flatMap(({ context }) => context.changeID || []))) {
    const found = await trail.find(1, changeID);
    assert.equal(found?.key, key(oldestNamed(events, changeID) ?? assert.fail()));
  }
  const numbers = [events.length, events.length - 1, 0, 0].filter((number) => number >= 0);
  assert.deepEqual(
    (await trail.events(1, numbers.map(key))).map(({ key: named, data }) => [named, data.text]),
    numbers.flatMap((number) => (events[number] ? [[key(number), textOf(events[number])]] : [])),
  );
  const names = await trail.vaultNames(1);
  assert.deepEqual(plain(names), plain(plainVaultNames(events, hasFoldedNames)));
  assert.deepEqual(keysOfNames(names ?? []), keysOfNames(plainVaultNames(events)));
}

/** The rows of the SQL tables, which only the local store makes. */
async function compareCopied(
  trail: LocalTrail,
  events: readonly AuditEvent[],
  rules: CopyRules,
): Promise<void> {
  const copied = await trail.copyRows(1, 0, events.length, rules);
  if (events.length > 0)
    assert.deepEqual(
      [
        copied?.next,
        Buffer.from(copied?.events ?? []).toString(),
        Buffer.from(copied?.reads ?? []).toString(),
      ],
      [events.length, ...plainCopyRows(events, rules)],
    );
}

const rulesFor = (events: readonly AuditEvent[], literals: boolean): CopyRules => ({
  literals,
  revealed: events.slice(0, 1).map(eventKey),
  addresses: undefined,
  marks: events
    .slice(1, 3)
    .map((event, at): KeyedMark => [eventKey(event), { note: at === 0 ? '' : 'a\tnote' }]),
});

describe('the whole trail', () => {
  for (const [name, sourceOf] of Object.entries(sources)) {
    it(`answers as a plain list of the events does, from ${name}: views, rows, groups, who read what, what is odd`, async () => {
      await fc.assert(
        fc.asyncProperty(anyAsked(0, 24), async ([any, asked]) => {
          const events = onceEach(any);
          const source = await sourceOf(events);
          for (const one of asked) {
            await compareView(source, events, one);
            await compareView(source, events, { ...one, sorts: newestFirst });
          }
          await compareListing(source, events);
        }),
        { numRuns: 120 },
      );
    });

    it(`answers as a plain list of many that are alike does, from ${name}: what is odd among them`, async () => {
      let odd = 0;
      await fc.assert(
        fc.asyncProperty(
          anyAsked(30, 60, anyAlike),
          fc.constantFrom<FieldID>('actor', 'code', 'ipAddress'),
          async ([events, asked], field) => {
            const source = await sourceOf(events);
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
  }

  it('copies the rows of the SQL tables as a plain list of the events does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOfAll, { maxLength: 24 }), fc.boolean(), async (events, literals) => {
        const trail = clonedTrail();
        await trail.add(1, events.map(toCompactEvent));
        await compareCopied(trail, events, rulesFor(events, literals));
      }),
      { numRuns: 120 },
    );
  });

  it('answers as a plain list of those in files does, each event once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
    const forms = {
      'a.ndjson': (texts: readonly string[]) => texts.map((text) => `${text}\n`).join(''),
      'a.json': (texts: readonly string[]) => `[${texts.join(',\n')}]`,
      'a.ndjson.gz': (texts: readonly string[]) => gzipSync(texts.join('\n')),
    };
    await fc.assert(
      fc.asyncProperty(
        anyAsked(1, 12),
        fc.constantFrom(...Object.keys(forms)),
        async ([events, asked], name) => {
          const form = forms[name as keyof typeof forms];
          const path = join(folder, name);
          const again = join(folder, `again-${name}`);
          await writeFile(path, form(events.map(textOf)));
          await writeFile(again, form(events.toReversed().map(textOf)));
          const files: FileToRead[] = [path, again].map((at) => ({ name, at: { path: at } }));
          const trail = clonedTrail();
          const { progress } = await trail.read(1, files, () => undefined);
          const once = onceEach([...events, ...events.toReversed()]);
          assert.equal(progress.loaded, once.length);
          const marked = once.filter((_, number) => number % 2 === 0).map(eventKey);
          for (const { filters, ...one } of asked) {
            await compareView(localSource(trail), once, { ...one, filters });
            await compareView(localSource(trail), once, { ...one, filters: withKeys(filters, marked) });
          }
          await compareListing(localSource(trail), once);
          await compareCopied(trail, once, rulesFor(once, true));
          await trail.drop(1);
          const { counts } = await trail.view({
            listing: 1,
            filters: noFilters,
            sorts: newestFirst,
            gaps: [],
          });
          assert.deepEqual(counts, { total: 0, passing: 0, conflicting: 0 });
        },
      ),
      { numRuns: 60 },
    );
    await rm(folder, { recursive: true });
  });
});
