import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { ANALYZE_TABLES, CLOSE_SCHEMA, CREATE_SCHEMA, READER_ROLE } from '../data/ddl.ts';
import { generateCopyTexts } from '../data/sampleData.ts';
import { TABLES } from '../data/schema.ts';

export interface EngineFiles {
  readonly wasm: object;
  readonly initdbWasm: object;
  readonly data: Blob;
}

/**
 * Parameters of initdb. With `wal_level=minimal`, rows that are copied into a new table are not written to the
 * write-ahead log. The snapshot contains the log, so it would otherwise contain these rows twice.
 */
const INITDB_PARAMETERS = [
  '--wal-segsize=1',
  '-c',
  'shared_buffers=16MB',
  '-c',
  'wal_level=minimal',
  '-c',
  'max_wal_senders=0',
];

export const createPgliteOptions = (files: EngineFiles): PGliteOptions => ({
  pgliteWasmModule: files.wasm,
  initdbWasmModule: files.initdbWasm,
  fsBundle: files.data,
  initDbStartParams: INITDB_PARAMETERS,
});

export const createReadOnlySessionSQL = (role: string): string =>
  [
    "SET datestyle = 'ISO, YMD'",
    "SET timezone = 'UTC'",
    'SET extra_float_digits = 1',
    'SET jit = off',
    `SET ROLE ${role}`,
    'SET default_transaction_read_only = on',
  ].join(';');

/**
 * SQL that starts a read-only session. It turns off `synchronize_seqscans`, because a scan for page 1 could otherwise
 * start where the scan for another page stopped.
 */
const OPEN_SESSION = `SET synchronize_seqscans = off; ${createReadOnlySessionSQL(READER_ROLE)}`;

export async function buildDatabase(
  files: EngineFiles,
  rows: number,
  seed: number,
): Promise<{ db: PGlite; snapshot: ArrayBuffer }> {
  const db = await PGlite.create(createPgliteOptions(files));
  await db.exec(`BEGIN; ${CREATE_SCHEMA}`);
  for (const { name } of TABLES) {
    for (const text of generateCopyTexts(name, rows, seed)) {
      await db.query(`COPY ${name} FROM '/dev/blob' WITH (FREEZE)`, [], { blob: new Blob([text]) });
    }
  }
  await db.exec(`${CLOSE_SCHEMA} COMMIT; ${ANALYZE_TABLES} CHECKPOINT;`);
  deleteTemplateDatabaseFiles(db);
  const snapshot = await (await db.dumpDataDir('none')).arrayBuffer();
  await db.exec(OPEN_SESSION);
  return { db, snapshot };
}

export async function restoreDatabase(files: EngineFiles, snapshot: Blob): Promise<PGlite> {
  const db = await PGlite.create({ ...createPgliteOptions(files), loadDataDir: snapshot });
  await db.exec(OPEN_SESSION);
  return db;
}

/** Empties the template databases to make the snapshot smaller, because no database is created from them. */
function deleteTemplateDatabaseFiles(db: PGlite): void {
  const { FS } = db.Module;
  // Fixed object IDs of template1 and template0 (PostgreSQL's pg_database.dat).
  for (const database of ['1', '4']) {
    const folder = `/pglite/data/base/${database}`;
    for (const file of FS.readdir(folder)) if (!file.startsWith('.')) FS.unlink(`${folder}/${file}`);
  }
}

export function getMemoryBytes(db: PGlite): number {
  return db.Module.HEAPU8.length;
}
