import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Engine, EngineError } from '../../../src/localVault/engine.ts';
import { ENGINE_VERSION } from '../../../src/localVault/engineFiles.ts';
import { createPgliteEngine, type PgliteEngineOptions } from '../../../src/localVault/pgliteEngine.ts';
import { dataDir, failOnWarning, sharedVault } from './testVault.ts';

const RUNAWAY = 'SELECT COUNT(*) FROM persons a, persons b, persons c, persons d, persons e, persons f';

const fault = (expected: string) => (error: unknown) =>
  error instanceof EngineError && error.fault === expected;

async function withEngine(
  options: Partial<PgliteEngineOptions>,
  run: (engine: Engine) => Promise<void>,
): Promise<void> {
  const engine = createPgliteEngine({
    rows: 30,
    seed: 1,
    snapshotPath: join(dataDir, 'engine.tar.gz'),
    timeoutMs: 10_000,
    maxMemoryBytes: 512 * 1024 * 1024,
    warn: failOnWarning,
    ...options,
  });
  try {
    await engine.start();
    await run(engine);
  } finally {
    await engine.stop();
  }
}

const one = async (engine: Engine, sql: string) => (await engine.query(sql, 25)).rows;

describe('local vault: engine', function () {
  this.timeout(60_000);

  // The folder is the shared vault's: it must be there, and is removed with it.
  before(sharedVault);

  it('ends a query past its limit, and answers those that waited', () =>
    withEngine({ timeoutMs: 300 }, async (engine) => {
      const runaway = assert.rejects(engine.query(RUNAWAY, 25), fault('timeout'));
      const waiting = one(engine, 'SELECT id FROM persons LIMIT 1');
      await runaway;
      assert.deepEqual(await waiting, [['1']]);
      assert.equal(engine.recycles, 1);
    }));

  it('starts the scan of a table at its beginning after a deep page', () =>
    withEngine({}, async (engine) => {
      // 400 pages of 8 kB: from a quarter of the buffers on, PostgreSQL would let scans follow each other.
      assert.deepEqual(await one(engine, 'SELECT id FROM persons OFFSET 29'), [['30']]);
      assert.deepEqual(await one(engine, 'SELECT id FROM persons LIMIT 1'), [['1']]);
      await assert.rejects(one(engine, 'SHOW synchronize_seqscans'), fault('sql'));
    }));

  it('gives numbers, dates and objects as PostgreSQL writes them', () =>
    withEngine({}, async (engine) => {
      const { columns, rows } = await engine.query(
        `SELECT 9007199254740993, 1.10, 'NaN'::numeric, timestamp '2024-02-29 12:00:00.123456', date '2024-02-29', true, '{"a": 1.10}'::jsonb`,
        25,
      );
      assert.deepEqual(rows[0], [
        '9007199254740993',
        '1.10',
        'NaN',
        '2024-02-29 12:00:00.123456',
        '2024-02-29',
        't',
        '{"a": 1.10}',
      ]);
      assert.deepEqual(
        columns.map(({ kind }) => kind),
        ['exact', 'exact', 'exact', 'text', 'text', 'boolean', 'json'],
      );
    }));

  it('has a second wall behind the dialect check', () =>
    withEngine({}, async (engine) => {
      for (const sql of [
        'SELECT 1; SELECT 2',
        'COMMIT',
        'SET ROLE postgres',
        'RESET ROLE',
        'SET default_transaction_read_only = off',
        'SELECT pg_sleep(1)',
        "SELECT set_config('role', 'postgres', false)",
        "SELECT pg_read_file('/etc/passwd')",
        'SELECT now()',
        'SELECT COUNT(*) FROM pg_class',
        'DELETE FROM persons',
        'DELETE FROM persons RETURNING id',
        'INSERT INTO persons (id) VALUES (0) RETURNING id',
        'CREATE TABLE x (a int)',
        'CREATE TEMP TABLE x (a int)',
        'COPY persons TO STDOUT',
        "COPY persons TO '/dev/blob'",
        'SELECT id FROM persons FOR UPDATE',
        'LISTEN x',
        '',
      ])
        await assert.rejects(one(engine, sql), fault('sql'), sql);
      assert.deepEqual(await one(engine, 'SELECT COUNT(*) FROM persons'), [['30']]);
    }));

  it('shows a sensitive value by no cast either', () =>
    withEngine({}, async (engine) => {
      const casts = [
        'ssn::text',
        "ssn || ''",
        'concat(ssn)',
        'CAST(ssn AS varchar)',
        'ssn::text::bytea::text',
      ];
      for (const cast of casts) {
        const shown = await one(engine, `SELECT ${cast} FROM persons WHERE id = 1`).catch(
          (error: unknown) => {
            assert.ok(fault('sql')(error));
            return [['']];
          },
        );
        assert.match(shown[0]?.[0] ?? '', /^(?:\\x)?$/, cast);
      }
    }));

  it('replaces the thread when its memory has grown', () =>
    withEngine({ maxMemoryBytes: 1 }, async (engine) => {
      await one(engine, 'SELECT 1');
      assert.deepEqual(await one(engine, 'SELECT 2'), [['2']]);
      assert.ok(engine.recycles >= 1);
    }));

  it('survives what makes PostgreSQL’s memory or stack grow', () =>
    withEngine({ maxMemoryBytes: 256 * 1024 * 1024 }, async (engine) => {
      const deep = `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`;
      await engine.query(deep, 25).catch((error: unknown) => assert.ok(error instanceof EngineError));
      await engine
        .query("SELECT repeat('x', 300000000)", 25)
        .catch((error: unknown) => assert.ok(error instanceof EngineError));
      assert.deepEqual(await one(engine, 'SELECT id FROM persons LIMIT 1'), [['1']]);
    }));

  it('gives up a query whose caller went away', () =>
    withEngine({}, async (engine) => {
      const caller = new AbortController();
      const runaway = assert.rejects(engine.query(RUNAWAY, 25, caller.signal), fault('cancelled'));
      const queued = assert.rejects(engine.query('SELECT 1', 25, caller.signal), fault('cancelled'));
      caller.abort();
      await Promise.all([runaway, queued]);
      assert.deepEqual(await one(engine, 'SELECT 2'), [['2']]);
      await assert.rejects(engine.query('SELECT 1', 25, caller.signal), fault('cancelled'));
    }));

  it('rejects everything once stopped', async () => {
    let stopped: Engine | undefined;
    const waiting: Promise<void>[] = [];
    await withEngine({}, async (engine) => {
      stopped = engine;
      for (const sql of [RUNAWAY, 'SELECT 1'])
        waiting.push(assert.rejects(engine.query(sql, 25), fault('unavailable')));
    });
    await Promise.all(waiting);
    await assert.rejects(stopped?.query('SELECT 1', 25) ?? Promise.resolve(), fault('unavailable'));
  });

  it('builds the vault anew when its snapshot is broken', async () => {
    const snapshotPath = join(dataDir, 'broken.tar.gz');
    const options = { snapshotPath, rows: 5 };
    // Cut, no gzip at all, and good gzip of something else.
    writeFileSync(snapshotPath, 'not gzip');
    await withEngine(options, async (engine) => {
      assert.deepEqual(await one(engine, 'SELECT COUNT(*) FROM persons'), [['5']]);
    });
    const good = readFileSync(snapshotPath);
    assert.ok(good.length > 100_000);
    writeFileSync(snapshotPath, gzipSync('something else'));
    const warnings: string[] = [];
    await withEngine({ ...options, warn: (message) => warnings.push(message) }, async (engine) => {
      assert.deepEqual(await one(engine, 'SELECT COUNT(*) FROM persons'), [['5']]);
    });
    assert.equal(warnings.length, 1);
    rmSync(snapshotPath);
  });

  it('works without a place for its snapshot, and says so', async () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    truncateSync(file);
    const warnings: string[] = [];
    const options = { snapshotPath: join(file, 'x.tar.gz'), rows: 5 };
    await withEngine({ ...options, warn: (message) => warnings.push(message) }, async (engine) => {
      assert.deepEqual(await one(engine, 'SELECT COUNT(*) FROM persons'), [['5']]);
    });
    assert.match(warnings.join(), /could not be kept/);
  });

  it('names the installed engine in the snapshot’s key', () => {
    const path = new URL('../../../node_modules/@electric-sql/pglite/package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
    assert.equal(ENGINE_VERSION, `pglite-${version}`);
  });
});
