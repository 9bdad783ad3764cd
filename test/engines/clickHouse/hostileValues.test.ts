import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../src/core/audit/feed/compactEvent.ts';
import type { QueryValue } from '../../../src/core/audit/query/auditQuery.ts';
import { getFieldEntries } from '../../../src/core/audit/table/fields.ts';
import { noFilters, type TrailFilters, type TrailTerm } from '../../../src/core/audit/table/filter.ts';
import type { OwnEvents } from '../../../src/core/audit/table/ownEvents.ts';
import { newestFirst } from '../../../src/core/audit/table/trail.ts';
import { openClickHouseSink } from '../../../src/node/clickhouse/clickhouseSink.ts';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import { textTerms } from '../../unit/core/audit/questions.ts';
import { fieldIDs } from '../../unit/core/audit/store/anyEvents.ts';
import { PlainEvents, plainRuns } from '../../unit/core/audit/store/plainEvents.ts';
import { compareListing, compareView, textOf } from '../../unit/core/audit/store/wholeTrail.ts';
import { startClickHouse } from '../clickHouse.ts';
import { runSql } from '../request.ts';
import type { EngineServer } from '../serverProcess.ts';
import { hostileText, MARKER, sampleHostileEvents } from './hostileEvents.ts';
import { type RecordingProxy, startRecordingProxy } from './recordingProxy.ts';
import { clientFor, sinkOptions, target } from './sinkServer.ts';
import { idOf, storedSource, trailFor } from './storedEvents.ts';

/** Values in each kind of term: `RUNS` times as many as in one term. */
const RUNS = process.env.VAULTSQL_LONG === undefined ? 3 : 1_000;
const VALUES_PER_TERM = 10;
const parts = ['table', 'column', 'level'] as const;

