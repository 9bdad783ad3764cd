/** Functions that all locks share. A lock is a file whose text identifies the process that holds the lock. */
import { readFile, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errorCode } from '../core/messages/thrownErrors.ts';

/** Returns the text of a lock; undefined if the lock does not exist. Rejects with other errors of the file system. */
export async function readLockFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    rethrowUnlessMissing(error);
    return undefined;
  }
}

/** Deletes a file if it exists. */
export const deleteIfPresent = (file: string): Promise<void> => unlink(file).catch(rethrowUnlessMissing);

/** Whether a process of this host has ended. False for a process of another host, because that is not known. */
export const hasProcessEnded = (pid: number, host: string): boolean =>
  host === hostname() && findProcess(pid) === 'none';

/**
 * Looks for a process of this host by its ID. Returns `none` if there is none, `otherUser` if it belongs to a user whose
 * processes this one may not signal, and `running` otherwise.
 */
export function findProcess(pid: number): 'none' | 'otherUser' | 'running' {
  try {
    process.kill(pid, 0);
    return 'running';
  } catch (error) {
    return errorCode(error) === 'ESRCH' ? 'none' : 'otherUser';
  }
}

/**
 * Returns when a process started, in clock ticks since the start of the computer; undefined if that can't be read, as on
 * systems other than Linux.
 */
export async function readProcessStart(pid: number): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second of the 52 fields, the name in parentheses, may contain spaces and parentheses. The start is the 22nd.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function rethrowUnlessMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
