/** One window at a time: refresh tokens that a server rotates are used up by the first that sends them. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { errorCode } from '../../core/messages/thrown.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import { writeNewFile } from '../newFile.ts';
import { sleep } from '../sleep.ts';

const POLL_MS = 50;
/** What the holder before has stored reaches the storage of other windows a moment later. */
const SETTLE_MS = 250;

export interface LockLimits {
  /** How long a holder may work: its signal aborts then, and it sends nothing more. */
  readonly holdMs: number;
  /**
   * How long one that waits has to see the same holder before it takes that for gone. Longer than `holdMs` by what the
   * last store takes. Both clocks stop while the machine sleeps, so that a holder that wakes is not overtaken.
   */
  readonly staleMs: number;
}
const LIMITS: LockLimits = { holdMs: 120_000, staleMs: 150_000 };

/** The lock could not be taken, since nothing can be written to its folder. */
export class LockError extends Error {
  /** The code of the system, such as `ENOSPC`. */
  readonly code: string;
  readonly folder: string;

  constructor(code: string, folder: string) {
    super(code);
    this.name = 'LockError';
    this.code = code;
    this.folder = folder;
  }
}

/** Work that is done alone; it ends soon after `signal` aborts. */
type Work<T> = (signal: AbortSignalLike) => Promise<T>;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Locks in a folder, one for each name. */
export const lockedIn =
  (folder: string, limits = LIMITS) =>
  <T>(name: string, work: Work<T>): Promise<T> =>
    withLock(path.join(folder, `${digestOf(name)}.lock`), work, limits);

/**
 * Does `work` while no other process that uses the same file does. The folder is made where it is missing. Rejects with a
 * LockError where nothing can be written there.
 */
async function withLock<T>(file: string, work: Work<T>, limits: LockLimits): Promise<T> {
  const own = [randomUUID(), process.pid, hostname()].join(' ');
  const hasWaited = await takeIn(path.dirname(file), file, own, limits.staleMs);
  const deadline = AbortSignal.timeout(limits.holdMs);
  try {
    if (hasWaited) await sleep(SETTLE_MS);
    return await work(deadline);
  } finally {
    // One that was overtaken has nothing to give back.
    if ((await holderOf(file)) === own) await removed(file);
  }
}

async function takeIn(folder: string, file: string, own: string, staleMs: number): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    return await take(file, own, staleMs);
  } catch (error) {
    const code = errorCode(error);
    throw code ? new LockError(code, folder) : error;
  }
}

/** Waits until the lock is one's own; true where another had it before. */
async function take(file: string, own: string, staleMs: number): Promise<boolean> {
  let seen: string | undefined;
  let since = performance.now();
  for (let hasWaited = false; ; hasWaited = true) {
    if (await create(file, own)) return hasWaited;
    const holder = await holderOf(file);
    if (holder !== seen) {
      seen = holder;
      since = performance.now();
    }
    const turn = Math.floor((performance.now() - since) / staleMs);
    if (holder !== undefined && (turn > 0 || hasEnded(holder))) await overtake(file, holder, turn);
    await sleep(POLL_MS);
  }
}

/** Makes a file with that text; false where there is one already. */
async function create(file: string, text: string): Promise<boolean> {
  try {
    await writeNewFile(file, text);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The holder of the lock; undefined where it is free. */
async function holderOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    unlessGone(error);
    return undefined;
  }
}

/** Whether the process that wrote this is known to have ended: those of another machine, or of a container, are not. */
function hasEnded(holder: string): boolean {
  const [, pid = '', host] = holder.split(' ');
  if (host !== hostname() || !/^\d+$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

/**
 * Takes the lock away from a holder that is gone. Of all that wait one does at a time, and none takes it from the next
 * holder. `turn` gives another the right where that one has ended meanwhile.
 */
async function overtake(file: string, holder: string, turn: number): Promise<void> {
  const right = `${file}.${digestOf(`${holder} ${turn}`)}`;
  if (!(await create(right, ''))) return;
  try {
    if ((await holderOf(file)) === holder) await removed(file);
  } finally {
    await removed(right);
  }
}

const removed = (file: string): Promise<void> => unlink(file).catch(unlessGone);

function unlessGone(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
