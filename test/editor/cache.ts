import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where everything that tests bring in or make is kept; never committed, safe to delete. */
export const cacheRoot = join(root, '.vscode-test');

/** Where pictures for a person to look at go. */
export const screens = join(cacheRoot, 'screens');

const marker = '.complete';
const staleAfterMs = 15 * 60_000;

/**
 * The folder `.vscode-test/<name>`, made once. `make` gets an empty folder to fill, which takes its final name only
 * when `make` has returned: an interrupted run leaves no half-made folder behind that looks like a whole one.
 * Two processes that ask at once share the work; should both do it after all, the later one's copy is dropped.
 */
export async function cached(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const target = join(cacheRoot, name);
  if (await exists(join(target, marker))) return target;
  await mkdir(dirname(target), { recursive: true });
  const unlock = await lock(`${target}.lock`);
  try {
    if (await exists(join(target, marker))) return target;
    await rm(target, { recursive: true, force: true });
    for (const left of await readdir(dirname(target))) {
      if (!left.startsWith(`${basename(target)}.partial-`)) continue;
      await rm(join(dirname(target), left), { recursive: true, force: true });
    }
    const partial = `${target}.partial-${process.pid}`;
    await mkdir(partial);
    try {
      await make(partial);
      await writeFile(join(partial, marker), `${new Date().toISOString()}\n`);
      await rename(partial, target).catch(async (error: unknown) => {
        if (!(await exists(join(target, marker)))) throw error;
      });
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
    return target;
  } finally {
    await unlock();
  }
}

/** Whether something is at that path. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Waits for the lock file at `path`, taking over one whose owner is gone. Returns the release. */
async function lock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (await ownerIsGone(path)) await rm(path, { force: true });
    else await delay(200);
  }
}

async function ownerIsGone(path: string): Promise<boolean> {
  const [info, text] = await Promise.all([
    stat(path).catch(() => undefined),
    readFile(path, 'utf8').catch(() => undefined),
  ]);
  if (info === undefined || text === undefined) return true;
  const age = Date.now() - info.mtimeMs;
  if (age > staleAfterMs) return true;
  // Between its creation and its first byte the file is empty; only a crash leaves it so.
  if (text === '') return age > 5_000;
  try {
    process.kill(Number(text), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
