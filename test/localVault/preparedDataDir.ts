/** A data directory of PostgreSQL as initdb leaves it: made once, for all processes of `preparedEventsSql.ts`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgliteOptions } from '../../src/localVault/engine/database.ts';
import { loadEngineFiles } from '../../src/localVault/engine/files.ts';

/** Environment variable with the path of the prepared data directory, a tar archive. */
export const DATA_DIR_VARIABLE = 'VAULTSQL_TEST_DATA_DIR';

/** Stores the data directory for the processes that are started from now on. Returns a function that removes it. */
export async function prepareDataDir(): Promise<() => Promise<void>> {
  const db = await PGlite.create(createPgliteOptions(await loadEngineFiles()));
  const archive = await db.dumpDataDir('none');
  await db.close();
  const folder = await mkdtemp(join(tmpdir(), 'vault-sql-data-'));
  const path = join(folder, 'data.tar');
  await writeFile(path, Buffer.from(await archive.arrayBuffer()));
  process.env[DATA_DIR_VARIABLE] = path;
  return async () => {
    delete process.env[DATA_DIR_VARIABLE];
    await rm(folder, { recursive: true });
  };
}
