import assert from 'node:assert/strict';
import {
  eventColumns,
  gapColumns,
  type TableColumn,
} from '../../../../src/core/audit/handover/clickhouseTable.ts';
import type { EventRecord } from '../../../../src/core/audit/handover/records.ts';
import type { Sink } from '../../../../src/core/audit/handover/sink.ts';
import type { TransportOutcome, TransportRequest } from '../../../../src/core/service/transport.ts';
import { openClickHouseSink } from '../../../../src/node/clickhouse/clickhouseSink.ts';
import { createClickHouseClient } from '../../../../src/node/clickhouse/client.ts';
import { fieldsOf } from '../../../engines/requestForm.ts';
import { queryJson, sha256, toRecord } from '../../core/audit/handover/sampleRecords.ts';

const respond = (
  status: number,
  body = '',
  headers: Readonly<Record<string, string>> = {},
): TransportOutcome => ({ ok: true, response: { status, headers, body, bytes: body.length } });

const exception = (status: number, code: number, name: string): TransportOutcome =>
  respond(status, `Code: ${code}. DB::Exception: a secret. (${name}) (version 26.7.2.1 (official build))\n`, {
    'x-clickhouse-exception-code': String(code),
  });

const rowsOf = (columns: readonly TableColumn[]): string =>
  columns.map(({ name, type }) => JSON.stringify({ name, type, default_kind: '' })).join('\n');

/** Responds to the checks at the start as a server with the right tables does. */
async function respondToCheck(
  request: TransportRequest,
  version: string,
  createStatement: string,
): Promise<TransportOutcome> {
  const { query, rest, others } = await fieldsOf(request);
  const statement = `${query}${rest ?? ''}`;
  if (statement.includes('version()')) return respond(200, JSON.stringify({ version }));
  if (statement.includes('system.columns'))
    return respond(
      200,
      rowsOf(new Map(others).get('param_table')?.endsWith('_gaps') ? gapColumns : eventColumns),
    );
  return respond(
    200,
    JSON.stringify({
      engine: 'ReplacingMergeTree',
      engine_full: 'ReplacingMergeTree ORDER BY (ts, id) SETTINGS index_granularity = 8192',
      sorting_key: 'ts, id',
      create_table_query: createStatement,
    }),
  );
}

interface Setup {
  readonly inserts: TransportRequest[];
  readonly waits: number[];
  readonly warnings: string[];
  open(): Promise<Sink>;
}

/** A sink whose inserts get the responses of `insert`, which is called with the number of the insert, from 0. */
function setUp(
  insert: (request: TransportRequest, index: number) => TransportOutcome = () => respond(200),
  version = '26.7.2.1',
  createStatement = '',
): Setup {
  const inserts: TransportRequest[] = [];
  const waits: number[] = [];
  const warnings: string[] = [];
  const client = createClickHouseClient({
    transport: {
      send: async (request) => {
        if (!(new URL(request.url).searchParams.get('query') ?? '').startsWith('INSERT'))
          return respondToCheck(request, version, createStatement);
        inserts.push(request);
        return insert(request, inserts.length - 1);
      },
    },
    url: 'https://clickhouse.example:8443',
    user: 'writer',
    password: 'pass:wörd',
    timeoutMs: 1_000,
    now: () => 0,
  });
  return {
    inserts,
    waits,
    warnings,
    open: () =>
      openClickHouseSink({
        client,
        target: { database: 'audit', table: 'events' },
        onWarning: (sentence) => warnings.push(sentence),
        sha256,
        sleep: async (ms) => void waits.push(ms),
        random: () => 1,
      }),
  };
}

const makeRecords = (count: number): readonly EventRecord[] =>
  Array.from({ length: count }, (_, index) => toRecord({ ...queryJson, shard: index }));
const linesOf = ({ body = '' }: TransportRequest): number => body.split('\n').length;

