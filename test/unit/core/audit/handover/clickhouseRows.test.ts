import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import {
  type ClickHouseRow,
  createRowMapper,
  PARSER_VERSION,
} from '../../../../../src/core/audit/handover/clickhouseRows.ts';
import {
  createTableStatements,
  eventColumns,
  gapColumns,
} from '../../../../../src/core/audit/handover/clickhouseTable.ts';
import { auditFields, getFieldEntries } from '../../../../../src/core/audit/table/fields.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { type JsonObject, stringifyJson } from '../../../../../src/core/service/json.ts';
import { anyEventRecord, anyGapRecord } from './anyRecords.ts';
import { queryJson, sha256, toRecord } from './sampleRecords.ts';

const toRow = createRowMapper(sha256);
const rowAt = (timestamp: JsonObject[string]): ClickHouseRow =>
  toRow(toRecord({ request: { timestamp }, context: { changeID: 'a' } }));

const querying = (content: string): JsonObject => ({
  request: { data: { content }, httpInfo: { URI: '/v1/vaults/v/query' } },
});

describe('rows for ClickHouse', () => {
  it('have the fields of an event, its JSON, and what its query reads', () => {
    const row = toRow(toRecord(queryJson));
    assert.deepEqual(row, {
      ts: '2026-11-20 10:00:00.123456789',
      id: 'change-1',
      time: '2026-11-20 10:00:00.123456789',
      code: '200',
      actor: 'ada@example.com',
      ipAddress: '198.51.100.8',
      actionType: 'READ',
      content: "SELECT name FROM Persons WHERE city = 'Oslo'",
      vaultID: 'vault-1',
      message: 'OK',
      apiName: 'QueryService.ExecuteQuery',
      actorType: 'USER',
      accessType: 'API',
      authMode: 'SSO_JWT',
      method: 'POST',
      URI: '/v1/vaults/vault-1/query',
      resourceType: 'RECORD',
      tags: ['DML'],
      resourceIDs: ['ACCOUNT/account-1', 'TABLE/persons'],
      workspaceID: 'workspace-1',
      accountID: 'account-1',
      parentAccountID: 'account-0',
      requestID: 'request-1',
      changeID: 'change-1',
      traceID: 'trace-1',
      sessionID: 'session-1',
      jwtID: 'jwt-1',
      keyID: 'key-1',
      bearerTokenContextID: 'tenant-42',
      origin: 'https://app.example',
      answeredAt: '2026-11-20 10:00:00.223456789',
      answer: '{"rows":1}',
      event: stringifyJson(queryJson),
      isMasked: false,
      reads: [
        { table: 'persons', column: 'name', level: '', use: 'returned' },
        { table: 'persons', column: 'city', level: '', use: 'condition' },
      ],
      readsMissing: '',
      parserVersion: PARSER_VERSION,
    });
  });

  it('have exactly the columns of their table, each text of them well-formed', () => {
    fc.assert(
      fc.property(fc.oneof(anyEventRecord, anyGapRecord), (record) => {
        const row = toRow(record);
        const columns = record.kind === 'event' ? eventColumns : gapColumns;
        assert.deepEqual(Object.keys(row).sort(), columns.map(({ name }) => name).sort());
        JSON.parse(JSON.stringify(row), (_name, value: unknown) => {
          assert.ok(typeof value !== 'string' || value.isWellFormed());
          return value;
        });
        assert.match(row.ts, /^(?:19|2\d)\d\d-\d\d-\d\d [0-2]\d:[0-5]\d:[0-5]\d\.\d{9}$/);
      }),
    );
  });

  it('have the values by which the views filter, and the exact JSON', () => {
    fc.assert(
      fc.property(anyEventRecord, (record) => {
        const row = toRow(record);
        for (const { id, each } of auditFields) {
          const entries = getFieldEntries(record.event, id).map((text) => text.toWellFormed());
          assert.deepEqual(row[id], each === undefined ? (entries[0] ?? '') : entries);
        }
        assert.equal(row.event, stringifyJson(record.event.raw));
        assert.equal(row.isMasked, record.isMasked);
      }),
    );
  });

  it('are the same for a compact event', () => {
    const { event } = toRecord(queryJson);
    assert.deepEqual(
      toRow({ kind: 'event', event: toCompactEvent(event), isMasked: true }),
      toRow({ kind: 'event', event, isMasked: true }),
    );
  });

  it('have a time that ClickHouse can store, and the text of one that it can’t', () => {
    const cases: readonly (readonly [timestamp: JsonObject[string], ts: string])[] = [
      ['2026-11-20 10:00:00.000000001', '2026-11-20 10:00:00.000000001'],
      ['2026-11-20T12:00:00.5+02:00', '2026-11-20 10:00:00.500000000'],
      ['2016-12-31 23:59:60.123456789', '2017-01-01 00:00:00.123456789'],
      ['2261-12-31 23:59:59.999999999', '2261-12-31 23:59:59.999999999'],
      ['1970-01-01 00:00:00.000000001', '1970-01-01 00:00:00.000000001'],
      ['2262-01-01 00:00:00.000000000', '1970-01-01 00:00:00.000000000'],
      ['1969-12-31 23:59:59.999999999', '1970-01-01 00:00:00.000000000'],
      ['2026-02-30 10:00:00.000000000', '1970-01-01 00:00:00.000000000'],
      ['yesterday', '1970-01-01 00:00:00.000000000'],
      [null, '1970-01-01 00:00:00.000000000'],
    ];
    for (const [timestamp, ts] of cases) assert.equal(rowAt(timestamp).ts, ts, String(timestamp));
    assert.equal(rowAt('yesterday').time, 'yesterday');
  });

  it('name each table to which a column may belong, and levels that can’t be determined', () => {
    const { reads, readsMissing } = toRow(
      toRecord(querying("SELECT redaction(ssn, 'PLAIN_TEXT') FROM a JOIN b ON a.id = b.id")),
    );
    assert.deepEqual(reads, [
      { table: 'a', column: 'ssn', level: 'PLAIN_TEXT', use: 'returned' },
      { table: 'b', column: 'ssn', level: 'PLAIN_TEXT', use: 'returned' },
      { table: 'a', column: 'id', level: '', use: 'condition' },
      { table: 'b', column: 'id', level: '', use: 'condition' },
    ]);
    assert.equal(readsMissing, '');
    const unknown = toRow(toRecord(querying(`SELECT redaction(ssn, '${'X'.repeat(100)}') FROM a`)));
    assert.deepEqual(unknown.reads, [{ table: 'a', column: 'ssn', level: '?', use: 'returned' }]);
    assert.equal(toRow(toRecord(querying('SELECT 1'))).readsMissing, 'none');
  });

  it('have each read once, although a column without a table may belong to one that is named elsewhere', () => {
    const { reads } = toRow(toRecord(querying('SELECT ssn, a.ssn FROM a JOIN b ON a.id = b.id')));
    assert.ok(Array.isArray(reads));
    const ofSSN = reads.filter(({ column }: { readonly column: string }) => column === 'ssn');
    assert.deepEqual(ofSSN, [
      { table: 'a', column: 'ssn', level: '', use: 'returned' },
      { table: 'b', column: 'ssn', level: '', use: 'returned' },
    ]);
  });

  it('of gaps differ for a gap that was found and one that was closed', () => {
    const gap = { id: '7', isOpenEnded: true, foundAt: '2026-11-20T10:00:00.123Z', above: { changeID: 'x' } };
    const closed = { ...gap, closedAt: '2026-11-20T11:00:00.000Z' };
    assert.deepEqual(toRow({ kind: 'gap', gap }), {
      ts: '2026-11-20 10:00:00.123000000',
      id: 'gap:7',
      gap: '7',
      aboveTimestamp: '',
      aboveChangeID: 'x',
      belowTimestamp: '',
      belowChangeID: '',
      isOpenEnded: true,
      foundAt: '2026-11-20T10:00:00.123Z',
      closedAt: '',
    });
    const row = toRow({ kind: 'gap', gap: closed });
    assert.deepEqual([row.id, row.closedAt], ['gap:7:closed', closed.closedAt]);
  });

  it('have a version that is raised when other reads are found', () => {
    const queries = [
      'SELECT * FROM persons',
      "SELECT p.name, redaction(p.ssn, 'MASKED') FROM persons AS p WHERE p.city = 'Oslo'",
      'SELECT count(*) FROM persons',
      'SELECT a.*, b.c FROM a JOIN b USING (id) WHERE EXISTS (SELECT 1 FROM d)',
      "SELECT x FROM t WHERE y = 'unterminated",
      'SELECT name FROM',
      'DELETE FROM persons',
      'WITH c AS (SELECT 1) SELECT * FROM c',
      'SELECT name FROM persons WHERE income > •••',
      'SELECT name FROM persons WHERE city = •••…',
    ];
    const reads = queries.map((query) => parseQueryReads(query));
    // When this hash changes, raise PARSER_VERSION along with it.
    assert.deepEqual(
      { version: PARSER_VERSION, hash: sha256(JSON.stringify(reads)).slice(0, 16) },
      { version: 3, hash: 'ec70a871a6d5ab64' },
    );
  });
});

