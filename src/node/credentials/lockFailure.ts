/** Reports a failure to take the lock between windows as a problem of the sign-in or renewal. */
import { createFailure } from '../signIn/grant.ts';
import { LockError } from './lock.ts';

/**
 * Runs `work`. If it rejects with a LockError, returns a `lock-failed` problem with the system's code and the folder.
 */
export async function convertLockErrors<T>(
  work: () => Promise<T>,
): Promise<T | ReturnType<typeof lockFailedProblem>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LockError) return lockFailedProblem(error);
    throw error;
  }
}

const lockFailedProblem = ({ code, folder }: LockError) =>
  createFailure({ code: 'lock-failed', reason: code, folder });
