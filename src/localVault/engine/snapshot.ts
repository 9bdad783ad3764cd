/** The vault's data directory kept on disk, so that the next start takes a fraction of the first. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { SCHEMA_VERSION } from '../data/schema.ts';
import { ENGINE_VERSION } from './files.ts';
import { makeFolder } from './folder.ts';

/** Beyond this a file is not one of ours: a million persons take some 400 MB. */
const MAX_BYTES = 1_500_000_000;
const CHUNK = 256 * 1024;

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

/**
 * The tar of `path`; undefined where there is none, or a broken one (gzip carries a checksum), and when `signal` gives
 * it up.
 */
export async function loadSnapshot(path: string, signal?: AbortSignal): Promise<Blob | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Opening a pipe would wait for its other end.
    if (!(await stat(path)).isFile()) return undefined;
    const collect = async (tar: AsyncIterable<Buffer>) => {
      for await (const chunk of tar) {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) throw new RangeError('larger than any vault');
        chunks.push(chunk);
      }
    };
    await pipeline(createReadStream(path), createGunzip({ chunkSize: CHUNK }), collect, { signal });
    return new Blob(chunks);
  } catch {
    // In any case the vault is rebuilt and the file replaced.
    return undefined;
  }
}

/**
 * Writes `tar` under a name of its own and then renames it, so that two vaults starting at once, or one being killed,
 * leave a whole file or none. Rejects when the directory can't be written, or `signal` gives it up.
 */
export async function saveSnapshot(path: string, tar: Blob, signal?: AbortSignal): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await makeFolder(dirname(path));
  try {
    const packed = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK });
    await pipeline(tar.stream(), packed, createWriteStream(temporary, { mode: 0o600 }), { signal });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
