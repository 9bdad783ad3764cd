/** The vault's data directory kept on disk, so that the next start takes a fraction of the first. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { ENGINE_VERSION } from './engineFiles.ts';
import { SCHEMA_VERSION } from './schema.ts';

/** Beyond this a file is not one of ours: a million persons take some 400 MB. */
const MAX_BYTES = 1_500_000_000;

/** The user's cache directory, by the platform's convention. */
export function defaultDataDir(): string {
  const { env, platform } = process;
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'vault-sql');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'vault-sql');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'vault-sql');
}

/** The file of one vault: another number of rows, seed, schema or engine is another file. */
export function snapshotPath(dataDir: string, rows: number, seed: number): string {
  return join(dataDir, `local-vault-${rows}-${seed}-v${SCHEMA_VERSION}-${ENGINE_VERSION}.tar.gz`);
}

/** The tar of `path`; undefined where there is none, or a broken one (gzip carries a checksum). */
export async function loadSnapshot(path: string): Promise<Blob | undefined> {
  try {
    const tar = await promisify(gunzip)(await readFile(path), { maxOutputLength: MAX_BYTES });
    return new Blob([tar]);
  } catch {
    // Whatever is wrong with it, the vault is built anew and the file replaced.
    return undefined;
  }
}

/**
 * Writes `tar` under a name of its own and then renames it, so that two vaults starting at once, or one being killed,
 * leave a whole file or none. Rejects when the directory can't be written.
 */
export async function saveSnapshot(path: string, tar: Blob): Promise<void> {
  const bytes = await promisify(gzip)(await tar.arrayBuffer(), { level: constants.Z_BEST_SPEED });
  const temporary = `${path}.${randomUUID()}`;
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  try {
    await writeFile(temporary, bytes, { mode: 0o600 });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
