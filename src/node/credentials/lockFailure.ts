/** What becomes of a sign-in or a renewal for which the lock between windows can't be taken. */
import { failed } from '../signIn/grant.ts';
import { LockError } from './lock.ts';

/** Does `work`, and names the disk where that is why the lock could not be taken. */
export async function unlessLockFails<T>(work: () => Promise<T>): Promise<T | ReturnType<typeof lockFailed>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LockError) return lockFailed(error);
    throw error;
  }
}

const lockFailed = ({ code, folder }: LockError) => failed({ code: 'lock-failed', reason: code, folder });
