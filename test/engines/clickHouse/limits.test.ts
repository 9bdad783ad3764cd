/** Many rows, and times at the limits of ClickHouse's types. */
import assert from 'node:assert/strict';
import { filterConditions, isOwnEvent, passesFilters } from '../../../src/core/audit/clickhouse/filterSql.ts';
import { sumUpReads } from '../../../src/core/audit/clickhouse/readCounts.ts';
import type { ListedEvents } from '../../../src/core/audit/clickhouse/select.ts';
import { isOneOf, sql } from '../../../src/core/audit/clickhouse/sql.ts';
import { findTimeExtent } from '../../../src/core/audit/clickhouse/timeCounts.ts';
import { SourceError } from '../../../src/core/audit/table/sourceError.ts';
import { computeTimeExtent } from '../../../src/core/audit/table/timeExtent.ts';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import { createRunSelect } from '../../../src/node/clickhouse/selectRows.ts';
import { sha256 } from '../../unit/core/audit/handover/sampleRecords.ts';
import { startClickHouse } from '../clickHouse.ts';
import { runSql } from '../request.ts';
import type { EngineServer } from '../serverProcess.ts';
import { clientFor, target } from './sinkServer.ts';

describe('ClickHouse 26.7: many rows, and times at the limits', () => {
  let server: EngineServer;
  let events: ListedEvents;
  before(async () => {
    server = await startClickHouse();
    const client = clientFor(server.url);
    await initTables(client, target, undefined);
    const run = createRunSelect(client, 'audit.events', () => undefined);
    events = { from: sql`FROM audit.events WHERE 1`, host: 'h', run: (select) => run(select.toStatement()) };
  });
  after(() => server.stop());
  /** Replaces all rows by those of a SELECT. */
  const store = async (select: string): Promise<void> => {
    await runSql(server.url, 'TRUNCATE TABLE audit.events');
    await runSql(server.url, `INSERT INTO audit.events (ts, id, time, actor, code, reads) ${select}`);
  };
  const choiceOf = (text: string) => ({ only: new Set([text]), not: new Set<string>() });
  const allOf = (length: number) => ({ length, where: sql`1`, order: sql`ts DESC, id DESC` });

  it('counts the reads of more than ten thousand actors', async () => {
    await store(
      `SELECT now64(9), toString(number), 'x', toString(number), '200', [('t', 'c', '', 'returned')] FROM numbers(10001)`,
    );
    const { rows, actors, queries } = await sumUpReads(events, allOf(10_001));
    assert.deepEqual([rows.length, actors, queries], [10_001, 10_001, 10_001]);
  });

  it('finds the events of ten thousand own requests, as many as are remembered', async () => {
    const id = "concat(leftPad(toString(number), 32, '0'), '-own')";
    await runSql(server.url, 'TRUNCATE TABLE audit.events');
    await runSql(
      server.url,
      `INSERT INTO audit.events (ts, id, requestID) SELECT now64(9), toString(number), ${id} FROM numbers(20000)`,
    );
    const ids = Array.from({ length: 10_000 }, (_, at) => `${String(2 * at).padStart(32, '0')}-own`);
    const own = { logReadIDs: ids.slice(0, 9_000), queryRuns: [ids.slice(9_000)], unfoldedKeys: [] };
    const isOdd = sql`toUInt64OrZero(id) % 2 = 1`;
    const rows = await events.run(
      sql`SELECT toUInt32(count()) AS found, toUInt32(countIf(${isOdd})) AS odd ${events.from} AND ${isOwnEvent(own)}`,
    );
    assert.deepEqual(rows, [{ found: 10_000, odd: 0 }]);
  });

  it('finds texts that are longer than a parameter can be, and none that differs from them', async () => {
    await store(
      `SELECT now64(9), toString(number), '', concat(repeat('a😀\\\\', 100000), toString(number)), '', [] FROM numbers(3)`,
    );
    const actor = (n: number): string => `${'a😀\\'.repeat(100_000)}${n}`;
    const idsOf = async (texts: readonly string[]) =>
      (await events.run(sql`SELECT id ${events.from} AND ${isOneOf(sql`actor`, texts)} ORDER BY id`)).map(
        ({ id }) => id,
      );
    assert.deepEqual(await idsOf([actor(1), 'x', actor(2), actor(3)]), ['1', '2']);
    const filters = filterConditions({ fields: new Map([['actor', choiceOf(actor(0))]]) }, sha256);
    assert.deepEqual(
      (await events.run(sql`SELECT id ${events.from} AND ${passesFilters(filters)}`)).map(({ id }) => id),
      ['0'],
    );
  });

  it('answers a question of twenty words, whose statement is longer than one field can be', async () => {
    await store(`SELECT now64(9), 'a', '', 'word', '', []`);
    const terms = Array.from({ length: 20 }, (_, at) => ({
      kind: 'text' as const,
      text: `word${at}`,
      notedKeys: [],
      isNegated: at > 0,
    }));
    const where = passesFilters(filterConditions({ fields: new Map(), terms }, sha256));
    const statement = sql`SELECT toUInt32(countIf(${where})) AS n ${events.from} AND NOT ${where}`;
    assert.ok(statement.toStatement().statement.length > 128 * 1024);
    assert.deepEqual(await events.run(statement), [{ n: 0 }]);
  });

  it('says of a question that is longer than ClickHouse accepts that it is', async () => {
    let long = sql`1`;
    for (let doubled = 0; doubled < 17; doubled++) long = sql`${long}, ${long}`;
    await assert.rejects(
      events.run(sql`SELECT ${long} ${events.from}`),
      (error) => error instanceof SourceError && error.problem.kind === 'tooLong',
    );
  });

  it('finds the extent of times where one of the service is later than the column can store', async () => {
    const first = Date.UTC(2026, 0, 1);
    await store(
      `SELECT fromUnixTimestamp64Nano(toInt64(${first}000000 + number * 1000000000), 'UTC'), toString(number), '', '', '', [] FROM numbers(200)`,
    );
    const times = Array.from({ length: 200 }, (_, at) => first + at * 1000);
    for (const year of [2300, 2500, 9999]) {
      const later = Date.UTC(year, 0, 1);
      const expected = computeTimeExtent(Float64Array.from([...times, later]));
      assert.deepEqual(await findTimeExtent(events, Float64Array.from([later])), expected);
    }
  });
});
