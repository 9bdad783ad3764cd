/** The same rows in other hands: PGlite as it comes, without our server around it, and Node's own SQLite. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import { generateCopyTexts } from '../../src/localVault/data/sampleData.ts';

const COLUMNS =
  'id bigint, name text, email text, phone text, ssn text, date_of_birth text, state text, city text, income numeric, address jsonb, created_at text';

export async function milliseconds(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** A database cluster made from nothing, with `rows` persons by COPY. */
export async function buildPglite(rows: number): Promise<PGlite> {
  const db = await PGlite.create();
  await db.exec(`CREATE TABLE persons (${COLUMNS})`);
  for (const text of generateCopyTexts('persons', rows, 1))
    await db.query("COPY persons FROM '/dev/blob'", [], { blob: new Blob([text]) });
  return db;
}

export const page = (db: PGlite, offset: number) =>
  db.query(`SELECT * FROM persons LIMIT 25 OFFSET ${offset}`);

/** An SQLite file with the same rows. */
export function buildSqlite(path: string, rows: number): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(`CREATE TABLE persons (${COLUMNS}); BEGIN`);
  const insert = db.prepare('INSERT INTO persons VALUES (?,?,?,?,?,?,?,?,?,?,?)');
  for (const text of generateCopyTexts('persons', rows, 1))
    for (const line of text.trimEnd().split('\n'))
      insert.run(...line.split('\t').map((cell) => (cell === '\\N' ? null : cell)));
  db.exec('COMMIT');
  return db;
}

export const sqlitePage = (db: DatabaseSync, offset: number) =>
  db.prepare(`SELECT * FROM persons LIMIT 25 OFFSET ${offset}`).all();

/** A path for one SQLite file, removed afterwards. */
export async function withSqliteFile<T>(run: (path: string) => Promise<T> | T): Promise<T> {
  const path = join(tmpdir(), `vault-sql-bench-${process.pid}.sqlite`);
  rmSync(path, { force: true });
  try {
    return await run(path);
  } finally {
    rmSync(path, { force: true });
  }
}
