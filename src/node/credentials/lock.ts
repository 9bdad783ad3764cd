/** Locks between windows, because a refresh token that the server rotates can be used only once. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { errorCode } from '../../core/messages/thrownErrors.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import { deleteIfPresent, hasProcessEnded, readLockFile } from '../lockFile.ts';
import { writeNewFile } from '../newFile.ts';
import { sleep } from '../sleep.ts';

const POLL_MS = 50;
/** Milliseconds to wait after another window held the lock, so that what that window stored becomes visible here. */
const SETTLE_MS = 250;

export interface LockLimits {
  /** Milliseconds after which the signal that is passed to the work aborts. */
  readonly holdMs: number;
  /**
   * Milliseconds after which a waiting process deletes the lock of an unchanged holder. Must be longer than `holdMs`,
   * because the holder may still have to store its result.
   */
  readonly takeOverAfterMs: number;
}
const LIMITS: LockLimits = { holdMs: 120_000, takeOverAfterMs: 150_000 };

export class LockError extends Error {
  readonly code: string;
  readonly folder: string;

  constructor(code: string, folder: string) {
    super(code);
    this.name = 'LockError';
    this.code = code;
    this.folder = folder;
  }
}

/** Work that runs while the lock is held. It must end soon after `signal` aborts. */
type Work<T> = (signal: AbortSignalLike) => Promise<T>;

const computeDigest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Returns a function that waits for the lock of a name, and runs work while it holds the lock. The lock is a file in
 * `folder`. The function rejects with a LockError if a file system error prevents it from taking the lock.
 */
export const createLockRunner =
  (folder: string, limits = LIMITS) =>
  <T>(name: string, work: Work<T>): Promise<T> =>
    runWithFileLock(path.join(folder, `${computeDigest(name)}.lock`), work, limits);

async function runWithFileLock<T>(file: string, work: Work<T>, limits: LockLimits): Promise<T> {
  const own = [randomUUID(), process.pid, hostname()].join(' ');
  const hasWaited = await prepareFolderAndAcquireLock(path.dirname(file), file, own, limits.takeOverAfterMs);
  const deadline = AbortSignal.timeout(limits.holdMs);
  try {
    if (hasWaited) await sleep(SETTLE_MS);
    return await work(deadline);
  } finally {
    // If another process took over the lock, the file belongs to that process.
    if ((await readLockFile(file)) === own) await deleteIfPresent(file);
  }
}

async function prepareFolderAndAcquireLock(
  folder: string,
  file: string,
  holderText: string,
  staleMs: number,
): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    return await acquireLockReportingWait(file, holderText, staleMs);
  } catch (error) {
    const code = errorCode(error);
    throw code ? new LockError(code, folder) : error;
  }
}

async function acquireLockReportingWait(file: string, holderText: string, staleMs: number): Promise<boolean> {
  let seen: string | undefined;
  let since = performance.now();
  for (let hasWaited = false; ; hasWaited = true) {
    if (await tryCreateFile(file, holderText)) return hasWaited;
    const holder = await readLockFile(file);
    if (holder !== seen) {
      seen = holder;
      since = performance.now();
    }
    const turn = Math.floor((performance.now() - since) / staleMs);
    if (holder !== undefined && (turn > 0 || hasHolderExited(holder)))
      await deleteStaleLock(file, holder, turn);
    await sleep(POLL_MS);
  }
}

async function tryCreateFile(file: string, text: string): Promise<boolean> {
  try {
    await writeNewFile(file, text);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function hasHolderExited(holder: string): boolean {
  const [, pid = '', host = ''] = holder.split(' ');
  return /^\d+$/.test(pid) && hasProcessEnded(Number(pid), host);
}

/**
 * Deletes the lock of a holder that has presumably ended. A second lock file is meant to prevent other waiting
 * processes from deleting the lock of the next holder.
 */
async function deleteStaleLock(file: string, holder: string, attempt: number): Promise<void> {
  const right = `${file}.${computeDigest(`${holder} ${attempt}`)}`;
  if (!(await tryCreateFile(right, ''))) return;
  try {
    if ((await readLockFile(file)) === holder) await deleteIfPresent(file);
  } finally {
    await deleteIfPresent(right);
  }
}
