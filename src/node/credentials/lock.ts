/** One window at a time: refresh tokens that a server rotates are used up by the first that sends them. */
import { createHash } from 'node:crypto';
import { mkdir, open, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { sleep } from '../sleep.ts';

const POLL_MS = 50;
/** A window that ended while it held the lock must not lock the others out. Longer than two requests may take. */
const STALE_MS = 130_000;
/** What the holder before has stored reaches the storage of other windows a moment later. */
const SETTLE_MS = 250;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Locks in a folder, one for each name. */
export const lockedIn =
  (folder: string) =>
  <T>(name: string, work: () => Promise<T>): Promise<T> =>
    withLock(path.join(folder, `${createHash('sha256').update(name).digest('hex').slice(0, 16)}.lock`), work);

/** Does `work` while no other process that uses the same file does. The folder is made where it is missing. */
async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true });
  let hasWaited = false;
  while (!(await take(file))) {
    hasWaited = true;
    await sleep(POLL_MS);
  }
  try {
    if (hasWaited) await sleep(SETTLE_MS);
    return await work();
  } finally {
    await unlink(file).catch(unlessGone);
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx')).close();
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  try {
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > STALE_MS) await unlink(file);
  } catch (error) {
    unlessGone(error);
  }
  return false;
}

/** Its holder has let go of it, or another that waits has taken it for stale. */
function unlessGone(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error;
}
