import type { Auth, OAuth } from '../../core/service/connections/auth.ts';
import type { CommandCode } from '../../core/service/connections/signInProblems.ts';
import { cleanToken, findTokenInOutput } from '../../core/service/token.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import { createFailure, type GrantOutcome, type SignInNetwork } from '../signIn/grant.ts';
import { computeExpiry } from '../signIn/lifetime.ts';
import { type ConnectionSecrets, parseStoredSession, serializeSession } from './connectionSecrets.ts';
import type { TokenConnection } from './editorTypes.ts';
import { type CredentialsLog, endSessionAtServer } from './endedSession.ts';
import { getEnvironmentVariable } from './environmentVariable.ts';
import { convertLockErrorsToFailure } from './lockFailure.ts';
import { CommandError, runCommand } from './tokenCommand.ts';
import {
  createRenewingSource,
  createUncachedSource,
  type ObtainGrant,
  type TokenSource,
} from './tokenSource.ts';

export type SignInModule = typeof import('../signIn/index.ts');

export interface SourceDeps {
  readonly connectionSecrets: ConnectionSecrets;
  readonly network: SignInNetwork;
  readonly loadSignIn: () => SignInModule | Promise<SignInModule>;
  /** Whether the user agrees to run the connection's token command. May prompt. */
  readonly mayRunCommand: (connection: TokenConnection) => Promise<boolean>;
  readonly workspaceFolders: () => readonly string[];
  /**
   * Runs `work` while no other window renews the connection's session. `work` must send nothing after its signal has
   * aborted.
   */
  readonly runExclusively: <T>(name: string, work: (signal: AbortSignalLike) => Promise<T>) => Promise<T>;
  readonly log: CredentialsLog;
  /** Called after a token that is kept in memory was obtained. */
  readonly onTokenObtained: () => void;
}

export function createTokenSource(
  connection: TokenConnection,
  origin: string,
  deps: SourceDeps,
): TokenSource {
  const { auth } = connection;
  const createRenewing = (obtain: ObtainGrant): TokenSource =>
    createRenewingSource(obtain, deps.network.now, deps.onTokenObtained);
  switch (auth.kind) {
    case 'token':
      return createUncachedSource(() =>
        deps.connectionSecrets.readSecretIfValid('token', connection, origin),
      );
    case 'environment':
      return createUncachedSource(async () => cleanTokenOrUndefined(getEnvironmentVariable(auth.variable)));
    case 'command':
      return createRenewing(async (_rejected, signal) =>
        (await deps.mayRunCommand(connection))
          ? obtainGrantByCommand(auth, deps, signal)
          : createFailure({ code: 'command-not-approved' }),
      );
    case 'serviceAccount':
      return createRenewing(async (_rejected, signal) =>
        (await deps.loadSignIn()).obtainServiceAccountGrant(deps.network, auth, signal),
      );
    case 'clientCredentials':
      return createRenewing(async (_rejected, signal) => {
        const secret = await deps.connectionSecrets.readSecretIfValid('clientSecret', connection, origin);
        if (secret === undefined) return createFailure({ code: 'signed-out' });
        return (await deps.loadSignIn()).obtainClientCredentialsGrant(deps.network, auth, secret, signal);
      });
    case 'oauth':
    case 'device':
      return createRenewing((rejected) =>
        obtainOrRenewSessionGrant({ connection, client: auth, origin, rejected }, deps),
      );
  }
}

function cleanTokenOrUndefined(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const cleaned = cleanToken(text);
  return cleaned.ok ? cleaned.token : undefined;
}

async function obtainGrantByCommand(
  { command, variables = [] }: Extract<Auth, { kind: 'command' }>,
  { workspaceFolders, network }: SourceDeps,
  signal: Parameters<ObtainGrant>[1],
): Promise<GrantOutcome> {
  let output: string | undefined;
  try {
    output = await runCommand(command, variables, workspaceFolders(), signal);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return createFailure({ code: error.name as CommandCode });
  }
  if (output === undefined) return createFailure({ code: 'sign-in-cancelled' });
  const token = cleanTokenOrUndefined(findTokenInOutput(output));
  if (token === undefined) return createFailure({ code: 'command-no-token' });
  const expiresAt = computeExpiry(token, network.now());
  return {
    ok: true,
    grant: { token, ...(expiresAt !== undefined && { expiresAt }) },
  };
}

