/** What the kinds of locks share. A lock is a file whose text names the process that holds it. */
import { readFile, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errorCode } from '../core/messages/thrownErrors.ts';

/** Returns the text of a lock; undefined if there is none. Rejects with the error of the file system. */
export async function readLockFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    rethrowUnlessMissing(error);
    return undefined;
  }
}

/** Deletes a file. Does nothing if there is none. */
export const deleteIfPresent = (file: string): Promise<void> => unlink(file).catch(rethrowUnlessMissing);

/** Whether a process has ended, as far as is known. False for a process of another host. */
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
