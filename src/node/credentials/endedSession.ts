/** Ends sessions at their sign-in server that are no longer used here. */
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';

/** Returns the problem if the sign-in server did not end the session; undefined if it did, or can't end sessions. */
type Revoke = () => Promise<SignInProblem | undefined>;

/** A session that was removed from the secret storage, with the function that ends it at its sign-in server. */
export interface RemovedSession {
  /** The connection's name. */
  readonly connection: string;
  readonly revoke: Revoke;
}

export interface CredentialsLog {
  warn(message: string): unknown;
  /** Logs a defect of this extension, without the error's message, which may quote a secret. */
  defect(where: string, error: unknown): unknown;
}

/**
 * Ends a session at its sign-in server. Returns true if the server has ended it or can't end sessions, and false if it
 * may still be active there. Returns false also if `revoke` rejects. A problem is logged by its code only, because its
 * other fields may contain the server's text.
 */
export async function endSessionAtServer(log: CredentialsLog, revoke: Revoke): Promise<boolean> {
  try {
    const problem = await revoke();
    if (problem) log.warn(`the sign-in server did not end the session: ${problem.code}`);
    return problem === undefined;
  } catch (error) {
    log.defect('ending a session', error);
    return false;
  }
}
