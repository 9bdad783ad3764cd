/** PGlite as the worker uses it: an empty vault built, or one brought back from a snapshot. */
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { ANALYZE_TABLES, CLOSE_SCHEMA, CREATE_SCHEMA, READER } from '../data/ddl.ts';
import { sampleRows } from '../data/sampleData.ts';
import { TABLES } from '../data/schema.ts';

/** PGlite's files, read and compiled once by the main thread and shared with each worker. */
export interface EngineFiles {
  readonly wasm: object;
  readonly initdbWasm: object;
  readonly data: Blob;
}

/**
 * Sizes for one user: buffers small enough that initdb, which copies the memory at each step, halves its time;
 * `wal_level=minimal` keeps rows copied into a new table out of the log, and so out of the snapshot.
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

/** How PGlite is brought up, in memory. */
export const pgliteOptions = (files: EngineFiles): PGliteOptions => ({
  pgliteWasmModule: files.wasm,
  initdbWasmModule: files.initdbWasm,
  fsBundle: files.data,
  initDbStartParams: INITDB_PARAMETERS,
});

/** How values are written, and the third wall: a role that may only read, in transactions that only read. */
export const readOnlySession = (role: string): string =>
  [
    "SET datestyle = 'ISO, YMD'",
    "SET timezone = 'UTC'",
    'SET extra_float_digits = 1',
    'SET jit = off',
    `SET ROLE ${role}`,
    'SET default_transaction_read_only = on',
  ].join(';');

/** `synchronize_seqscans` would let the next page 1 begin where the last deep page stopped. */
const OPEN_SESSION = `SET synchronize_seqscans = off; ${readOnlySession(READER)}`;

/** A new vault with `rows` persons, and its data directory as a tar. Some 1.5 s for 10,000 persons. */
export async function buildDatabase(
  files: EngineFiles,
  rows: number,
  seed: number,
): Promise<{ db: PGlite; snapshot: ArrayBuffer }> {
  const db = await PGlite.create(pgliteOptions(files));
  await db.exec(`BEGIN; ${CREATE_SCHEMA}`);
  for (const { name } of TABLES) {
    for (const text of sampleRows(name, rows, seed)) {
      await db.query(`COPY ${name} FROM '/dev/blob' WITH (FREEZE)`, [], { blob: new Blob([text]) });
    }
  }
  await db.exec(`${CLOSE_SCHEMA} COMMIT; ${ANALYZE_TABLES} CHECKPOINT;`);
  dropTemplates(db);
  const snapshot = await (await db.dumpDataDir('none')).arrayBuffer();
  await db.exec(OPEN_SESSION);
  return { db, snapshot };
}

/** The vault of a snapshot that `buildDatabase` gave. Some 0.2 s. Rejects when the snapshot is not one. */
export async function restoreDatabase(files: EngineFiles, snapshot: Blob): Promise<PGlite> {
  const db = await PGlite.create({ ...pgliteOptions(files), loadDataDir: snapshot });
  await db.exec(OPEN_SESSION);
  return db;
}

/** Empties the two template databases, half of the snapshot: nothing will ever be made from them. */
function dropTemplates(db: PGlite): void {
  const { FS } = db.Module;
  // Fixed object IDs of template1 and template0 (PostgreSQL's pg_database.dat).
  for (const database of ['1', '4']) {
    const folder = `/pglite/data/base/${database}`;
    for (const file of FS.readdir(folder)) if (!file.startsWith('.')) FS.unlink(`${folder}/${file}`);
  }
}

/** Bytes of WebAssembly memory held; it never shrinks. */
export function memoryBytes(db: PGlite): number {
  return db.Module.HEAPU8.length;
}
