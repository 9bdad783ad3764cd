import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterTimer, inTime } from '../../run/waiting.ts';
import { startClickHouse } from '../clickHouse.ts';
import { runSql, selectRows, sendSql } from '../request.ts';
import type { EngineServer } from '../serverProcess.ts';

/** Kills of one run. With `VAULTSQL_LONG=1` as many as a release is tested with. */
const KILLS = process.env.VAULTSQL_LONG ? 100 : 5;
const ROWS_PER_BATCH = 200;

/** How long the frozen server has to be silent, in milliseconds. */
const FROZEN_MS = 300;

/**
 * Inserts batches, numbered from `first`, and kills the server `delay` milliseconds after the last of them was sent.
 * Returns the numbers of the batches that the server acknowledged.
 */
async function insertUntilKilled(
  server: EngineServer,
  first: number,
  batchesBeforeKill: number,
  delay: number,
): Promise<number[]> {
  const acknowledged: number[] = [];
  let kill: Promise<void> | undefined;
  for (let batch = first; ; batch++) {
    const rows = Array.from({ length: ROWS_PER_BATCH }, (_, row) => JSON.stringify({ batch, row }));
    const request = { query: 'INSERT INTO audit.batches FORMAT JSONEachRow', body: rows.join('\n') };
    const answer = sendSql(server.url, request).catch(() => undefined);
    if (batch - first === batchesBeforeKill) kill = afterTimer(delay).then(() => server.kill());
    const response = await answer;
    if (response?.status === 200) acknowledged.push(batch);
    else if (kill === undefined) assert.fail(`not acknowledged: ${response?.text}`);
    if (kill !== undefined) {
      await kill;
      return acknowledged;
    }
  }
}

describe('ClickHouse 26.7: killed and restarted', () => {
  it('keeps each batch that it acknowledged, and no part of one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vaultsql-kills-'));
    const server = await startClickHouse({ folder });
    try {
      await runSql(server.url, 'CREATE DATABASE audit');
      await runSql(
        server.url,
        'CREATE TABLE audit.batches (batch UInt32, row UInt32) ENGINE = ReplacingMergeTree ORDER BY (batch, row)',
      );
      const acknowledged: number[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        acknowledged.push(...(await insertUntilKilled(server, kill * 1000, 3, kill % 8)));
        await server.restart();
        const found = await selectRows<{ batch: number; n: number }>(
          server.url,
          'SELECT batch, toUInt32(count()) AS n FROM audit.batches GROUP BY batch',
        );
        assert.deepEqual(
          found.filter(({ n }) => n !== ROWS_PER_BATCH),
          [],
        );
        const batches = new Set(found.map(({ batch }) => batch));
        assert.deepEqual(
          acknowledged.filter((batch) => !batches.has(batch)),
          [],
        );
      }
      assert.ok(acknowledged.length >= 3 * KILLS);
    } finally {
      await server.stop();
      await rm(folder, { recursive: true });
    }
  });

  it('shows rows that were sent again once only, with FINAL', async () => {
    const server = await startClickHouse();
    try {
      await runSql(
        server.url,
        'CREATE TABLE default.events (ts Int64, id String) ENGINE = ReplacingMergeTree ORDER BY (ts, id)',
      );
      const request = { body: '{"ts":1,"id":"a"}\n{"ts":1,"id":"b"}\n' };
      for (let time = 0; time < 3; time++)
        await runSql(server.url, 'INSERT INTO default.events FORMAT JSONEachRow', request);
      assert.equal(await runSql(server.url, 'SELECT count() FROM default.events FINAL'), '2\n');
    } finally {
      await server.stop();
    }
  });

  it('accepts a request while it is frozen, and answers it later', async () => {
    const server = await startClickHouse();
    try {
      server.pause();
      let isAnswered = false;
      const answer = runSql(server.url, 'SELECT 1').finally(() => {
        isAnswered = true;
      });
      // Many times what an answer takes.
      await afterTimer(FROZEN_MS);
      assert.equal(isAnswered, false);
      server.resume();
      assert.equal(await inTime('the answer', answer), '1\n');
    } finally {
      await server.stop();
    }
  });
});
