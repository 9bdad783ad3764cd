import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEventJson } from '../../../src/core/audit/feed/compactEvent.ts';
import { openClickHouseSink } from '../../../src/node/clickhouse/clickhouseSink.ts';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import { afterTimer } from '../../run/waiting.ts';
import { startClickHouse } from '../clickHouse.ts';
import { runSql, selectRows } from '../request.ts';
import type { EngineServer } from '../serverProcess.ts';
import { clientFor, makeEvents, sinkOptions, target } from './sinkServer.ts';

/** Kills of one run. With `VAULTSQL_LONG=1` as many as a release is tested with. */
const KILLS = process.env.VAULTSQL_LONG ? 100 : 5;

describe('ClickHouse 26.7: the sink while the server fails', () => {
  let folder = '';
  let server: EngineServer;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultsql-sink-faults-'));
    server = await startClickHouse({ folder });
    await initTables(clientFor(server.url), target, undefined);
  });
  afterEach(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  it('has each event once with FINAL after kills in the middle of inserts', async () => {
    const retries: string[] = [];
    let restarted: Promise<void> = Promise.resolve();
    const options = sinkOptions(clientFor(server.url), retries);
    const sink = await openClickHouseSink({
      client: options.client,
      target,
      sha256: options.sha256,
      random: options.random,
      sleep: () => restarted,
      onRetry: (sentence) => void retries.push(sentence),
    });
    const records = makeEvents(KILLS * 300);
    for (let kill = 0; kill < KILLS; kill++) {
      const batch = records.slice(kill * 300, kill * 300 + 300);
      restarted = afterTimer(kill * 7)
        .then(() => server.kill())
        .then(() => server.restart());
      // The first insert may be over before the kill, so another follows that is sent while the server is down.
      for (const part of [batch.slice(0, 150), batch.slice(150)]) await sink.write(part);
      await restarted;
    }
    const rows = await selectRows<{ readonly event: string }>(
      server.url,
      'SELECT event FROM audit.events FINAL',
    );
    assert.deepEqual(
      rows.map(({ event }) => event).sort(),
      records.map(({ event }) => getEventJson(event)).sort(),
    );
    assert.ok(retries.length > 0);
    for (const sentence of retries) assert.match(sentence, /Trying again in \d+ s\.$/);
  });

  it('sends again what a frozen server did not answer in time, and shows it once', async () => {
    const options = sinkOptions(clientFor(server.url, { timeoutMs: 2_000 }));
    const retries: string[] = [];
    const sink = await openClickHouseSink({
      client: options.client,
      target,
      sha256: options.sha256,
      random: options.random,
      sleep: async () => server.resume(),
      onRetry: (sentence) => void retries.push(sentence),
    });
    server.pause();
    await sink.write(makeEvents(100));
    assert.match(retries[0] ?? '', /did not respond within 2 s\..* Trying again/);
    assert.equal(await runSql(server.url, 'SELECT count() FROM audit.events FINAL'), '100\n');
  });

  it('fails with a sentence when the server stays down, and has what it acknowledged before', async () => {
    const retries: string[] = [];
    const sink = await openClickHouseSink(sinkOptions(clientFor(server.url), retries));
    await sink.write(makeEvents(50, 'before'));
    await server.kill();
    await assert.rejects(sink.write(makeEvents(50, 'after')), {
      name: 'SinkError',
      message:
        /^ClickHouse: Connection refused by 127\.0\.0\.1:\d+\. Nothing was sent\. .+ Gave up after 9 attempts\.$/,
    });
    assert.equal(retries.length, 8);
    await server.restart();
    assert.equal(await runSql(server.url, 'SELECT count() FROM audit.events FINAL'), '50\n');
  });
});
