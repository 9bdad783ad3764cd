import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getEventJson } from '../../../src/core/audit/feed/compactEvent.ts';
import { createRowMapper } from '../../../src/core/audit/handover/clickhouseRows.ts';
import {
  createTableStatements,
  eventColumns,
  gapColumns,
} from '../../../src/core/audit/handover/clickhouseTable.ts';
import type { OutputRecord } from '../../../src/core/audit/handover/records.ts';
import { openClickHouseSink } from '../../../src/node/clickhouse/clickhouseSink.ts';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import { anyEventRecord, anyGapRecord } from '../../unit/core/audit/handover/anyRecords.ts';
import { sha256 } from '../../unit/core/audit/handover/sampleRecords.ts';
import { startClickHouse } from '../clickHouse.ts';
import { CLUSTER, standardUsers } from '../configuration.ts';
import { runSql, selectRows } from '../request.ts';
import type { EngineServer } from '../serverProcess.ts';
import { clientFor, makeEvents, sinkOptions, target } from './sinkServer.ts';

const numRuns = process.env.VAULTSQL_LONG ? 500 : 15;

describe('ClickHouse 26.7: the sink for audit events', () => {
  let server: EngineServer;
  before(async () => {
    const inserter = {
      name: 'inserter',
      password: 'inse:rter€',
      grants: ['INSERT ON audit.*'],
    };
    const onlyReads = { name: 'onlyReads', password: 'x', grants: ['SELECT ON audit.*'] };
    server = await startClickHouse({ users: [...standardUsers, inserter, onlyReads] });
    await initTables(clientFor(server.url), target, undefined);
  });
  after(() => server.stop());
  beforeEach(async () => {
    for (const table of ['events', 'events_gaps']) await runSql(server.url, `TRUNCATE TABLE audit.${table}`);
  });

  const openAs = (user: string, password: string) =>
    openClickHouseSink(sinkOptions(clientFor(server.url, { user, password })));

  it('writes 10,000 events as a user who may only insert, which equal those of the source', async () => {
    const records = makeEvents(10_000);
    const sink = await openAs('inserter', 'inse:rter€');
    for (let start = 0; start < records.length; start += 1_000)
      await sink.write(records.slice(start, start + 1_000));
    const rows = await selectRows<{ readonly id: string; readonly event: string }>(
      server.url,
      'SELECT id, event FROM audit.events FINAL',
    );
    assert.equal(rows.length, records.length);
    assert.deepEqual(
      new Map(rows.map(({ id, event }) => [id, event])),
      new Map(records.map((record) => [record.event.context.changeID, getEventJson(record.event)])),
    );
    assert.deepEqual(
      await selectRows(
        server.url,
        `SELECT toUInt32(count()) AS events, reads.table AS t FROM audit.events FINAL ARRAY JOIN reads
         WHERE reads.column = 'ssn' AND reads.level = 'PLAIN_TEXT' GROUP BY t`,
      ),
      [{ events: 10_000, t: 'persons' }],
    );
    assert.equal(
      await runSql(
        server.url,
        "SELECT count() FROM audit.events FINAL WHERE code = '403' AND has(tags, 't0')",
      ),
      `${records.filter((_, index) => index % 10 === 0 && index % 3 === 0).length}\n`,
    );
  });

  it('writes any text in any field exactly', async () => {
    const sink = await openAs('writer', 'writer-password');
    const toRow = createRowMapper(sha256);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(anyEventRecord, anyGapRecord), { minLength: 1, maxLength: 20 }),
        async (records) => {
          for (const table of ['events', 'events_gaps'])
            await runSql(server.url, `TRUNCATE TABLE audit.${table}`);
          await sink.write(records);
          for (const [kind, table, columns] of [
            ['event', 'events', eventColumns],
            ['gap', 'events_gaps', gapColumns],
          ] as const) {
            const names = columns.map(({ name }) => name).join(', ');
            const found = await selectRows<{ readonly ts: string; readonly id: string }>(
              server.url,
              `SELECT ${names} FROM audit.${table} FINAL ORDER BY ts, id`,
            );
            const expected = new Map(
              records
                .filter((record: OutputRecord) => record.kind === kind)
                .map(toRow)
                .map((row) => [`${row.ts} ${row.id}`, row]),
            );
            assert.deepEqual(new Map(found.map((row) => [`${row.ts} ${row.id}`, row])), expected);
          }
        },
      ),
      { numRuns },
    );
  });

  it('shows an event that was written twice once with FINAL, and keeps events that share a time', async () => {
    const records = makeEvents(500);
    const sink = await openAs('writer', 'writer-password');
    await sink.write(records);
    await sink.write(records.slice(100, 300));
    assert.equal(await runSql(server.url, 'SELECT count() FROM audit.events FINAL'), '500\n');
    assert.ok(Number(await runSql(server.url, 'SELECT count() FROM audit.events')) >= 500);
    await runSql(server.url, 'OPTIMIZE TABLE audit.events FINAL');
    assert.equal(await runSql(server.url, 'SELECT count() FROM audit.events'), '500\n');
  });

  it('writes events of more months than one insert may have', async () => {
    const [record] = makeEvents(1);
    assert.ok(record);
    const records = Array.from({ length: 150 }, (_, month): OutputRecord => {
      const date = new Date(Date.UTC(1990, month, 1)).toISOString().slice(0, 10);
      const { event } = record;
      return {
        kind: 'event',
        isMasked: false,
        event: {
          context: { changeID: `month-${month}` },
          request: { timestamp: `${date} 00:00:00.000000001` },
          response: {},
          resourceIDs: [],
          raw: event.raw,
        },
      };
    });
    await (await openAs('writer', 'writer-password')).write(records);
    assert.equal(
      await runSql(server.url, 'SELECT count(), uniqExact(toYYYYMM(ts)) FROM audit.events FINAL'),
      '150\t150\n',
    );
  });

  it('names the open gaps by the documented query', async () => {
    const sink = await openAs('writer', 'writer-password');
    const gap = { isOpenEnded: false, foundAt: '2026-11-20T10:00:00.000Z' };
    await sink.write([
      { kind: 'gap', gap: { id: 'one', ...gap } },
      { kind: 'gap', gap: { id: 'two', ...gap } },
      { kind: 'gap', gap: { id: 'one', ...gap, closedAt: '2026-11-20T11:00:00.000Z' } },
    ]);
    assert.equal(
      await runSql(
        server.url,
        "SELECT gap FROM audit.events_gaps FINAL GROUP BY gap HAVING countIf(closedAt != '') = 0",
      ),
      'two\n',
    );
  });

  it('writes through a Distributed table, whose rows are there at once', async () => {
    const distributed = { database: 'audit', table: 'spread' };
    await initTables(clientFor(server.url), distributed, CLUSTER);
    const sink = await openClickHouseSink(sinkOptions(clientFor(server.url), [], distributed));
    const records = makeEvents(1_000);
    await sink.write(records);
    await sink.write(records);
    for (const table of ['spread', 'spread_local'])
      assert.equal(await runSql(server.url, `SELECT count() FROM audit.${table} FINAL`), '1000\n');
  });

  it('refuses a Distributed table over one that loses events or shows duplicates, or spreads rows at random', async () => {
    const [create = '', distribute = '', ...gaps] = createTableStatements(
      { database: 'audit', table: 'uneven' },
      CLUSTER,
    );
    for (const sql of gaps) await runSql(server.url, sql);
    const open = () =>
      openClickHouseSink(sinkOptions(clientFor(server.url), [], { database: 'audit', table: 'uneven' }));
    const cases: readonly (readonly [storage: string, distributed: string, problem: RegExp])[] = [
      [
        create.replace('ReplacingMergeTree', 'MergeTree'),
        distribute,
        /^The table audit\.uneven_local can't store audit events: its engine is MergeTree/,
      ],
      [create.replace('(ts, id)', '(ts)'), distribute, /^The table audit\.uneven_local .*sorted by \(ts\)/],
      [
        create,
        distribute.replace('cityHash64(id)', 'rand()'),
        /^The table audit\.uneven can.t store .*sharding key is random/,
      ],
    ];
    for (const [storage, distributed, problem] of cases) {
      await runSql(server.url, storage);
      await runSql(server.url, distributed);
      await assert.rejects(open(), { message: problem });
      for (const table of ['uneven', 'uneven_local']) await runSql(server.url, `DROP TABLE audit.${table}`);
    }
  });

  it('warns of a TTL, be it of the table or of one column', async () => {
    const expiring = { database: 'audit', table: 'expiring' };
    const client = clientFor(server.url);
    await initTables(client, expiring, undefined);
    const warningsAfter = async (change: string): Promise<readonly string[]> => {
      await runSql(server.url, `ALTER TABLE audit.expiring ${change}`);
      const warnings: string[] = [];
      const options = {
        ...sinkOptions(client),
        target: expiring,
        onWarning: (text: string) => warnings.push(text),
      };
      await openClickHouseSink(options);
      return warnings;
    };
    const expected = [
      'The table audit.expiring has a TTL: ClickHouse deletes rows or values of it after that time.',
    ];
    assert.deepEqual(await warningsAfter("MODIFY COLUMN actor COMMENT 'no TTL'"), []);
    assert.deepEqual(
      await warningsAfter('MODIFY COLUMN actor String TTL toDateTime(ts) + INTERVAL 1 DAY'),
      expected,
    );
    assert.deepEqual(await warningsAfter('MODIFY COLUMN actor REMOVE TTL'), []);
    assert.deepEqual(await warningsAfter('MODIFY TTL toDateTime(ts) + INTERVAL 1 DAY'), expected);
  });

  it('refuses users without rights, and a wrong password, with the next step', async () => {
    await assert.rejects(openAs('inserter', 'wrong'), {
      name: 'SinkError',
      message:
        /rejected the user or the password of "inserter" .*Set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD\.$/,
    });
    const sink = await openAs('onlyReads', 'x');
    await assert.rejects(sink.write(makeEvents(1)), {
      name: 'SinkError',
      message: /"onlyReads" lacks rights for audit\.events \(ACCESS_DENIED\)\. Grant INSERT on it\.$/,
    });
    const reader = await openAs('analyst', 'analyst-password');
    await assert.rejects(reader.write(makeEvents(1)), { name: 'SinkError' });
    await assert.rejects(
      initTables(
        clientFor(server.url, { user: 'writer', password: 'writer-password' }),
        { database: 'audit', table: 'x' },
        undefined,
      ),
      /may not create tables/,
    );
    assert.equal(await runSql(server.url, 'SELECT count() FROM audit.events'), '0\n');
  });

  it('refuses tables that lack columns, lose events, or show duplicates', async () => {
    const [create = ''] = createTableStatements({ database: 'audit', table: 'other' });
    const cases: readonly (readonly [change: (statement: string) => string, problem: RegExp])[] = [
      [
        (sql) => sql.replace('    `actor` LowCardinality(String),\n', ''),
        /actor is missing\. Add what is missing with ALTER TABLE … ADD COLUMN, as audit init clickhouse prints it, or use another table\.$/,
      ],
      [
        (sql) => sql.replace('`code` LowCardinality(String)', '`code` UInt16'),
        /code is UInt16, not String\. Use another table: audit init clickhouse --table NAME creates one, and leaves existing ones as they are\.$/,
      ],
      [(sql) => sql.replace('ORDER BY (ts, id)', 'ORDER BY ts'), /sorted by \(ts\), not by \(ts, id\)/],
      [
        (sql) => sql.replace('ReplacingMergeTree', 'MergeTree'),
        /engine is MergeTree, not ReplacingMergeTree/,
      ],
      [
        (sql) => sql.replace('`vaultID` LowCardinality(String)', "`vaultID` String MATERIALIZED ''"),
        /vaultID is MATERIALIZED column/,
      ],
    ];
    const open = () =>
      openClickHouseSink(sinkOptions(clientFor(server.url), [], { database: 'audit', table: 'other' }));
    await assert.rejects(open(), /has no table audit\.other .*create it with: audit init clickhouse$/);
    for (const [change, problem] of cases) {
      const changed = change(create);
      assert.notEqual(changed, create);
      await runSql(server.url, changed);
      await assert.rejects(open(), problem);
      await runSql(server.url, 'DROP TABLE audit.other');
    }
  });
});
