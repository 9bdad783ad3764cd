import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../src/core/audit/feed/compactEvent.ts';
import { eventKey } from '../../../src/core/audit/feed/ledger.ts';
import { eventTimestamp, timestampToMs } from '../../../src/core/audit/feed/timestamps.ts';
import { parseQuestion } from '../../../src/core/audit/query/parseQuery.ts';
import { resolveFilters } from '../../../src/core/audit/query/resolveQuery.ts';
import { isInTimeRange, noFilters, type TrailFilters } from '../../../src/core/audit/table/filter.ts';
import { newestFirst } from '../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../src/core/service/types.ts';
import { openClickHouseSink } from '../../../src/node/clickhouse/clickhouseSink.ts';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import { textTerms } from '../../unit/core/audit/questions.ts';
import { anyQuestion, knownTexts, now, sampleEvents } from '../../unit/core/audit/store/anyQuestions.ts';
import { onceEach } from '../../unit/core/audit/store/onceEach.ts';
import { plainEvent, readPlainQuestion } from '../../unit/core/audit/store/plainQuestions.ts';
import {
  type Asked,
  anyAlike,
  anyAsked,
  anyOfAll,
  compareListing,
  compareView,
} from '../../unit/core/audit/store/wholeTrail.ts';
import { startClickHouse } from '../clickHouse.ts';
import type { EngineServer } from '../serverProcess.ts';
import { clientFor, sinkOptions, target } from './sinkServer.ts';
import { asStored, storedSource, storeEvents, trailFor } from './storedEvents.ts';

const isLong = process.env.VAULTSQL_LONG !== undefined;

/** Events of which no two share a change ID. */
const withOwnIDs = (events: readonly AuditEvent[]): readonly AuditEvent[] => [
  ...new Map(events.map((event) => [eventKey(event), event])).values(),
];

