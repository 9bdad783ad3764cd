import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from '../editor/cache.ts';
import { run } from '../editor/processes.ts';
import { installMs } from '../run/waiting.ts';
import { type PinnedPackage, pinnedPackages } from './debianPackages.ts';

/** The ClickHouse 18.16 server as it is unpacked in the test cache. */
export interface OldServerProgram {
  /** Path of the executable `clickhouse-server`. */
  readonly path: string;
  /** Value of `LD_LIBRARY_PATH` with which the executable finds its libraries. */
  readonly libraryPath: string;
}

/**
 * Downloads the pinned Debian packages of ClickHouse 18.16 with apt-get, compares their SHA-256, and unpacks them into
 * the test cache. Nothing is installed, and no rights of root are needed: apt-get uses the sources of this machine,
 * with lists and caches of its own. Rejects with a sentence where the machine is not a Debian 12 on x64.
 */
export async function installOldServer(): Promise<OldServerProgram> {
  await requireDebian12();
  const directory = await cached('clickhouse-18.16.1-1', async (target) => {
    const apt = join(target, 'apt');
    for (const name of ['lists/partial', 'archives/partial', 'packages'])
      await mkdir(join(apt, name), { recursive: true });
    await aptGet(apt, ['update']);
    await aptGet(apt, ['download', ...pinnedPackages.map(({ name, version }) => `${name}=${version}`)]);
    for (const file of await verifiedFiles(join(apt, 'packages')))
      await run('dpkg-deb', ['--extract', file, target], { timeoutMs: installMs });
    await rm(apt, { recursive: true });
  });
  const libraries = ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu'];
  return {
    path: join(directory, 'usr', 'sbin', 'clickhouse-server'),
    libraryPath: libraries.map((name) => join(directory, name)).join(':'),
  };
}

async function requireDebian12(): Promise<void> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const isDebian12 = /^ID=debian$/m.test(release) && /^VERSION_ID="?12"?$/m.test(release);
  if (!isDebian12 || process.arch !== 'x64')
    throw new Error('ClickHouse 18.16 comes from the packages of Debian 12 for x64; this is another system.');
}

/** Runs apt-get with its lists, caches, and downloads in `folder`. */
async function aptGet(folder: string, args: readonly string[]): Promise<void> {
  const options = {
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache': folder,
    'Dir::Cache::archives': join(folder, 'archives'),
    // Without a user of its own for downloads, which may have no access to this folder.
    'APT::Sandbox::User': '',
  };
  const settings = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await run('apt-get', ['-q', ...settings, ...args], {
    cwd: join(folder, 'packages'),
    timeoutMs: installMs,
  });
}

/** Returns the paths of the package files in `folder`. Rejects unless they are exactly the pinned packages. */
async function verifiedFiles(folder: string): Promise<string[]> {
  const missing = new Map(pinnedPackages.map((pinned) => [pinned.sha256, pinned]));
  const files = (await readdir(folder)).sort().map((name) => join(folder, name));
  for (const file of files) {
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    if (!missing.delete(hash)) throw new Error(`${file} has the SHA-256 ${hash}, which is not pinned.`);
  }
  if (missing.size > 0) throw new Error(`not downloaded: ${[...missing.values()].map(label).join(', ')}`);
  return files;
}

const label = ({ name, version }: PinnedPackage): string => `${name} ${version}`;
