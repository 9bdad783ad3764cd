import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { eventually } from '../../run/waiting.ts';
import { startClickHouse } from '../clickHouse.ts';
import { CLUSTER } from '../configuration.ts';
import { runSql, type SqlRequest, type SqlResponse, selectRows, sendSql } from '../request.ts';
import type { EngineServer } from '../serverProcess.ts';

/** Number of random strings. With `VAULTSQL_LONG=1` as many as a release is tested with. */
const numRuns = process.env.VAULTSQL_LONG ? 10_000 : 300;

/** A statement that takes far longer than any test waits. */
const ENDLESS = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) % 7 = 9';

/** Escapes text as values of `param_…` are: as in the format TabSeparated. */
const escapeParameter = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');

describe('ClickHouse 26.7: HTTP interface', () => {
  let server: EngineServer;
  before(async () => {
    server = await startClickHouse();
    await runSql(server.url, 'CREATE DATABASE audit');
    await runSql(
      server.url,
      `CREATE TABLE audit.events (ts DateTime64(9, 'UTC'), id String, size UInt64)
       ENGINE = ReplacingMergeTree ORDER BY (ts, id)`,
    );
  });
  after(() => server.stop());

  const send = (query: string, request: SqlRequest = {}): Promise<SqlResponse> =>
    sendSql(server.url, { query, ...request });

  /** Status, code in the header, and text of a request that fails. */
  const failure = async (query: string, request: SqlRequest = {}) => {
    const { status, headers, text } = await send(query, request);
    return { status, code: headers.get('X-ClickHouse-Exception-Code'), text };
  };

  it('answers a ping, and names its version, which is that of the engine', async () => {
    const ping = await fetch(`${server.url}ping`);
    assert.deepEqual([ping.status, await ping.text()], [200, 'Ok.\n']);
    assert.match(await runSql(server.url, 'SELECT version()'), /^26\.7\.\d+\.\d+\n$/);
    assert.equal((await fetch(`${server.url}nosuch`)).status, 404);
  });

  it('takes a statement from the parameter, from the body, and from both, joined by a line break', async () => {
    assert.equal((await send('SELECT 1')).text, '1\n');
    assert.equal((await sendSql(server.url, { body: 'SELECT 2' })).text, '2\n');
    assert.equal((await send('SELECT 3 -- three', { body: '+ 4' })).text, '7\n');
    assert.equal((await send('SELECT 5', { method: 'GET' })).text, '5\n');
  });

  it('returns the format that the statement names, or the default one', async () => {
    const url = { default_format: 'JSONEachRow' };
    const byDefault = await send('SELECT 1 AS a', { url });
    assert.deepEqual(
      [byDefault.text, byDefault.headers.get('X-ClickHouse-Format')],
      ['{"a":1}\n', 'JSONEachRow'],
    );
    assert.equal((await send('SELECT 1 AS a FORMAT CSV', { url })).text, '1\n');
    assert.match(
      (await send('SELECT 1 FORMAT JSON')).headers.get('Content-Type') ?? '',
      /^application\/json/,
    );
  });

  it('applies settings of the URL to one request alone', async () => {
    const sql = 'SELECT toInt64(9007199254740993) AS n';
    const quoted = await selectRows(server.url, sql, {
      url: { output_format_json_quote_64bit_integers: '1' },
    });
    assert.deepEqual(quoted, [{ n: '9007199254740993' }]);
    assert.equal(await runSql(server.url, `${sql} FORMAT JSONEachRow`), '{"n":9007199254740993}\n');
    assert.equal(
      await runSql(server.url, 'SELECT currentDatabase()', { url: { database: 'audit' } }),
      'audit\n',
    );
    const unknown = await failure('SELECT 1', { url: { nosuch: '1' } });
    assert.deepEqual([unknown.status, unknown.code], [404, '115']);
  });

  it('reports errors as ClickHouse does: status, code in the header, and text', async () => {
    const cases: readonly (readonly [query: string, status: number, code: string, text: RegExp])[] = [
      ['SELEC 1', 400, '62', /^Code: 62\. DB::Exception: Syntax error.* \(SYNTAX_ERROR\) \(version 26\.7/s],
      ['SELECT 1; SELECT 2', 400, '62', /Multi-statements are not allowed/],
      ['SELECT * FROM audit.nosuch', 404, '60', /\(UNKNOWN_TABLE\)/],
      ['SELECT nosuch FROM audit.events', 404, '47', /\(UNKNOWN_IDENTIFIER\)/],
      ['SELECT * FROM nosuch.t', 404, '81', /\(UNKNOWN_DATABASE\)/],
      ['SELECT {x:String}', 500, '456', /\(UNKNOWN_QUERY_PARAMETER\)/],
      ['SELECT throwIf(number = 5) FROM numbers(10)', 500, '395', /\(FUNCTION_THROW_IF_VALUE_IS_NON_ZERO\)/],
    ];
    for (const [query, status, code, text] of cases) {
      const found = await failure(query);
      assert.deepEqual([found.status, found.code], [status, code], query);
      assert.match(found.text, text);
    }
    const late = await failure(ENDLESS, { url: { max_execution_time: '1' } });
    assert.deepEqual([late.status, late.code], [408, '159']);
  });

  it('binds parameters exactly, whatever is in them, many requests at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 8 }),
        async (texts) => {
          const found = await Promise.all(
            texts.map((text) =>
              selectRows<{ readonly hex: string }>(server.url, 'SELECT hex({value:String}) AS hex', {
                url: { param_value: escapeParameter(text) },
              }),
            ),
          );
          assert.deepEqual(
            found.map(([row]) => Buffer.from(row?.hex ?? '', 'hex').toString()),
            texts,
          );
        },
      ),
      { numRuns },
    );
    const url = { param_names: "['it\\'s','b']", param_table: 'numbers', param_n: '\\N' };
    const rows = await selectRows(
      server.url,
      'SELECT {names:Array(String)} AS names, {n:Nullable(Int64)} AS n FROM system.{table:Identifier} LIMIT 1',
      { url },
    );
    assert.deepEqual(rows, [{ names: ["it's", 'b'], n: null }]);
  });

  it('takes a statement and parameters of up to 128 KiB from a form', async () => {
    const sendForm = (fields: Readonly<Record<string, string>>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return sendSql(server.url, { body, url: { param_a: '1' } });
    };
    const query = 'SELECT {a:UInt8}, length({b:String})';
    assert.equal((await sendForm({ query, param_b: 'é'.repeat(65_536) })).text, '1\t131072\n');
    const { status, text } = await sendForm({ query, param_b: 'é'.repeat(65_537) });
    assert.equal(status, 500);
    assert.match(text, /^Code: 1000\. .*Field value too long/);
  });

  it('acknowledges rows after they are in: each is visible at once, with what was written', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      JSON.stringify({
        ts: `2026-11-27 10:00:00.${String(index).padStart(9, '0')}`,
        id: `é;${index}`,
        size: index,
      }),
    );
    const response = await send('INSERT INTO audit.events FORMAT JSONEachRow', { body: rows.join('\n') });
    assert.equal(response.status, 200, response.text);
    const summary = JSON.parse(response.headers.get('X-ClickHouse-Summary') ?? '') as {
      written_rows: string;
    };
    assert.equal(summary.written_rows, '10000');
    assert.deepEqual(
      await selectRows(
        server.url,
        'SELECT toUInt32(count()) AS n, max(ts) AS last, argMax(id, ts) AS lastID FROM audit.events',
      ),
      [{ n: 10_000, last: '2026-11-27 10:00:00.000009999', lastID: 'é;9999' }],
    );
    const whole = await sendSql(server.url, {
      body: 'INSERT INTO audit.events FORMAT JSONEachRow\n{"ts":"2026-11-27 11:00:00","id":"one","size":"18446744073709551615"}',
    });
    assert.equal(whole.status, 200, whole.text);
    assert.equal(
      await runSql(server.url, "SELECT size FROM audit.events WHERE id = 'one'"),
      '18446744073709551615\n',
    );
  });

  it('writes and reads through a Distributed table over its cluster', async () => {
    await runSql(
      server.url,
      `CREATE TABLE audit.all_events AS audit.events ENGINE = Distributed(${CLUSTER}, audit, events, cityHash64(id))`,
    );
    const response = await send('INSERT INTO audit.all_events FORMAT JSONEachRow', {
      body: '{"ts":"2026-11-27 13:00:00","id":"distributed","size":1}',
      url: { distributed_foreground_insert: '1' },
    });
    assert.equal(response.status, 200, response.text);
    for (const table of ['events', 'all_events'])
      assert.equal(
        await runSql(server.url, `SELECT count() FROM audit.${table} WHERE id = 'distributed'`),
        '1\n',
      );
  });

  it('takes no row of a batch in which one is wrong', async () => {
    const body =
      '{"ts":"2026-11-27 12:00:00","id":"a","size":1}\n{"ts":"2026-11-27 12:00:00","id":"b","size":"x"}\n';
    const { status, code, text } = await failure('INSERT INTO audit.events FORMAT JSONEachRow', { body });
    assert.deepEqual([status, code], [400, '27']);
    assert.match(text, /at row 2/);
    assert.equal(await runSql(server.url, "SELECT count() FROM audit.events WHERE id IN ('a', 'b')"), '0\n');
  });

  it('cancels a read whose client closed the connection, if it is told to', async () => {
    const running = async (id: string): Promise<boolean> => {
      const [row] = await selectRows<{ n: string }>(
        server.url,
        `SELECT toString(count()) AS n FROM system.processes WHERE Settings['log_comment'] = '${id}'`,
      );
      return row?.n === '1';
    };
    const start = async (url: Readonly<Record<string, string>>) => {
      const id = randomUUID();
      const abort = new AbortController();
      const ended = send(ENDLESS, { url: { query_id: id, ...url }, signal: abort.signal }).then(
        () => 'answered',
        () => 'aborted',
      );
      await eventually('the statement runs', () => running(id));
      return { id, abort, ended };
    };
    const cancelled = await start({ cancel_http_readonly_queries_on_client_close: '1', readonly: '2' });
    cancelled.abort.abort();
    assert.equal(await cancelled.ended, 'aborted');
    await eventually('the statement ended', async () => !(await running(cancelled.id)));

    // Without the setting, and for a request that could write, closing changes nothing.
    const others = [
      await start({ readonly: '2' }),
      await start({ cancel_http_readonly_queries_on_client_close: '1' }),
    ];
    for (const { id, abort, ended } of others) {
      abort.abort();
      assert.equal(await ended, 'aborted');
      // The server has seen the end of the connection long before it has answered these.
      for (let request = 0; request < 20; request++) await runSql(server.url, 'SELECT 1');
      assert.ok(await running(id));
      await runSql(server.url, `KILL QUERY WHERE query_id = '${id}'`);
      await eventually('the statement ended', async () => !(await running(id)));
    }
  });

  it('kills a statement by its ID, and refuses a second one with that ID', async () => {
    const url = { query_id: 'the first' };
    const first = failure(ENDLESS, { url });
    const second = await eventually('the first statement runs', async () => {
      const found = await failure('SELECT 1', { url });
      return found.code === '216' ? found : undefined;
    });
    assert.match(second.text, /QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING/);
    await eventually('the statement can be killed', async () =>
      (await runSql(server.url, "KILL QUERY WHERE query_id = 'the first'")).startsWith('waiting'),
    );
    const { status, code } = await first;
    assert.deepEqual([status, code], [500, '394']);
  });
});