describe('ClickHouse 26.7: a trail over its table', () => {
  let server: EngineServer;
  before(async () => {
    server = await startClickHouse();
    await initTables(clientFor(server.url), target, undefined);
  });
  after(() => server.stop());

  const store = (events: readonly AuditEvent[]): Promise<void> => storeEvents(server.url, events);
  const reader = () => clientFor(server.url, { user: 'reader', password: 'reader-password' });

  /** Compares all that a trail over listing 1 answers with plain lists. Sets of events are those of another trail. */
  async function compareAll(
    trail: ReturnType<typeof trailFor>,
    events: readonly AuditEvent[],
    asked: readonly Asked[],
  ): Promise<void> {
    const source = storedSource(trail, events);
    for (const {
      filters: { events: _, ...filters },
      ...one
    } of asked)
      await compareView(source, events, { ...one, filters });
    await compareListing(source, events);
  }

  it('answers as a plain list of the events does: views, rows, groups, who read what, what is odd', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyAsked(0, 16, anyOfAll.map(asStored)),
        fc.constantFrom(0, 20_000),
        async ([any, asked], deepFrom) => {
          const events = onceEach(any);
          await store(events);
          const trail = trailFor(reader(), { deepFrom });
          trail.open(1, undefined);
          const source = storedSource(trail, events);
          for (const one of asked) {
            await compareView(source, events, one);
            await compareView(source, events, { ...one, sorts: newestFirst });
          }
          await compareListing(source, events);
        },
      ),
      { numRuns: isLong ? 300 : 5, endOnFailure: true },
    );
  });

  it('answers as a plain list of those in a time range does', async () => {
    const range = { from: 10, to: 41 };
    const isInside = (event: AuditEvent): boolean =>
      isInTimeRange(range, timestampToMs(eventTimestamp(event) ?? ''));
    await fc.assert(
      fc.asyncProperty(anyAsked(0, 16, anyOfAll.map(asStored)), async ([any, asked]) => {
        const all = withOwnIDs(any);
        await store(all);
        const events = all.filter(isInside);
        const trail = trailFor(reader());
        trail.open(1, range);
        await compareAll(trail, events, asked);
      }),
      { numRuns: isLong ? 100 : 3, endOnFailure: true },
    );
  });

  it('answers as a plain list does while events arrive: newer ones change nothing, late ones count from then on', async () => {
    const range = { from: Number.NEGATIVE_INFINITY, to: 26 };
    const isInside = (event: AuditEvent): boolean =>
      isInTimeRange(range, timestampToMs(eventTimestamp(event) ?? ''));
    let arrivals = 0;
    await fc.assert(
      fc.asyncProperty(
        anyAsked(0, 24, anyOfAll.map(asStored)),
        fc.nat(4),
        async ([any, asked], lateCount) => {
          const all = withOwnIDs(any);
          const [inside, newer] = [all.filter(isInside), all.filter((event) => !isInside(event))];
          const [late, first] = [inside.slice(0, lateCount), inside.slice(lateCount)];
          await store(first);
          const trail = trailFor(reader());
          trail.open(1, range);
          const sink = await openClickHouseSink(sinkOptions(clientFor(server.url)));
          const add = (event: AuditEvent): Promise<void> =>
            sink.write([{ kind: 'event', event: toCompactEvent(event), isMasked: false }]);
          const addAll = async (): Promise<void> => {
            for (const event of newer) await add(event);
          };
          await Promise.all([compareAll(trail, first, asked), addAll()]);
          for (const event of late) await add(event);
          await compareAll(trail, [...first, ...late], asked);
          arrivals += newer.length + late.length;
        },
      ),
      { numRuns: isLong ? 100 : 3, endOnFailure: true },
    );
    assert.ok(arrivals > 0);
  });

  it('answers as a plain list of many that are alike does: what is odd among them', async () => {
    let odd = 0;
    await fc.assert(
      fc.asyncProperty(anyAsked(30, 60, anyAlike.map(asStored)), async ([any, asked]) => {
        const events = onceEach(any);
        await store(events);
        const trail = trailFor(reader());
        trail.open(1, undefined);
        const source = storedSource(trail, events);
        const sorts = [{ field: 'ipAddress' as const, descending: false }];
        const chosen: TrailFilters = {
          fields: new Map([['actor', { only: new Set(['ann']), not: new Set() }]]),
        };
        for (const { from } of asked.slice(0, 1))
          for (const filters of [noFilters, chosen, { ...noFilters, terms: textTerms('::1') }])
            odd += await compareView(source, events, { filters, sorts, from, to: from + 12 });
      }),
      { numRuns: isLong ? 60 : 2, endOnFailure: true },
    );
    assert.ok(odd > 0, `${odd} odd values`);
  });

  it('shows the events that meet every term of a question, as the help page says, whatever its values are', async () => {
    const events = sampleEvents(400, 32)
      .map(asStored)
      .filter((event) => event.context.changeID !== undefined);
    const distinct = withOwnIDs(events);
    await store(distinct);
    const trail = trailFor(reader());
    trail.open(1, undefined);
    const source = storedSource(trail, distinct);
    const plain = distinct.map((event) => plainEvent(event, eventKey(event)));
    const surroundings = { now, ownRequests: new Set(['r1', 'r2']), marks: new Map(), zoneOffset: 0 };
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(anyQuestion(knownTexts(distinct)), async (text) => {
        const { query } = parseQuestion(text);
        const test = readPlainQuestion(text, surroundings);
        if (query === undefined || test instanceof Error) return;
        const filters = resolveFilters(
          { question: query },
          {
            now,
            offsetMinutes: () => 0,
            ownRequestIDs: () => ['r1', 'r2'],
            markedKeys: () => [],
            keysOfNotes: () => [],
          },
        );
        const { handle } = await trail.view({ listing: 1, filters, sorts: newestFirst, gaps: [] });
        const shown = [...(await source.rowsOf((await trail.rows(handle)) ?? assert.fail()))];
        const expected = plain.flatMap((event, row) => (test(event) ? [row] : []));
        assert.deepEqual(
          shown.sort((a, b) => a - b),
          expected,
          text,
        );
        if (expected.length > 0) hits++;
      }),
      { numRuns: isLong ? 10_000 : 120 },
    );
    assert.ok(hits > 15, `${hits} questions with events`);
  });

  it('finds a run of own events of which none has a usable time', async () => {
    await store([toAuditEvent({ context: { changeID: 'c', requestID: 'r' }, request: {}, response: {} })]);
    const trail = trailFor(reader());
    trail.open(1, undefined);
    const own = { logReadIDs: ['r'], queryRuns: [], unfoldedKeys: [] };
    const query = { listing: 1, filters: noFilters, sorts: newestFirst, gaps: [], own };
    assert.equal((await trail.view(query)).ownRuns.length, 1);
  });

  it('counts a column once for each table that it may belong to', async () => {
    await store([
      toAuditEvent({
        context: { changeID: 'c', actor: 'ann' },
        request: {
          data: { content: 'SELECT ssn FROM persons p JOIN cards c ON p.id = c.id' },
          httpInfo: { URI: '/v1/vaults/v/query', method: 'POST' },
          timestamp: '2026-11-20 10:00:00.000000000',
        },
        response: { code: 200 },
      }),
    ]);
    const trail = trailFor(reader());
    trail.open(1, undefined);
    const { handle } = await trail.view({ listing: 1, filters: noFilters, sorts: newestFirst, gaps: [] });
    const { rows = [] } = (await trail.whoReadWhat(handle)) ?? {};
    const tables = rows.flatMap(({ read }) => (read.column === 'ssn' ? [read.tables] : []));
    assert.deepEqual(tables.toSorted(), [['cards'], ['persons']]);
  });
});
