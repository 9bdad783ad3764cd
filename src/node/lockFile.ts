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
export function hasProcessEnded(pid: number, host: string): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

function rethrowUnlessMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