describe('ClickHouse sink', () => {
  it('warns of tables from which ClickHouse deletes rows after some time', async () => {
    const usual = setUp();
    await usual.open();
    assert.deepEqual(usual.warnings, []);
    const columns = "(`ts` DateTime64(9), `id` String COMMENT 'no \\'TTL\\'', `TTL` String";
    const engine = 'ENGINE = ReplacingMergeTree ORDER BY (ts, id)';
    const warningsOf = async (createStatement: string): Promise<readonly string[]> => {
      const { open, warnings } = setUp(undefined, undefined, createStatement);
      await open();
      return warnings;
    };
    const expected = ['audit.events', 'audit.events_gaps'].map(
      (table) => `The table ${table} has a TTL: ClickHouse deletes rows or values of it after that time.`,
    );
    assert.deepEqual(await warningsOf(`CREATE TABLE t ${columns}) ${engine}`), []);
    assert.deepEqual(await warningsOf(`CREATE TABLE t ${columns}) ${engine} TTL toDateTime(ts)`), expected);
    assert.deepEqual(await warningsOf(`CREATE TABLE t ${columns} TTL toDateTime(ts)) ${engine}`), expected);
  });

  it('inserts all records at once, with settings by which the response means that they are stored', async () => {
    const { inserts, open } = setUp();
    await (await open()).write(makeRecords(3));
    const [request, other] = inserts;
    assert.ok(request !== undefined && other === undefined);
    assert.equal(linesOf(request), 3);
    const parameters = Object.fromEntries(new URL(request.url).searchParams);
    assert.match(parameters.query_id ?? '', /^[\da-f-]{36}$/);
    const { query, async_insert, insert_distributed_sync, wait_end_of_query } = parameters;
    assert.deepEqual(
      { query, async_insert, insert_distributed_sync, wait_end_of_query },
      {
        query: 'INSERT INTO `audit`.`events` FORMAT JSONEachRow',
        async_insert: '0',
        insert_distributed_sync: '1',
        wait_end_of_query: '1',
      },
    );
    assert.equal(
      request.headers.authorization,
      `Basic ${Buffer.from('writer:pass:wörd').toString('base64')}`,
    );
    assert.ok(!request.url.includes('pass'));
  });

  it('sends nothing for no records', async () => {
    const { inserts, open } = setUp();
    await (await open()).write([]);
    assert.equal(inserts.length, 0);
  });

  it('halves what is too large for the server, and names an event that is too large alone', async () => {
    const halving = setUp((request) => respond(linesOf(request) > 3 ? 413 : 200));
    await (await halving.open()).write(makeRecords(10));
    const stored = halving.inserts.map(linesOf).filter((lines) => lines <= 3);
    assert.equal(
      stored.reduce((sum, lines) => sum + lines, 0),
      10,
    );
    const { open } = setUp(() => respond(413, '<html>'));
    await assert.rejects((await open()).write(makeRecords(2)), {
      name: 'SinkError',
      message: /^ClickHouse at clickhouse\.example:8443 rejected an event because of its size \(413\)\./,
    });
  });

  it('tries again after failures that can pass, later each time, and not sooner than asked', async () => {
    const failures: readonly TransportOutcome[] = [
      respond(503, 'busy', { 'retry-after': '7' }),
      exception(500, 252, 'TOO_MANY_PARTS'),
      respond(502, '<html>'),
      respond(500, '<html>'),
      respond(504, '<html>'),
      { ok: false, error: { kind: 'network', retry: true, code: 'PROXY_502', mayHaveBeenSent: false } },
      { ok: false, error: { kind: 'timeout', retry: true, seconds: 1 } },
      { ok: false, error: { kind: 'network', retry: true, code: 'ECONNRESET', mayHaveBeenSent: true } },
    ];
    const { inserts, waits, open } = setUp((_request, index) => failures[index] ?? respond(200));
    await (await open()).write(makeRecords(1));
    assert.deepEqual(waits, [7_000, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    assert.equal(new Set(inserts.map(({ body }) => body)).size, 1);
    assert.equal(new Set(inserts.map(({ url }) => new URL(url).searchParams.get('query_id'))).size, 9);
  });

  const finalFailures: readonly (readonly [name: string, outcome: TransportOutcome, message: RegExp])[] = [
    [
      'rights',
      exception(403, 497, 'ACCESS_DENIED'),
      /"writer" lacks rights for audit\.events \(ACCESS_DENIED\)/,
    ],
    ['read-only', exception(500, 164, 'READONLY'), /"writer" is read-only/],
    ['setting', exception(500, 452, 'SETTING_CONSTRAINT_VIOLATION'), /forbids a setting/],
    ['password', exception(403, 516, 'AUTHENTICATION_FAILED'), /rejected the user or the password/],
    [
      'no table',
      exception(404, 60, 'UNKNOWN_TABLE'),
      /audit\.events does not exist at .*audit init clickhouse$/,
    ],
    [
      'other',
      exception(400, 27, 'CANNOT_PARSE_INPUT_ASSERTION_FAILED'),
      /failed \(CANNOT_PARSE_INPUT_ASSERTION_FAILED\)\. See its log\.$/,
    ],
    [
      'proxy login, or another server',
      respond(401, 'who are you'),
      /^clickhouse\.example:8443 rejected the user "writer" \(HTTP 401\)\. The response is not ClickHouse's own: check the address and port, and what a proxy in front of the server needs\.$/,
    ],
    [
      'proxy authentication',
      respond(407, '<html>'),
      /^Proxy authentication required \(407\) for ClickHouse at .*\. Check HTTPS_PROXY and NO_PROXY\.$/,
    ],
    [
      'proxy authentication of a tunnel',
      { ok: false, error: { kind: 'network', retry: false, code: 'PROXY_407', mayHaveBeenSent: false } },
      /Proxy authentication required \(407\)/,
    ],
    ['redirect', respond(302), /is not ClickHouse's HTTP interface \(HTTP 302\)/],
    ['web page', respond(200, '<html>'), /is not ClickHouse's HTTP interface \(HTTP 200\)/],
    ['late exception', exception(200, 27, 'CANNOT_PARSE_INPUT_ASSERTION_FAILED'), /failed \(CANNOT_PARSE/],
  ];
  for (const [name, outcome, message] of finalFailures)
    it(`does not try again after: ${name}, and quotes nothing of the response`, async () => {
      const { inserts, open } = setUp(() => outcome);
      await assert.rejects((await open()).write(makeRecords(1)), (error: Error) => {
        assert.equal(error.name, 'SinkError');
        assert.match(error.message, message);
        assert.ok(!/secret|html|who are/.test(error.message));
        return true;
      });
      assert.equal(inserts.length, 1);
    });

  it('names the proxy if a page of one comes instead of a response', async () => {
    const { open } = setUp(() => respond(502, '<html>'));
    await assert.rejects((await open()).write(makeRecords(1)), {
      message:
        'ClickHouse at clickhouse.example:8443 is unavailable (HTTP 502). Check that the server and the proxy in front of it are up. Gave up after 9 attempts.',
    });
  });

  it('gives up after nine attempts', async () => {
    const { inserts, open } = setUp(() => exception(500, 241, 'MEMORY_LIMIT_EXCEEDED'));
    await assert.rejects((await open()).write(makeRecords(1)), {
      message:
        'ClickHouse at clickhouse.example:8443 failed (MEMORY_LIMIT_EXCEEDED). See its log. Gave up after 9 attempts.',
    });
    assert.equal(inserts.length, 9);
  });

  it('names the address of a server that is down once', async () => {
    const { open } = setUp(() => ({
      ok: false,
      error: { kind: 'network', retry: true, code: 'ECONNREFUSED', mayHaveBeenSent: false },
    }));
    await assert.rejects((await open()).write(makeRecords(1)), {
      message:
        'ClickHouse: Connection refused by clickhouse.example:8443. Nothing was sent. Check the address and its port, the network, and the VPN. Gave up after 9 attempts.',
    });
  });

  it('refuses an older version, and a server that is not ClickHouse', async () => {
    for (const version of ['18.16.1', '23.7.9.1'])
      await assert.rejects(setUp(undefined, version).open(), {
        name: 'SinkError',
        message: `ClickHouse at clickhouse.example:8443 is version ${version}; 23.8 or later is required. Update the server.`,
      });
    await setUp(undefined, '23.8.1.1').open();
    await assert.rejects(setUp(undefined, 'nginx').open(), /is not ClickHouse's HTTP interface/);
  });
});