describe('tables for ClickHouse', () => {
  const target = { database: 'audit', table: 'events' };

  it('have a row for each time and ID, in a partition for each month', () => {
    const [events = '', gaps = '', ...others] = createTableStatements(target);
    assert.deepEqual(others, []);
    assert.match(events, /^CREATE TABLE IF NOT EXISTS `audit`\.`events`\n/);
    assert.match(gaps, /^CREATE TABLE IF NOT EXISTS `audit`\.`events_gaps`\n/);
    for (const statement of [events, gaps])
      assert.match(
        statement,
        /ENGINE = ReplacingMergeTree\nPARTITION BY toYYYYMM\(ts\)\nORDER BY \(ts, id\)/,
      );
  });

  it('are spread over a cluster by the ID alone, so that rows of one event meet', () => {
    const statements = createTableStatements(target, 'vault');
    assert.equal(statements.length, 4);
    assert.match(
      statements[1] ?? '',
      /AS `audit`\.`events_local`\nENGINE = Distributed\(`vault`, `audit`, `events_local`, cityHash64\(id\)\)$/,
    );
  });

  it('refuse names that would need escaping', () => {
    for (const name of ['', '1a', 'a b', 'a`b', 'a.b', "a'", 'é', 'a'.repeat(101)]) {
      assert.throws(() => createTableStatements({ database: 'audit', table: name }), RangeError);
      assert.throws(() => createTableStatements({ database: name, table: 'events' }), RangeError);
      assert.throws(() => createTableStatements(target, name), RangeError);
    }
  });
});
