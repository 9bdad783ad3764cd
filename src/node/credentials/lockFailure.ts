import { createFailure } from '../signIn/grant.ts';
import { LockError } from './lock.ts';

/** Runs `work`, and converts a LockError to a `lock-failed` problem. */
export async function convertLockErrorsToFailure<T>(
  work: () => Promise<T>,
): Promise<T | ReturnType<typeof createLockFailure>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LockError) return createLockFailure(error);
    throw error;
  }
}

const createLockFailure = ({ code, folder }: LockError) =>
  createFailure({ code: 'lock-failed', reason: code, folder });
