/** The lock that keeps other collectors from a state file. */
import { createHash } from 'node:crypto';
import { link, readdir, readFile, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { errorCode } from '../../core/messages/thrownErrors.ts';
import { writeNewFile } from '../newFile.ts';
import { createFileError, SinkError } from './sinkError.ts';

/** Another collector uses the state file. The message is for the user. */
export class StateLockedError extends Error {}

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/**
 * Takes the lock of a state file, and returns the function that releases it. The lock of a process of this machine that
 * has ended is taken over. Rejects with a StateLockedError if another process holds the lock.
 */
export async function lockStateFile(stateFile: string): Promise<() => Promise<void>> {
  const file = `${stateFile}.lock`;
  const own: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  const text = `${JSON.stringify(own)}\n`;
  try {
    if (!(await tryCreateLock(file, text))) await takeOver(file, stateFile, text);
    await deleteTemporaryFiles(file);
  } catch (error) {
    throw error instanceof StateLockedError ? error : createFileError(error, file);
  }
  return async () => {
    // If another process has taken the lock, the file belongs to that process.
    if ((await readLock(file)) === text) await deleteIfPresent(file);
  };
}

async function takeOver(file: string, stateFile: string, text: string): Promise<void> {
  const held = await readLock(file);
  const holder = held === undefined ? undefined : parseHolder(held);
  if (held !== undefined && (!holder || !hasEnded(holder))) {
    const name = holder ? `Process ${holder.pid} on ${holder.host}` : 'Another process';
    const since = holder ? ` since ${holder.since}` : '';
    throw new StateLockedError(
      `${name} has used the state file ${stateFile}${since}. If that process has ended, delete ${file}.`,
    );
  }
  if (held !== undefined) await deleteStaleLock(file, held, text);
  if (!(await tryCreateLock(file, text)))
    throw new StateLockedError(`Another process has just started to use the state file ${stateFile}.`);
}

/**
 * Deletes the lock of a process that has ended. A second lock file keeps two processes from doing so at the same time,
 * because the second one could delete the new lock of the first one.
 */
async function deleteStaleLock(file: string, held: string, text: string): Promise<void> {
  const right = `${file}.${createHash('sha256').update(held).digest('hex').slice(0, 16)}`;
  if (!(await tryCreateLock(right, text))) {
    const deleting = parseHolder((await readLock(right)) ?? '');
    if (!deleting || !hasEnded(deleting)) return;
    // The other process ended before it had deleted the lock.
    await deleteIfPresent(right);
    if (!(await tryCreateLock(right, text))) return;
  }
  try {
    if ((await readLock(file)) === held) await deleteIfPresent(file);
  } finally {
    await deleteIfPresent(right);
  }
}

/** Creates the lock together with its text, so that no other process reads an incomplete one. */
async function tryCreateLock(file: string, text: string): Promise<boolean> {
  const temporary = `${file}.${process.pid}.new`;
  await deleteIfPresent(temporary);
  await writeNewFile(temporary, text);
  try {
    await link(temporary, file);
    return true;
  } catch (error) {
    // ENOENT: the process that has just taken the lock has deleted the temporary file.
    if (errorCode(error) === 'EEXIST' || errorCode(error) === 'ENOENT') return false;
    throw error;
  } finally {
    await deleteIfPresent(temporary);
  }
}

/** Deletes what processes that ended while they took the lock have left. Call it while the lock is held. */
async function deleteTemporaryFiles(file: string): Promise<void> {
  const folder = path.dirname(file);
  const start = `${path.basename(file)}.`;
  const isTemporary = (name: string): boolean => name.startsWith(start) && /\.\d+\.new$/.test(name);
  for (const name of (await readdir(folder)).filter(isTemporary))
    await deleteIfPresent(path.join(folder, name));
}

async function readLock(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new SinkError(`Could not read the lock ${file} (${errorCode(error)}).`);
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, host, since } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' && typeof host === 'string'
      ? { pid, host, since: String(since) }
      : undefined;
  } catch {
    // Something else has written the file.
    return undefined;
  }
}

function hasEnded({ pid, host }: Holder): boolean {
  if (host !== hostname()) return false;
  // A process in a container often has the same number after a restart.
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

const deleteIfPresent = (file: string): Promise<void> =>
  unlink(file).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
