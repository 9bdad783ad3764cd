import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEventJson } from '../../../src/core/audit/feed/compactEvent.ts';
import { openClickHouseSink } from '../../../src/node/clickhouse/clickhouseSink.ts';
import { createClickHouseClient } from '../../../src/node/clickhouse/client.ts';
import { sha256 } from '../../unit/core/audit/handover/sampleRecords.ts';
import { makeEvents } from '../clickHouse/sinkServer.ts';
import { CLUSTER } from '../configuration.ts';
import { type OldCluster, startOldCluster } from '../oldCluster.ts';
import { runSql, selectRows } from '../request.ts';
import type { EngineServer } from '../serverProcess.ts';
import { createOldDialectTransport } from './oldDialect.ts';

describe('ClickHouse 18.16: the sink over 2 shards with 2 replicas', () => {
  let cluster: OldCluster;
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultsql-cluster-sink-'));
    cluster = await startOldCluster({ folder });
    for (const { url } of cluster.shards.flat()) {
      await runSql(url, 'CREATE DATABASE audit');
      await runSql(
        url,
        `CREATE TABLE audit.events_local (ts Int64, id String, event String)
         ENGINE = ReplacingMergeTree() ORDER BY (ts, id)`,
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

  const replica = (shard: number, index: number): EngineServer => {
    const server = cluster.shards[shard]?.[index];
    assert.ok(server);
    return server;
  };

  const open = (retries: string[], sleep: () => Promise<void>) =>
    openClickHouseSink({
      client: createClickHouseClient({
        transport: createOldDialectTransport(),
        url: cluster.first.url.replace(/\/$/, ''),
        user: 'writer',
        password: 'writer-password',
        timeoutMs: 60_000,
        now: Date.now,
      }),
      target: { database: 'audit', table: 'events' },
      sha256,
      sleep,
      random: () => 0.5,
      onRetry: (sentence) => void retries.push(sentence),
    });

  /** The JSON of the events that a query for all of them returns, sorted. */
  const readAll = async (url: string): Promise<readonly string[]> => {
    const rows = await selectRows<{ readonly event: string }>(url, 'SELECT event FROM audit.events FINAL');
    return rows.map(({ event }) => event).sort();
  };

  it('has every event on both replicas of its shard when write resolves', async () => {
    const records = makeEvents(2_000);
    await (await open([], async () => assert.fail('sent again'))).write(records);
    const expected = records.map(({ event }) => getEventJson(event)).sort();
    for (const { url } of cluster.shards.flat()) assert.deepEqual(await readAll(url), expected);
  });

  it('tries again while a replica is dead, and shows each event once after that', async () => {
    const records = makeEvents(2_000);
    const retries: string[] = [];
    const dead = replica(1, 1);
    const sink = await open(retries, async () => {
      if (retries.length === 2) await dead.restart();
    });
    await sink.write(records.slice(0, 1_000));
    await dead.kill();
    await sink.write(records.slice(1_000));
    assert.equal(retries.length, 2, retries.join('\n'));
    assert.match(retries[0] ?? '', /A server of the cluster behind ClickHouse at .* can't be reached/);
    const expected = records.map(({ event }) => getEventJson(event)).sort();
    for (const { url } of cluster.shards.flat()) assert.deepEqual(await readAll(url), expected);
  });

  it('loses nothing that was acknowledged when a replica is killed between inserts and stays dead', async () => {
    const records = makeEvents(1_000);
    const sink = await open([], () => Promise.resolve());
    await sink.write(records);
    const dead = replica(1, 0);
    await dead.kill();
    try {
      await assert.rejects(sink.write(makeEvents(10, 'later')), { name: 'SinkError' });
      const expected = records.map(({ event }) => getEventJson(event));
      const found = new Set(await readAll(cluster.first.url));
      assert.deepEqual(
        expected.filter((event) => !found.has(event)),
        [],
      );
    } finally {
      await dead.restart();
    }
  });
});
