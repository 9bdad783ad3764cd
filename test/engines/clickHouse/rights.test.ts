import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openClickHouseSink } from '../../../src/node/clickhouse/clickhouseSink.ts';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import { startClickHouse } from '../clickHouse.ts';
import { standardUsers } from '../configuration.ts';
import { runSql, sendSql } from '../request.ts';
import type { EngineServer } from '../serverProcess.ts';
import { clientFor, makeEvents, sinkOptions, target } from './sinkServer.ts';

describe('ClickHouse 26.7: users and rights', () => {
  let server: EngineServer;
  before(async () => {
    const limited = { name: 'limited', password: '<&">', grants: ['SELECT(id) ON audit.events'] };
    server = await startClickHouse({ users: [...standardUsers, limited] });
    await runSql(server.url, 'CREATE DATABASE audit');
    await runSql(
      server.url,
      'CREATE TABLE audit.events (id String, query String) ENGINE = MergeTree ORDER BY id',
    );
  });
  after(() => server.stop());

  /** Status of a request by a user, and the code of its error. */
  const outcome = async (
    user: string,
    query: string,
    url: Readonly<Record<string, string>> = {},
    body = '',
  ): Promise<string> => {
    const password = user === 'limited' ? '<&">' : `${user}-password`;
    const { status, headers } = await sendSql(server.url, { query, url, body, user, password });
    return [status, headers.get('X-ClickHouse-Exception-Code') ?? ''].join(' ').trim();
  };
  const insert = 'INSERT INTO audit.events FORMAT JSONEachRow';

  it('refuses a wrong password and an unknown user alike', async () => {
    for (const user of ['reader', 'nosuch']) {
      const { status, headers, text } = await sendSql(server.url, {
        query: 'SELECT 1',
        user,
        password: 'wrong',
      });
      assert.deepEqual([status, headers.get('X-ClickHouse-Exception-Code')], [403, '516']);
      assert.match(
        text,
        new RegExp(
          `^Code: 516\\. DB::Exception: ${user}: Authentication failed: .* \\(AUTHENTICATION_FAILED\\)`,
        ),
      );
    }
    const mixed = { query: 'SELECT 1', user: 'reader', password: 'reader-password', url: { user: 'writer' } };
    assert.equal((await sendSql(server.url, mixed)).status, 403);
    const basic = `Basic ${Buffer.from('reader:reader-password').toString('base64')}`;
    const response = await fetch(`${server.url}?query=SELECT+1`, { headers: { Authorization: basic } });
    assert.equal(response.status, 200);
  });

  it('lets the engine itself check what each user may do', async () => {
    assert.equal(await outcome('writer', insert, {}, '{"id":"a"}'), '200');
    assert.equal(await outcome('writer', 'CREATE TABLE audit.other (id String) ENGINE = Memory'), '403 497');
    assert.equal(await outcome('reader', 'SELECT id FROM audit.events'), '200');
    for (const user of ['reader', 'analyst']) {
      assert.equal(await outcome(user, insert, {}, '{"id":"b"}'), '403 497');
      assert.equal(await outcome(user, 'DROP TABLE audit.events'), '403 497');
      assert.equal(
        await outcome(user, "SELECT * FROM url('http://127.0.0.1:1/', CSV, 'a String')"),
        '403 497',
      );
      assert.equal(await outcome(user, "SELECT * FROM file('x', CSV, 'a String')"), '403 497');
    }
    assert.equal(await outcome('limited', 'SELECT id FROM audit.events'), '200');
    assert.equal(await outcome('limited', 'SELECT query FROM audit.events'), '403 497');
    const denied = { query: insert, body: '{}', user: 'reader', password: 'reader-password' };
    assert.match((await sendSql(server.url, denied)).text, /DB::Exception: reader: Not enough privileges\./);
    assert.equal(await runSql(server.url, 'SELECT count() FROM audit.events'), '1\n');
  });

  it('with readonly 1 no setting can be changed, with readonly 2 all but that one', async () => {
    const cancel = { cancel_http_readonly_queries_on_client_close: '1' };
    assert.equal(await outcome('reader', 'SELECT 1', { max_execution_time: '5' }), '500 164');
    assert.equal(await outcome('reader', 'SELECT 1', cancel), '500 164');
    assert.equal(await outcome('analyst', 'SELECT 1', { max_execution_time: '5', ...cancel }), '200');
    assert.equal(await outcome('analyst', 'SELECT 1', { readonly: '0' }), '500 164');
    assert.equal(await outcome('writer', insert, { readonly: '1' }, '{"id":"c"}'), '500 164');
    const byGet = { query: 'INSERT INTO audit.events SELECT 1, 2', method: 'GET' } as const;
    assert.equal((await sendSql(server.url, byGet)).headers.get('X-ClickHouse-Exception-Code'), '164');
  });
});

describe('ClickHouse 26.7: the documented users of the collector', () => {
  const page = readFileSync(new URL('../../../media/help/collect.md', import.meta.url), 'utf8');
  const statements = [...page.matchAll(/^((?:CREATE USER|GRANT) .+);$/gm)].map(
    ([, statement = '']) => statement,
  );
  const users = ['creator', 'writer'].map((name) => ({
    name,
    password: `${name}-password`,
    grants: statements.flatMap(
      (statement) => new RegExp(`^GRANT (.+) TO ${name}$`).exec(statement)?.[1] ?? [],
    ),
  }));

  it('create the tables, and write into them', async () => {
    const administrators = standardUsers.filter(({ name }) => name === 'default');
    const blind = { name: 'blind', password: 'blind-password', grants: ['CREATE TABLE ON audit.*'] };
    const server = await startClickHouse({ users: [...administrators, ...users, blind] });
    try {
      for (const statement of statements)
        await runSql(server.url, 'SELECT formatQuery({statement:String})', {
          url: { param_statement: statement },
        });
      const open = (user: string) => clientFor(server.url, { user, password: `${user}-password` });
      await initTables(open('creator'), target, undefined);
      await assert.rejects(initTables(open('blind'), target, undefined), {
        message:
          /^audit\.events exists at .+, but the ClickHouse user "blind" can't see its columns to check them\. Grant SHOW COLUMNS on it, and run the command again\.$/,
      });
      const sink = await openClickHouseSink(sinkOptions(open('writer')));
      await sink.write(makeEvents(3));
      assert.equal(await runSql(server.url, 'SELECT count() FROM audit.events'), '3\n');
    } finally {
      await server.stop();
    }
  });
});
