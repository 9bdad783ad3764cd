/** Ends sessions that are no longer used at their sign-in server too. */
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';

/** Answers why the sign-in server has not ended the session; undefined where it has, or where there was none to end. */
export type Revoke = () => Promise<SignInProblem | undefined>;

export interface CredentialsLog {
  warn(message: string): unknown;
  /** For defects of ours: not the error's message, which may quote a secret. */
  defect(where: string, error: unknown): unknown;
}

/**
 * Ends the session as far as that can be done: whether the server answers or not, it is forgotten here. Never rejects.
 * The problem's code alone is logged: the rest is the server's text.
 */
export async function logRevocation(log: CredentialsLog, revoke: Revoke): Promise<void> {
  try {
    const problem = await revoke();
    if (problem) log.warn(`the sign-in server did not end the session: ${problem.code}`);
  } catch (error) {
    log.defect('ending a session', error);
  }
}
