import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';

type Revoke = () => Promise<SignInProblem | undefined>;

export interface RemovedSession {
  readonly connection: string;
  readonly revoke: Revoke;
}

export interface CredentialsLog {
  warn(message: string): unknown;
  /** Logs a defect of this extension, without the error's message, which may quote a secret. */
  defect(where: string, error: unknown): unknown;
}

/**
 * Calls `revoke` to end a session at its sign-in server. Returns false if `revoke` reports a problem or rejects. Only
 * the code of a problem is logged, because its other fields may contain the server's text.
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
