/** Ends sessions at their sign-in server that are no longer used here. */
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';

/** Returns the problem if the sign-in server did not end the session; undefined if it did, or can't end sessions. */
type Revoke = () => Promise<SignInProblem | undefined>;

/** A session that was removed from the secret storage, with the function that ends it at its sign-in server. */
export interface RemovedSession {
  /** The name of its connection. */
  readonly connection: string;
  readonly revoke: Revoke;
}

export interface CredentialsLog {
  warn(message: string): unknown;
  /** Logs a defect of this extension, without the error's message, which may quote a secret. */
  defect(where: string, error: unknown): unknown;
}

/**
 * Ends a session at its sign-in server. Returns false if that failed, so that the session may still be active there,
 * and true also if the server can't end sessions. A problem is logged by its code only, because its other fields may
 * contain the server's text. Returns false if `revoke` rejects.
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