describe('ClickHouse 26.7: hostile texts', () => {
  const events = sampleHostileEvents(50, 32);
  let server: EngineServer;
  let proxy: RecordingProxy;
  before(async () => {
    server = await startClickHouse();
    await initTables(clientFor(server.url), target, undefined);
    const sink = await openClickHouseSink(sinkOptions(clientFor(server.url)));
    await sink.write(
      events.map((event) => ({ kind: 'event', event: toCompactEvent(event), isMasked: false })),
    );
    proxy = await startRecordingProxy(server.url);
  });
  after(async () => {
    await proxy.close();
    await server.stop();
  });

  /** Returns the trail over the events, through the proxy, and each of its answers beside that of a plain list. */
  function open() {
    const trail = trailFor(clientFor(proxy.url, { user: 'reader', password: 'reader-password' }));
    trail.open(1, { from: 0, to: 51 });
    const source = storedSource(trail, events);
    const list = new PlainEvents(events, idOf);
    const compareRows = async (filters: TrailFilters): Promise<number> => {
      const view = await trail.view({ listing: 1, filters, sorts: newestFirst, gaps: [] });
      const rows = [...(await source.rowsOf((await trail.rows(view.handle)) ?? assert.fail()))];
      assert.deepEqual(rows, list.rows(filters, newestFirst));
      return rows.length;
    };
    const compareCounts = async (filters: TrailFilters, own: OwnEvents): Promise<void> => {
      const facetLimits = new Map();
      const query = { listing: 1, filters, sorts: newestFirst, gaps: [], facetLimits, own };
      const { facets, histogram, ownRuns } = await trail.view(query);
      const rows = list.rows(filters, newestFirst);
      const sorted = rows.map((row) => events[row] ?? assert.fail());
      assert.deepEqual(facets, list.facets(filters, facetLimits));
      assert.deepEqual(histogram, list.histogram(filters, undefined, own));
      assert.deepEqual(
        ownRuns,
        plainRuns(sorted, [], own, (at) => source.key(rows[at] ?? assert.fail())),
      );
    };
    return { compareCounts, compareRows, source, trail };
  }

  it('in events are shown, counted, grouped, and summed up as others are', async () => {
    const { source } = open();
    await compareView(source, events, { filters: noFilters, sorts: newestFirst, from: 0, to: 40 });
    await compareListing(source, events);
  });

  it('are not taken for others by several patterns because of a line feed at their end', async () => {
    const { compareRows } = open();
    const ends = events.flatMap(({ context: { changeID = '' } }) =>
      changeID.endsWith('\n') ? [changeID.slice(0, -1)] : [],
    );
    assert.ok(ends.length > 0);
    for (const end of ends) {
      const values = [end, ...Array.from({ length: 9 }, (_, at) => `${end}${at}`)].map(
        (text): QueryValue => ({ kind: 'pattern', parts: [text.slice(0, 1), text.slice(1)] }),
      );
      await compareRows({
        ...noFilters,
        terms: [{ kind: 'field', field: 'changeID', values, isNegated: true }],
      });
    }
  });

  it(`as values of every term find what a plain list finds: ${RUNS * VALUES_PER_TERM} of them`, async () => {
    const { compareCounts, compareRows, trail } = open();
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fieldIDs).chain((field) => {
          const known = events.flatMap((event) => getFieldEntries(event, field)).slice(0, 200);
          const value = known.length === 0 ? hostileText : fc.oneof(hostileText, fc.constantFrom(...known));
          return fc.record({
            field: fc.constant(field),
            texts: fc.array(value, { minLength: VALUES_PER_TERM, maxLength: VALUES_PER_TERM }),
            part: fc.constantFrom(...parts),
            isNegated: fc.boolean(),
            cut: fc.nat(6),
            rows: fc.array(fc.nat(events.length - 1), { maxLength: 4 }),
          });
        }),
        async ({ field, texts, part, isNegated, cut, rows }) => {
          const exact = texts.map((text): QueryValue => ({ kind: 'text', text }));
          const patterns = texts.map((text): QueryValue => {
            // Whole characters: ClickHouse stores half of one as a replacement character, as UTF-8 has to.
            const [before, after] = [[...text].slice(0, cut), [...text].slice(cut + 1)];
            return { kind: 'pattern', parts: [before.join(''), '', after.join('')] };
          });
          const keys = [...texts.map((text) => `id ${text}`), ...rows.map((row) => `id ${changeIDOf(row)}`)];
          const searched = texts.flatMap((text) => textTerms(text));
          const terms: readonly TrailTerm[] = [
            { kind: 'field', field, values: exact, isNegated },
            { kind: 'field', field, values: patterns, isNegated },
            { kind: 'read', part, values: [...exact, ...patterns], isNegated },
            { kind: 'keys', keys, isNegated },
            ...textTerms(texts[0] ?? '', keys),
            ...searched.slice(0, 1),
          ];
          await compareRows({ ...noFilters, terms: searched.map((term) => ({ ...term, isNegated: true })) });
          for (const term of terms) hits += await compareRows({ ...noFilters, terms: [term] });
          const half = VALUES_PER_TERM / 2;
          const choice = { only: new Set(texts.slice(0, half)), not: new Set(texts.slice(half)) };
          const filters = {
            fields: new Map([[field, isNegated ? { ...choice, only: new Set<string>() } : choice]]),
          };
          const own = {
            logReadIDs: texts.slice(0, half),
            queryRuns: [texts.slice(half)],
            unfoldedKeys: keys,
          };
          await compareCounts(filters, own);
          for (const text of texts.slice(0, 2)) {
            const found = await trail.find(1, text);
            const expected = events.find(({ context }) => text !== '' && context.changeID === text);
            assert.deepEqual(found?.data.text, expected && textOf(expected));
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
    assert.ok(hits > RUNS, `${hits} rows`);
  });
  const changeIDOf = (row: number): string => events[row]?.context.changeID ?? '';

  it('never become a part of a statement: only SELECTs for a time range were sent, and the events are all there', async () => {
    assert.ok(proxy.statements.length > 100, `${proxy.statements.length} statements`);
    for (const statement of new Set(proxy.statements)) {
      assert.match(statement, /^(?:SELECT |KILL QUERY WHERE query_id = '[0-9a-f-]{36}' ASYNC$)/);
      assert.ok(!statement.includes(MARKER), statement);
      for (const read of statement.split('FROM `audit`').slice(1))
        assert.match(
          read,
          /^\.`events` FINAL WHERE \(\(ts != \S+ 'UTC'\)\) AND ts >= \S+\(\{p\d+:Int64\}, 'UTC'\) AND ts < \S+\(\{p\d+:Int64\}, 'UTC'\)\)/,
        );
    }
    assert.equal(await runSql(server.url, 'SELECT count() FROM audit.events FINAL'), `${events.length}\n`);
  });
});