interface SessionRequest {
  readonly connection: TokenConnection;
  readonly client: OAuth;
  readonly origin: string;
  readonly rejected: string | undefined;
}

/**
 * Returns the grant of the stored session, renewed if necessary, or the problem that prevents one. A renewal holds the
 * connection's lock, which all windows share, because a refresh token must not be sent twice.
 */
async function obtainOrRenewSessionGrant(request: SessionRequest, deps: SourceDeps): Promise<GrantOutcome> {
  const state = await readSessionState(request, deps);
  if (state.kind === 'settled') return state.outcome;
  return convertLockErrorsToFailure(() =>
    deps.runExclusively(request.connection.name, (signal) => renewAndStoreSession(request, deps, signal)),
  );
}

type SessionState =
  | { readonly kind: 'settled'; readonly outcome: GrantOutcome }
  | {
      readonly kind: 'renewable';
      readonly text: string;
      readonly refreshToken: string;
    };

const createSettledState = (outcome: GrantOutcome): SessionState => ({
  kind: 'settled',
  outcome,
});

async function readSessionState(
  { connection, client, origin, rejected }: SessionRequest,
  { connectionSecrets, network }: SourceDeps,
): Promise<SessionState> {
  const text = await connectionSecrets.readSecretIfValid('session', connection, origin);
  const session = parseStoredSession(text);
  if (text === undefined || !session) return createSettledState(createFailure({ code: 'signed-out' }));
  const { token, expiresAt, refreshToken } = session;
  const hasExpired = expiresAt !== undefined && network.now() >= expiresAt;
  if (token !== rejected && !hasExpired) return createSettledState({ ok: true, grant: session });
  if (refreshToken !== undefined) return { kind: 'renewable', text, refreshToken };
  return createSettledState(
    createFailure({
      code: 'session-ended',
      host: getServerHost(client),
      error: '',
      description: '',
    }),
  );
}

/**
 * Renews the stored session if that is still necessary, and stores the result if the session was not removed or
 * replaced meanwhile. Must run while this window holds the lock.
 */
async function renewAndStoreSession(
  request: SessionRequest,
  deps: SourceDeps,
  signal: AbortSignalLike,
): Promise<GrantOutcome> {
  const { connection, client, origin } = request;
  const { connectionSecrets, network, loadSignIn, log } = deps;
  const removals = connectionSecrets.getRemovalCount(connection.name);
  // Another window may have renewed the session, or ended it, while this one waited for the lock.
  const before = await readSessionState(request, deps);
  if (before.kind === 'settled') return before.outcome;
  const { refreshGrant, revokeSession } = await loadSignIn();
  const outcome = await refreshGrant(network, client, before.refreshToken, signal);
  // The signal aborts when this window has held the lock for too long. Cancelling by the user does not abort it.
  if (!outcome.ok && signal.aborted)
    return createFailure({
      code: 'server-unreached',
      host: getServerHost(client),
      reason: 'ETIMEDOUT',
    });
  if (!outcome.ok) return outcome;
  const isUnchanged =
    (await connectionSecrets.readSecretIfValid('session', connection, origin)) === before.text;
  if (isUnchanged && connectionSecrets.getRemovalCount(connection.name) === removals) {
    await connectionSecrets.store('session', connection, serializeSession(outcome.grant, client));
    return outcome;
  }
  // For example, the user has signed out meanwhile, here or in another window.
  void endSessionAtServer(log, () => revokeSession(network, client, outcome.grant));
  return createFailure({ code: 'signed-out' });
}

const getServerHost = ({ server }: OAuth): string =>
  new URL('issuer' in server ? server.issuer : server.tokenUrl).host;
