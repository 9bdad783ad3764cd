import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Engine, EngineError } from '../../src/localVault/engine/engine.ts';
import { ENGINE_VERSION } from '../../src/localVault/engine/files.ts';
import { PgliteEngine, type PgliteEngineOptions } from '../../src/localVault/engine/pgliteEngine.ts';
import { getSnapshotPath } from '../../src/localVault/engine/snapshot.ts';
import { dataDir, ROWS, snapshotKept, warnings } from './testVault.ts';

const RUNAWAY = 'SELECT COUNT(*) FROM persons a, persons b, persons c, persons d, persons e, persons f';

const fault = (expected: string) => (error: unknown) =>
  error instanceof EngineError && error.fault === expected;

const create = (options: Partial<PgliteEngineOptions> = {}): Engine =>
  new PgliteEngine({
    rows: ROWS,
    seed: 1,
    snapshotPath: getSnapshotPath(dataDir, ROWS, 1),
    timeoutMs: 10_000,
    maxMemoryBytes: 512 * 1024 * 1024,
    warn: (message) => {
      throw new Error(message);
    },
    ...options,
  });

describe('local vault: engine', () => {
  let engine: Engine;
  const one = async (sql: string) => (await engine.query(sql, 25)).rows;

  before(async () => {
    await snapshotKept();
    engine = create();
    await engine.startEngine();
  });
  after(() => engine.shutDownEngine());

  it('is rebuilt where its snapshot was broken', () => {
    assert.deepEqual(warnings, ['the vault could not be restored from its snapshot and is rebuilt']);
  });

  it('lets no scan of a table begin where another one is', async () => {
    // It takes a table larger than a quarter of the buffers, so some 15,000 persons, to see the difference in rows.
    assert.deepEqual(await one('SHOW synchronize_seqscans'), [['off']]);
  });

  it('gives numbers, dates and objects as PostgreSQL writes them', async () => {
    const { columns, rows } = await engine.query(
      `SELECT 9007199254740993, 1.10, 'NaN'::numeric, timestamp '2024-02-29 12:00:00.123456', date '2024-02-29', true, '{"a": 1.10}'::jsonb`,
      25,
    );
    const expected = [
      ['9007199254740993', 'exact'],
      ['1.10', 'exact'],
      ['NaN', 'exact'],
      ['2024-02-29 12:00:00.123456', 'text'],
      ['2024-02-29', 'text'],
      ['t', 'boolean'],
      ['{"a": 1.10}', 'json'],
    ];
    assert.deepEqual(
      columns.map(({ kind }, i) => [rows[0]?.[i], kind]),
      expected,
    );
  });

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
    it(`has a second wall behind the dialect check: ${sql || 'nothing'}`, async () => {
      await assert.rejects(one(sql), fault('sql'));
      assert.deepEqual(await one('SELECT COUNT(*) FROM persons'), [[String(ROWS)]]);
      assert.deepEqual(await one('SELECT current_user::text'), [['vault_reader']]);
    });

  it('shows a sensitive value by no cast either', async () => {
    for (const cast of ['ssn::text', "ssn || ''", 'CAST(ssn AS varchar)', 'ssn::text::jsonb', 'ARRAY[ssn]']) {
      const shown = await one(`SELECT ${cast} FROM persons WHERE id = 1`).catch((error: unknown) => {
        assert.ok(fault('sql')(error));
        return [['']];
      });
      assert.equal(shown[0]?.[0], '', cast);
    }
  });

  it('survives what makes PostgreSQL’s memory or stack grow', async () => {
    const deep = `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`;
    await one(deep).catch((error: unknown) => assert.ok(error instanceof EngineError));
    assert.deepEqual(await one('SELECT id FROM persons LIMIT 1'), [['1']]);
  });

  it('gives up a query whose caller went away', async () => {
    const caller = new AbortController();
    const runaway = assert.rejects(engine.query(RUNAWAY, 25, caller.signal), fault('cancelled'));
    const queued = assert.rejects(engine.query('SELECT 1', 25, caller.signal), fault('cancelled'));
    caller.abort();
    await Promise.all([runaway, queued]);
    assert.deepEqual(await one('SELECT 2'), [['2']]);
    await assert.rejects(engine.query('SELECT 1', 25, caller.signal), fault('cancelled'));
  });

  it('ends a query past its limit, answers those that waited, and replaces a thread whose memory grew', async () => {
    const impatient = create({ timeoutMs: 700, maxMemoryBytes: 1 });
    try {
      await impatient.startEngine();
      const runaway = assert.rejects(impatient.query(RUNAWAY, 25), fault('timeout'));
      const waiting = impatient.query('SELECT id FROM persons LIMIT 1', 25);
      await runaway;
      assert.equal(impatient.restartCount, 1);
      assert.deepEqual((await waiting).rows, [['1']]);
      assert.equal(impatient.restartCount, 2);
      const left = assert.rejects(impatient.query('SELECT 1', 25), fault('unavailable'));
      await impatient.shutDownEngine();
      await left;
      await assert.rejects(impatient.query('SELECT 1', 25), fault('unavailable'));
    } finally {
      await impatient.shutDownEngine();
    }
  });

  it('names the installed engine in the snapshot’s key', () => {
    const path = new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
    assert.equal(ENGINE_VERSION, `pglite-${version}`);
  });
});
