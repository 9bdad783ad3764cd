/** Reports a failure to take the lock between windows as a problem of the sign-in or renewal. */
import { failed } from '../signIn/grant.ts';
import { LockError } from './lock.ts';

/**
 * Runs `work`. If it rejects with a LockError, returns a `lock-failed` problem with the system's code and the folder.
 */
export async function unlessLockFails<T>(work: () => Promise<T>): Promise<T | ReturnType<typeof lockFailed>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LockError) return lockFailed(error);
    throw error;
  }
}

const lockFailed = ({ code, folder }: LockError) => failed({ code: 'lock-failed', reason: code, folder });
