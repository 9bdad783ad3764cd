/** Locks that prevent two processes from using the same state file, or from writing the same files. */
import { createHash } from 'node:crypto';
import { link, readdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { errorCode } from '../../core/messages/thrownErrors.ts';
import { deleteIfPresent, findProcess, readLockFile, readProcessStart } from '../lockFile.ts';
import { writeNewFile } from '../newFile.ts';
import { createFileError, SinkError } from './sinkError.ts';

/** Thrown if another process holds a lock. The message is for the user. */
export class LockedError extends Error {}

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
  /**
   * When the process started, as `readProcessStart` returns it; absent if that can't be read. A later process can get the
   * same ID, but has another start.
   */
  readonly start?: string;
}

/** A file, or a group of files, that only one process may use. The lock is the file `<path>.lock`. */
export interface Locked {
  /** What the path is, for messages, such as "the state file". */
  readonly label: string;
  /** Path of the file, or the common start of the paths of the group. */
  readonly path: string;
}

/**
 * Takes a lock, and returns a function that releases it. Takes over the lock of a process on this host that has ended. Rejects with a LockedError if another process holds the lock, and with a SinkError if the lock can't be written.
 */
export async function takeLock(locked: Locked): Promise<() => Promise<void>> {
  const file = `${locked.path}.lock`;
  const start = await readProcessStart(process.pid);
  const own: Holder = {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    ...(start !== undefined && { start }),
  };
  const text = `${JSON.stringify(own)}\n`;
  try {
    if (!(await tryCreateLock(file, text))) await takeOver(file, locked, text);
    await deleteLeftFiles(file);
  } catch (error) {
    // Where no lock can be created, the file that it is for can't be created either. The user knows that file.
    throw error instanceof LockedError ? error : createFileError(error, locked.path);
  }
  return async () => {
    // The lock file may have been deleted by the user and created by another process since.
    if ((await readLock(file)) === text) await deleteIfPresent(file);
  };
}

/** Takes several locks, and returns a function that releases them. If one can't be taken, releases the others and rejects. */
export async function takeLocks(all: readonly Locked[]): Promise<() => Promise<void>> {
  const releases: (() => Promise<void>)[] = [];
  const release = async (): Promise<void> => {
    for (const one of releases.splice(0).reverse()) await one();
  };
  try {
    for (const locked of all) releases.push(await takeLock(locked));
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

async function takeOver(file: string, { label, path: name }: Locked, text: string): Promise<void> {
  const held = await readLock(file);
  const holder = held === undefined ? undefined : parseHolder(held);
  if (held !== undefined && (!holder || !(await hasEnded(holder, file)))) {
    const other = holder ? `Process ${holder.pid} on ${holder.host}` : 'Another process';
    const since = holder ? ` since ${holder.since}` : '';
    throw new LockedError(
      `${other} has used ${label} ${name}${since}. If that process has ended, delete ${file}.`,
    );
  }
  if (held !== undefined) await deleteStaleLock(file, held, text);
  if (!(await tryCreateLock(file, text)))
    throw new LockedError(`Another process has just started to use ${label} ${name}.`);
}

/**
 * Deletes the lock of a process that has ended. A second lock file prevents two processes from doing so at the same time.
 * Otherwise, the slower one could delete the new lock of the faster one.
 */
async function deleteStaleLock(file: string, held: string, text: string): Promise<void> {
  const right = `${file}.${createHash('sha256').update(held).digest('hex').slice(0, 16)}`;
  if (!(await tryCreateLock(right, text))) {
    const deleting = parseHolder((await readLock(right)) ?? '');
    if (!deleting || !(await hasEnded(deleting, right))) return;
    // The process that was deleting the lock has ended, too.
    await deleteIfPresent(right);
    if (!(await tryCreateLock(right, text))) return;
  }
  try {
    if ((await readLock(file)) === held) await deleteIfPresent(file);
  } finally {
    await deleteIfPresent(right);
  }
}

/**
 * Creates the lock with its complete text in one step, so that no other process reads an incomplete lock. Returns false
 * if the lock exists.
 */
async function tryCreateLock(file: string, text: string): Promise<boolean> {
  const temporary = `${file}.${process.pid}.new`;
  await deleteIfPresent(temporary);
  await writeNewFile(temporary, text);
  try {
    await link(temporary, file);
    return true;
  } catch (error) {
    // ENOENT: the process that holds the lock now has deleted the temporary file.
    if (errorCode(error) === 'EEXIST' || errorCode(error) === 'ENOENT') return false;
    throw error;
  } finally {
    await deleteIfPresent(temporary);
  }
}

/**
 * Deletes the files of processes that ended while they took the lock: temporary files, and second locks whose holder has
 * ended. Must be called while holding the lock.
 */
async function deleteLeftFiles(file: string): Promise<void> {
  const folder = path.dirname(file);
  const start = `${path.basename(file)}.`;
  for (const name of (await readdir(folder)).filter((one) => one.startsWith(start))) {
    const left = path.join(folder, name);
    const ending = name.slice(start.length);
    if (/^(?:[\da-f]{16}\.)?\d+\.new$/.test(ending)) await deleteIfPresent(left);
    else if (/^[\da-f]{16}$/.test(ending)) {
      const holder = parseHolder((await readLock(left)) ?? '');
      if (holder && (await hasEnded(holder, left))) await deleteIfPresent(left);
    }
  }
}

async function readLock(file: string): Promise<string | undefined> {
  try {
    return await readLockFile(file);
  } catch (error) {
    throw new SinkError(
      `Could not read the lock ${file} (${errorCode(error)}). Check that it is a file, and its permissions.`,
    );
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, host, since, start } = JSON.parse(text) as Partial<Holder>;
    if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
    return { pid, host, since: String(since), ...(typeof start === 'string' && { start }) };
  } catch {
    // Another program has written the file.
    return undefined;
  }
}

/**
 * Whether the holder of the lock `file` has ended. Its ID may belong to another process by now: to this one, as in a
 * container, or to any other, after a restart of the computer.
 */
async function hasEnded({ pid, host, start }: Holder, file: string): Promise<boolean> {
  if (host !== hostname()) return false;
  if (pid === process.pid) return true;
  switch (findProcess(pid)) {
    case 'none':
      return true;
    case 'otherUser':
      // The process with this ID did not write a file of this user.
      return isOwnFile(file);
    case 'running': {
      const current = start === undefined ? undefined : await readProcessStart(pid);
      return current !== undefined && current !== start;
    }
  }
}

/** Whether the user of this process owns a file. False if the file does not exist, and always on Windows. */
async function isOwnFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).uid === process.getuid?.();
  } catch {
    return false;
  }
}
