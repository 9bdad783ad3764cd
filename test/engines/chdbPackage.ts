import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from '../editor/cache.ts';
import { npm, npmFlags } from '../editor/npmInstall.ts';

/** The platform for which chdb/package-lock.json pins ClickHouse's library. */
const PLATFORM = 'linux-x64';

/**
 * Installs the npm package `chdb`, which contains ClickHouse 26.7 as a library, into the test cache and returns the
 * package's folder. chdb/package-lock.json pins the versions and hashes, and no install script runs. Rejects with a
 * sentence on platforms without a pinned library, and with npm's own message when the registry can't be reached.
 */
export async function installChdb(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  if (platform !== PLATFORM)
    throw new Error(`ClickHouse 26.7 is pinned for ${PLATFORM} only; this is ${platform}.`);
  const directory = await cached('chdb-3.4.0-1', async (target) => {
    for (const name of ['package.json', 'package-lock.json'])
      await copyFile(fileURLToPath(new URL(`chdb/${name}`, import.meta.url)), join(target, name));
    await npm(['ci', ...npmFlags], target);
  });
  return join(directory, 'node_modules', 'chdb');
}
