import { createFailure } from '../signIn/grant.ts';
import { LockError } from './lock.ts';

/** Runs `work`, and converts a LockError to a `lock-failed` problem. */
export async function catchLockErrors<T>(
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
