/** Ends sessions that are no longer used at their sign-in server too. */
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';

/** Answers why the sign-in server has not ended the session; undefined where it has, or where it can't end any. */
type Revoke = () => Promise<SignInProblem | undefined>;

/** A session that is no longer kept here, and still to be ended at its sign-in server. */
export interface RemovedSession {
  /** The name of its connection. */
  readonly connection: string;
  readonly revoke: Revoke;
}

export interface CredentialsLog {
  warn(message: string): unknown;
  /** For defects of ours: not the error's message, which may quote a secret. */
  defect(where: string, error: unknown): unknown;
}

/**
 * Ends a session at its sign-in server, as far as that can be done. False if it may be active there still, which is
 * logged: by the problem's code alone, since the rest is the server's text. Never rejects.
 */
export async function endAtServer(log: CredentialsLog, revoke: Revoke): Promise<boolean> {
  try {
    const problem = await revoke();
    if (problem) log.warn(`the sign-in server did not end the session: ${problem.code}`);
    return problem === undefined;
  } catch (error) {
    log.defect('ending a session', error);
    return false;
  }
}
