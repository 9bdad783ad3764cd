import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLUSTER } from '../configuration.ts';
import { type OldCluster, startOldCluster } from '../oldCluster.ts';
import { runSql, type SqlRequest, type SqlResponse, sendSql } from '../request.ts';

const ROWS = 2_000;
const insert = 'INSERT INTO audit.events FORMAT JSONEachRow';

/** Rows whose IDs start with `name`. */
const rowsOf = (name: string): string =>
  Array.from({ length: ROWS }, (_, index) =>
    JSON.stringify({ ts: String(index), id: `${name}-${index}` }),
  ).join('\n');

/** Without this setting, rows are acknowledged before they are on the shards. */
const synchronous = { insert_distributed_sync: '1' };

describe('ClickHouse 18.16: 2 shards with 2 replicas', () => {
  let cluster: OldCluster;
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultsql-cluster-test-'));
    cluster = await startOldCluster({ folder });
    for (const { url } of cluster.shards.flat()) {
      await runSql(url, 'CREATE DATABASE audit');
      await runSql(
        url,
        'CREATE TABLE audit.events_local (ts Int64, id String) ENGINE = ReplacingMergeTree() ORDER BY (ts, id)',
      );
      await runSql(
        url,
        `CREATE TABLE audit.events AS audit.events_local
         ENGINE = Distributed(${CLUSTER}, audit, events_local, cityHash64(id))`,
      );
    }
  });
  after(async () => {
    await cluster.stop();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    for (const { url } of cluster.shards.flat()) await runSql(url, 'TRUNCATE TABLE audit.events_local');
  });

  const send = (query: string, request: SqlRequest = {}): Promise<SqlResponse> =>
    sendSql(cluster.first.url, { query, ...request });
  const count = (table: string, url = cluster.first.url): Promise<string> =>
    runSql(url, `SELECT count() FROM ${table}`);
  const serverAt = (shard: number, replica: number) => {
    const server = cluster.shards[shard]?.[replica];
    assert.ok(server);
    return server;
  };

  it('spreads rows over the shards, and has each on both replicas of its shard', async () => {
    assert.equal(await runSql(cluster.first.url, 'SELECT version()'), '18.16.1\n');
    assert.equal((await send(insert, { body: rowsOf('a'), url: synchronous })).status, 200);
    const counts = await Promise.all(
      cluster.shards.map((replicas) =>
        Promise.all(replicas.map(({ url }) => count('audit.events_local', url))),
      ),
    );
    const [first = [], second = []] = counts.map((replicas) => replicas.map(Number));
    assert.equal(first[0], first[1]);
    assert.equal(second[0], second[1]);
    assert.equal((first[0] ?? 0) + (second[0] ?? 0), ROWS);
    assert.ok(Math.min(...first, ...second) > ROWS / 4);
    for (const { url } of cluster.shards.flat()) assert.equal(await count('audit.events', url), `${ROWS}\n`);
  });

  it('reads from the other replica when one is killed, and has its rows after a restart', async () => {
    await send(insert, { body: rowsOf('a'), url: synchronous });
    const killed = serverAt(1, 0);
    await killed.kill();
    try {
      assert.equal(await count('audit.events'), `${ROWS}\n`);
    } finally {
      await killed.restart();
    }
    assert.equal(await count('audit.events', killed.url), `${ROWS}\n`);
    assert.ok(Number(await count('audit.events_local', killed.url)) > 0);
  });

  it('fails to read when a whole shard is killed, and leaves out its rows silently only if told to', async () => {
    await send(insert, { body: rowsOf('a'), url: synchronous });
    const kept = await count('audit.events_local');
    const killed = [serverAt(1, 0), serverAt(1, 1)];
    for (const server of killed) await server.kill();
    try {
      const { status, text } = await send('SELECT count() FROM audit.events');
      assert.equal(status, 500);
      assert.match(text, /^Code: 279, e\.displayText\(\) = DB::NetException: All connection tries failed/);
      const skipping = await send('SELECT count() FROM audit.events', {
        url: { skip_unavailable_shards: '1' },
      });
      assert.deepEqual([skipping.status, skipping.text], [200, kept]);
    } finally {
      for (const server of killed) await server.restart();
    }
    assert.equal(await count('audit.events'), `${ROWS}\n`);
  });

  it('shows rows once with FINAL when an insert that a dead replica made fail is sent again', async () => {
    const killed = serverAt(1, 1);
    await killed.kill();
    let failed: SqlResponse;
    try {
      failed = await send(insert, { body: rowsOf('b'), url: synchronous });
    } finally {
      await killed.restart();
    }
    assert.equal(failed.status, 500, failed.text);
    // Which rows the failed insert left depends on how far it came.
    assert.equal((await send(insert, { body: rowsOf('b'), url: synchronous })).status, 200);
    assert.ok(Number(await count('audit.events')) >= ROWS);
    assert.equal(await runSql(cluster.first.url, 'SELECT count() FROM audit.events FINAL'), `${ROWS}\n`);
  });

  it('limits users by readonly, and refuses a wrong password', async () => {
    const as = (user: string) => ({ user, password: `${user}-password` });
    assert.equal((await send(insert, { body: rowsOf('c'), url: synchronous, ...as('writer') })).status, 200);
    assert.equal((await send('SELECT count() FROM audit.events', as('reader'))).text, `${ROWS}\n`);
    for (const user of ['reader', 'analyst'])
      assert.match((await send(insert, { body: rowsOf('d'), ...as(user) })).text, /^Code: 164, .*readonly/);
    const url = { max_execution_time: '5' };
    assert.match((await send('SELECT 1', { url, ...as('reader') })).text, /^Code: 164, /);
    assert.equal((await send('SELECT 1', { url, ...as('analyst') })).text, '1\n');
    const wrong = await send('SELECT 1', { user: 'reader', password: 'wrong' });
    assert.deepEqual([wrong.status, wrong.text.slice(0, 10)], [401, 'Code: 193,']);
  });

  it('is another ClickHouse than today’s: it has no bound parameters, and reports no code in a header', async () => {
    const { status, headers, text } = await send('SELECT {x:String}', { url: { param_x: 'a' } });
    assert.notEqual(status, 200, text);
    assert.equal(headers.get('X-ClickHouse-Exception-Code'), null);
  });
});
