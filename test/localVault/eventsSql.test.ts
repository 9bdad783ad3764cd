/** SQL over loaded audit events: the real process, with the real PostgreSQL in it. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findQueryText } from '../../src/core/audit/feed/queryOf.ts';
import type { CopyChunk } from '../../src/core/audit/sql/copyChunk.ts';
import { createCopyRows } from '../../src/core/audit/sql/eventTables.ts';
import { sampleQueries } from '../../src/core/audit/sql/sampleQueries.ts';
import { parseQueryReads } from '../../src/core/audit/table/queryReads.ts';
import { decodeAuditPage } from '../../src/core/service/decode.ts';
import type { EventsSqlMethods, EventsSqlResult } from '../../src/protocol/eventsSql.ts';
import { createProcessPort } from '../../src/protocol/ports.ts';
import { createRpc } from '../../src/protocol/rpc.ts';

const entry = fileURLToPath(new URL('../../src/localVault/eventsSql/main.ts', import.meta.url));

class Asked {
  readonly child: ChildProcess = fork(entry, [], { execArgv: [], serialization: 'advanced' });
  readonly rpc = createRpc<EventsSqlMethods>(createProcessPort(this.child), {}, () => undefined);

  /** The records of an answer. */
  async rows(sql: string, maxRows = 1000): Promise<readonly Record<string, unknown>[]> {
    const answer = await this.rpc.call('ask', { sql, maxRows });
    assert.ok(answer.type === 'rows', JSON.stringify(answer));
    const { records } = JSON.parse(answer.body) as { records: { fields: Record<string, unknown> }[] | null };
    return (records ?? []).map(({ fields }) => fields);
  }

  async refusal(sql: string): Promise<Extract<EventsSqlResult, { type: 'refused' }>> {
    const answer = await this.rpc.call('ask', { sql, maxRows: 10 });
    assert.ok(answer.type === 'refused', `${sql}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

/** Rows of the tables for events that are given as JSON. */
function tablesOf(texts: readonly string[]): Pick<CopyChunk, 'events' | 'reads'> {
  const page = decodeAuditPage(`{"event":[${texts.join(',')}]}`);
  assert.ok(page.ok && page.value.events);
  const rows = page.value.events.map((event, number) => {
    const query = findQueryText(event);
    return createCopyRows(number, { event, reads: query === undefined ? undefined : parseQueryReads(query) });
  });
  return {
    events: Buffer.from(rows.map(({ events }) => events).join('')),
    reads: Buffer.from(rows.map(({ reads }) => reads).join('')),
  };
}

const event = (id: number, actor: string, content: string, code: number, timestamp?: string): string =>
  JSON.stringify({
    context: { changeID: `c${id}`, actor },
    request: { timestamp, data: { content }, httpInfo: { URI: '/v1/vaults/v/query' }, tags: ['a,b', '"\\'] },
    response: { code, data: { n: 1 } },
    resourceIDs: [],
  });

const sample = [
  event(
    0,
    'ada@x.test',
    "SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM persons",
    200,
    '2026-01-02 10:00:00.123456789',
  ),
  event(1, 'ada@x.test', 'SELECT *\n\tFROM credit_cards -- \\ \\N', 403, '2026-01-02 10:30:00.000000000'),
  event(2, 'bob@x.test', 'SELECT name FROM persons', 200, '1969-12-31 23:59:59.999999999'),
  '{"context":{"actor":"eve\\u0000\\ud800"},"request":{"timestamp":"yesterday"},"response":{"code":1.10},"odd":[1.10,"\\u0000","\\\\u0000"],"big":12345678901234567890}',
  '{"context":{"changeID":"huge"},"request":{},"response":{},"n":1e400000}',
];

describe('SQL over loaded audit events', () => {
  const asked = new Asked();
  before(async () => {
    await asked.rpc.call('add', tablesOf(sample));
    assert.deepEqual(await asked.rpc.call('close', {}), { unreadable: 1 });
  });
  after(() => asked.child.disconnect());

  it('has times, texts, codes, lists and JSON as they are', async () => {
    const rows = await asked.rows(
      'SELECT number, time::text AS time, time_text, code, code_text, tags[2] AS tag, actor, content FROM events ORDER BY number',
    );
    assert.deepEqual(
      rows.map(({ time, time_text }) => [time, time_text]),
      [
        ['2026-01-02 10:00:00.123456+00', '2026-01-02 10:00:00.123456789'],
        ['2026-01-02 10:30:00+00', '2026-01-02 10:30:00.000000000'],
        ['1969-12-31 23:59:59.999999+00', '1969-12-31 23:59:59.999999999'],
        [null, 'yesterday'],
        [null, null],
      ],
    );
    assert.deepEqual(
      rows.map(({ code, code_text, tag, actor }) => [code, code_text, tag, actor]),
      [
        [200, null, '"\\', 'ada@x.test'],
        [403, null, '"\\', 'ada@x.test'],
        [200, null, '"\\', 'bob@x.test'],
        [null, '1.10', null, 'eve\ufffd\ufffd'],
        [null, null, null, null],
      ],
    );
    assert.equal(rows[1]?.content, 'SELECT *\n\tFROM credit_cards -- \\ \\N');
    const [odd] = await asked.rows(
      "SELECT event->>'big' AS big, event#>>'{odd,0}' AS n, event#>>'{odd,2}' AS text FROM events WHERE number = 3",
    );
    assert.deepEqual(odd, { big: '12345678901234567890', n: '1.10', text: '\\u0000' });
  });

  it('answers grouping, order, windows, and types that a vault does not return', async () => {
    assert.deepEqual(
      await asked.rows('SELECT actor, count(*) AS n FROM events GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 2'),
      [
        { actor: 'ada@x.test', n: 2 },
        { actor: 'bob@x.test', n: 1 },
      ],
    );
    assert.deepEqual(
      await asked.rows(
        'SELECT number, row_number() OVER (ORDER BY time DESC NULLS LAST) AS place FROM events ORDER BY 2 LIMIT 2',
      ),
      [
        { number: 1, place: 1 },
        { number: 0, place: 2 },
      ],
    );
    assert.deepEqual(
      await asked.rows(
        "SELECT tags, time - time AS none, date_trunc('hour', time) AS hour FROM events WHERE number = 0",
      ),
      [{ tags: '{"a,b","\\"\\\\"}', none: '00:00:00', hour: '2026-01-02 10:00:00+00' }],
    );
    const reads = await asked.rows(
      'SELECT actor, table_name, column_name, level, use, event FROM reads ORDER BY event',
    );
    assert.deepEqual(reads, [
      {
        actor: 'ada@x.test',
        table_name: 'persons',
        column_name: 'ssn',
        level: 'PLAIN_TEXT',
        use: 'returned',
        event: 0,
      },
      {
        actor: 'ada@x.test',
        table_name: 'credit_cards',
        column_name: '*',
        level: null,
        use: 'returned',
        event: 1,
      },
      {
        actor: 'bob@x.test',
        table_name: 'persons',
        column_name: 'name',
        level: null,
        use: 'returned',
        event: 2,
      },
    ]);
  });

  it('answers every sample question', async () => {
    for (const { title, sql } of sampleQueries) {
      const answer = await asked.rpc.call('ask', { sql, maxRows: 10 });
      assert.equal(answer.type, 'rows', `${title}: ${JSON.stringify(answer)}`);
    }
  });

  it('gives no more rows than wanted', async () => {
    assert.equal((await asked.rows('SELECT a.number FROM events a, events b', 7)).length, 7);
  });

  it('says what PostgreSQL says, and where', async () => {
    assert.deepEqual(await asked.refusal('SELECT nothing FROM events'), {
      type: 'refused',
      message: 'column "nothing" does not exist',
      position: 8,
    });
    assert.match((await asked.refusal('SELEC 1')).message, /^syntax error/);
  });

  it('changes nothing, waits for nothing, reads no settings, files or catalogs', async () => {
    for (const sql of [
      'INSERT INTO events (number) VALUES (99)',
      'UPDATE events SET actor = NULL',
      'DELETE FROM reads',
      'DROP TABLE events',
      'CREATE TABLE own (n integer)',
      'CREATE TEMP TABLE own AS SELECT 1',
      'WITH gone AS (DELETE FROM events RETURNING *) SELECT * FROM gone',
      'SELECT * FROM events FOR UPDATE',
      'COMMIT',
      'BEGIN READ WRITE',
      'RESET ROLE',
      'SET ROLE postgres',
      'SET default_transaction_read_only = off',
      "SELECT set_config('role', 'postgres', false)",
      "SELECT current_setting('data_directory')",
      'SELECT pg_sleep(10)',
      "SELECT pg_read_file('PG_VERSION')",
      "SELECT pg_ls_dir('.')",
      'SELECT * FROM pg_authid',
      'SELECT * FROM pg_proc',
      "SELECT query_to_xml('SELECT 1', true, true, '')",
      "SELECT lo_import('/etc/passwd')",
      "COPY events TO '/tmp/x'",
      'COPY events TO STDOUT',
      'DO $$ BEGIN PERFORM 1; END $$',
      'SELECT 1; SELECT 2',
      'LISTEN x',
      'VACUUM',
      "SELECT nextval('x')",
      '',
    ])
      await asked.refusal(sql);
    assert.deepEqual(await asked.rows('SELECT count(*) AS n FROM events'), [{ n: 5 }]);
  });
});

describe('the process for SQL over loaded audit events', () => {
  it('answers calls in the order in which they were sent, and ends after an error', async () => {
    const asked = new Asked();
    const exit = once(asked.child, 'exit');
    const added = asked.rpc.call('add', tablesOf(sample));
    const closed = asked.rpc.call('close', {});
    const count = asked.rows('SELECT count(*) AS n FROM events');
    assert.deepEqual([await added, await closed, await count], [undefined, { unreadable: 1 }, [{ n: 5 }]]);
    // The tables are closed, which is an error of the caller.
    await assert.rejects(asked.rpc.call('add', tablesOf(sample)));
    await exit;
  });

  it('rejects a malformed call, and ends after it', async () => {
    const asked = new Asked();
    const exit = once(asked.child, 'exit');
    const malformed = asked.rpc.call('ask', { sql: 1, maxRows: 10 } as never);
    await assert.rejects(malformed, { message: 'malformed params of ask' });
    await exit;
  });
});
