import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { SCHEMA_VERSION } from '../data/schema.ts';
import { ENGINE_VERSION } from './files.ts';
import { ensureFolder } from './folder.ts';

const MAX_BYTES = 1_500_000_000;
const CHUNK = 256 * 1024;

export function getDefaultDataDir(): string {
  const { env, platform } = process;
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'vault-sql');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'vault-sql');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'vault-sql');
}

/**
 * Returns the path of a vault's snapshot file. The file name contains `rows`, `seed` and the versions of the schema and
 * the engine.
 */
export function getSnapshotPath(dataDir: string, rows: number, seed: number): string {
  return join(dataDir, `local-vault-${rows}-${seed}-v${SCHEMA_VERSION}-${ENGINE_VERSION}.tar.gz`);
}

/** Returns the tar archive in a gzipped snapshot file. Returns undefined if that fails or `signal` aborts. */
export async function loadSnapshot(path: string, signal?: AbortSignal): Promise<Blob | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Opening a named pipe would wait until another process writes to it.
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
    // The engine then builds the vault and tries to save a new snapshot, unless its start was aborted.
    return undefined;
  }
}

/**
 * Compresses a tar archive and saves it at `path`. It is written to a temporary file first, which is then renamed. So
 * there is no incomplete file at `path`, even if two vaults start at once or one is killed.
 */
export async function saveSnapshot(path: string, tar: Blob, signal?: AbortSignal): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await ensureFolder(dirname(path));
  try {
    const packed = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK });
    await pipeline(tar.stream(), packed, createWriteStream(temporary, { mode: 0o600 }), { signal });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
