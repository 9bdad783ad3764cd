import { createHash } from 'node:crypto';
import { getPastedSecretKind, signInTraits } from '../../core/service/connections/signInKinds.ts';
import type { SignInProblem, TokenResult } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import { createFailure, type SignInNetwork, type SignInNotice } from '../signIn/grant.ts';
import {
  type ConnectionSecrets,
  createConnectionSecrets,
  getBaseUrlOrigin,
  getConnectionOrigins,
  getTrailOrigin,
  parseSecretStorageKey,
  serializeSession,
} from './connectionSecrets.ts';
import type { Disposable, Emitter, Event, SecretStore, TokenConnection } from './editorTypes.ts';
import { type CredentialsLog, endSessionAtServer, type RemovedSession } from './endedSession.ts';
import { getEnvironmentVariable } from './environmentVariable.ts';
import { type SignInInteraction, signInInteractively } from './interactiveSignIn.ts';
import { convertLockErrorsToFailure } from './lockFailure.ts';
import { SecretRemoval } from './removal.ts';
import { addSignInCertificate } from './signInCertificate.ts';
import { createTokenSource, type SignInModule, type SourceDeps } from './sources.ts';
import type { TokenSource } from './tokenSource.ts';
import { createTokenStates, type TokenStates } from './tokenStates.ts';

/** The tokens and other secrets of all connections. */
export interface Credentials extends Disposable {
  /**
   * Returns a token for requests to `origin`, or the problem that prevents one. Undefined, for example, if the user is
   * signed out. The default for `origin` is the origin of the connection's address.
   */
  getToken(connection: TokenConnection, origin?: string, signal?: AbortSignalLike): Promise<TokenResult>;
  /**
   * Returns a token after the service rejected the token `rejected`, or the problem that prevents one. The returned
   * token may equal `rejected`. Undefined, for example, if the pasted token is still the rejected one.
   */
  renewToken(
    connection: TokenConnection,
    origin: string,
    rejected: string,
    signal?: AbortSignalLike,
  ): Promise<TokenResult>;
  /** Whether the connection has a token or a stored secret to obtain one, or obtains it by a command or a key file. */
  isSignedIn(connection: TokenConnection): Promise<boolean>;
  /**
   * Returns when a token of the connection expires, in milliseconds since 1970. Undefined if no token is in memory, or
   * if its expiry is unknown.
   */
  getExpiry(connection: TokenConnection): number | undefined;
  getNotice(connection: TokenConnection): SignInNotice | undefined;
  /** Stores a pasted token or client secret. Rejects with a TypeError if the kind of sign-in has neither. */
  storeSecret(connection: TokenConnection, secret: string): Promise<void>;
  getPassphrase(connection: TokenConnection, origin: string): Promise<string | undefined>;
  storePassphrase(connection: TokenConnection, passphrase: string): Promise<void>;
  forgetPassphrase(connection: TokenConnection): Promise<void>;
  /** Returns the stored password for the connection's table of audit events; undefined if none is stored for it. */
  getTrailPassword(connection: TokenConnection): Promise<string | undefined>;
  storeTrailPassword(connection: TokenConnection, password: string): Promise<void>;
  /**
   * Signs the user in by browser or device code, and stores the session. Returns the problem if that failed. Rejects
   * with a TypeError for other kinds of sign-in.
   */
  signIn(
    connection: TokenConnection,
    interaction: SignInInteraction,
    signal?: AbortSignalLike,
  ): Promise<SignInProblem | undefined>;
  /** Deletes all secrets of the connection. Returns its session, if it had one, to be ended at the sign-in server. */
  removeSecrets(connection: TokenConnection): Promise<readonly RemovedSession[]>;
  /**
   * Deletes the session of `previous` if it is not valid for the changed connection `current`. Returns the deleted
   * session, if any, to be ended at the sign-in server.
   */
  removeOutdatedSession(
    previous: TokenConnection,
    current: TokenConnection,
  ): Promise<readonly RemovedSession[]>;
  /**
   * Deletes the secrets of all connections, also of those that are no longer in the settings. Returns the number of
   * deleted secrets, and the sessions to be ended at their sign-in servers.
   */
  removeAll(connections: readonly TokenConnection[]): Promise<{
    readonly count: number;
    readonly sessions: readonly RemovedSession[];
  }>;
  /**
   * Fires with a connection's name after its secrets changed in any window. Does not fire for a session that this
   * window renewed.
   */
  readonly onDidChange: Event<string>;
  /** Fires after a token that is kept in memory was obtained, for example by a token command or a renewal. */
  readonly onDidObtainToken: Event<void>;
  readonly tokenStates: TokenStates;
}

interface CredentialsDeps {
  readonly secrets: SecretStore;
  readonly mayRunCommand: SourceDeps['mayRunCommand'];
  readonly workspaceFolders: () => readonly string[];
  readonly createEmitter: <T>() => Emitter<T>;
  readonly getNetwork: (connection: string) => SignInNetwork;
  readonly loadSignIn: () => SignInModule | Promise<SignInModule>;
  readonly runExclusively: SourceDeps['runExclusively'];
  readonly log: CredentialsLog;
}

const computeDigest = (text: string): string => createHash('sha256').update(text).digest('base64');

export function createCredentials(deps: CredentialsDeps): Credentials {
  const { secrets, createEmitter, loadSignIn, mayRunCommand, workspaceFolders, runExclusively, log } = deps;
  const changes = createEmitter<string>();
  const renewals = createEmitter<void>();
  const states = createTokenStates(createEmitter<void>());
  const digests = new Map<string, string>();
  const connectionSecrets = createConnectionSecrets(secrets, (kind, name, text) =>
    digests.set(`${kind} ${name}`, computeDigest(text)),
  );
  const getNetwork = (connection: TokenConnection): SignInNetwork =>
    addCertificateWithPassphrase(deps.getNetwork(connection.name), connection, connectionSecrets);
  const removal = new SecretRemoval({ connectionSecrets, getNetwork: deps.getNetwork, loadSignIn, log });
  const sources = createTokenSourceCache({
    connectionSecrets,
    getNetwork,
    loadSignIn,
    mayRunCommand,
    workspaceFolders,
    runExclusively,
    log,
    onTokenObtained: () => renewals.fire(),
  });
  const handleSecretChange = async (key: string): Promise<void> => {
    const secret = parseSecretStorageKey(key);
    if (!secret) return;
    const text = await secrets.get(key);
    const id = `${secret.kind} ${secret.name}`;
    // This window's own change. The method that stored the secret reports it. A renewal is not reported.
    if (text !== undefined && digests.get(id) === computeDigest(text)) return;
    if (text === undefined) digests.delete(id);
    else digests.set(id, computeDigest(text));
    sources.forget(secret.name);
    states.reset(secret.name);
    changes.fire(secret.name);
  };
  const listening = secrets.onDidChange(({ key }) => {
    handleSecretChange(key).catch((error: unknown) => log.defect('reading a changed secret', error));
  });
  const findSource = (
    connection: TokenConnection,
    origin = getBaseUrlOrigin(connection),
  ): TokenSource | undefined =>
    getConnectionOrigins(connection).includes(origin) ? sources.getSource(connection, origin) : undefined;
  const reportReplacedToken = ({ name }: TokenConnection): void => {
    sources.forget(name);
    states.reset(name);
    changes.fire(name);
  };
  return {
    async getToken(connection, origin, signal) {
      if (connection.local) return connection.local.token;
      return findSource(connection, origin)?.getToken(signal);
    },
    async renewToken(connection, origin, rejected, signal) {
      if (connection.local) return undefined;
      return findSource(connection, origin)?.renewToken(rejected, signal);
    },
    isSignedIn: async (connection) =>
      hasTokenSource(connection, (kind) =>
        connectionSecrets.readSecretIfValid(kind, connection, getBaseUrlOrigin(connection)),
      ),
    getExpiry: (connection) =>
      sources.listSources(connection).flatMap((source) => source.getExpiry() ?? [])[0],
    getNotice: (connection) =>
      sources.listSources(connection).flatMap((source) => source.getNotice() ?? [])[0],
    async storeSecret(connection, secret) {
      const kind = getPastedSecretKind(connection.auth.kind);
      if (!kind) throw new TypeError(`nothing is pasted to sign in by ${connection.auth.kind}`);
      await connectionSecrets.store(kind, connection, secret);
      reportReplacedToken(connection);
    },
    getPassphrase: (connection, origin) =>
      connectionSecrets.readSecretIfValid('passphrase', connection, origin),
    async storePassphrase(connection, passphrase) {
      await connectionSecrets.store('passphrase', connection, passphrase);
      states.reset(connection.name);
      changes.fire(connection.name);
    },
    forgetPassphrase: ({ name }) => connectionSecrets.removePassphrase(name),
    ...createTrailPasswords(connectionSecrets),
    async signIn(connection, interaction, signal) {
      const parts = {
        connectionSecrets,
        removal,
        runExclusively,
        loadSignIn,
        log,
        network: getNetwork(connection),
      };
      const problem = await signInAndStoreSession(parts, connection, interaction, signal);
      if (!problem) reportReplacedToken(connection);
      return problem;
    },
    async removeSecrets(connection) {
      const sessions = await removal.removeConnectionSecrets(connection);
      sources.forget(connection.name);
      return sessions;
    },
    async removeOutdatedSession(previous, current) {
      const sessions = await removal.removeOutdatedSession(previous, current);
      if (sessions.length > 0) sources.forget(previous.name);
      return sessions;
    },
    async removeAll(connections) {
      const removed = await removal.removeAllSecrets(connections);
      sources.forgetAll();
      return removed;
    },
    onDidChange: changes.event,
    onDidObtainToken: renewals.event,
    tokenStates: states,
    dispose() {
      states.dispose();
      listening.dispose();
      changes.dispose();
      renewals.dispose();
    },
  };
}

const createTrailPasswords = (
  connectionSecrets: ConnectionSecrets,
): Pick<Credentials, 'getTrailPassword' | 'storeTrailPassword'> => ({
  getTrailPassword: async (connection) =>
    connection.trail &&
    connectionSecrets.readSecretIfValid('trailPassword', connection, getTrailOrigin(connection.trail)),
  storeTrailPassword: (connection, password) =>
    connectionSecrets.store('trailPassword', connection, password),
});

function addCertificateWithPassphrase(
  network: SignInNetwork,
  connection: TokenConnection,
  connectionSecrets: ConnectionSecrets,
): SignInNetwork {
  const passphrase = () =>
    connectionSecrets.readSecretIfValid('passphrase', connection, getBaseUrlOrigin(connection));
  return { ...network, transport: addSignInCertificate(network.transport, connection, passphrase) };
}

interface SignInParts extends Pick<CredentialsDeps, 'runExclusively' | 'loadSignIn' | 'log'> {
  readonly connectionSecrets: ConnectionSecrets;
  readonly removal: SecretRemoval;
  readonly network: SignInNetwork;
}

async function signInAndStoreSession(
  { connectionSecrets, removal, runExclusively, loadSignIn, log, network }: SignInParts,
  connection: TokenConnection,
  interaction: SignInInteraction,
  signal: AbortSignalLike | undefined,
): Promise<SignInProblem | undefined> {
  const { auth } = connection;
  if (auth.kind !== 'oauth' && auth.kind !== 'device') throw new TypeError(auth.kind);
  const client = { ...auth, kind: auth.kind };
  const removals = connectionSecrets.getRemovalCount(connection.name);
  const signInModule = await loadSignIn();
  const outcome = await signInInteractively(client, signInModule, network, interaction, signal);
  if (!outcome.ok) return outcome.problem;
  const { grant } = outcome;
  // The lock prevents another window from renewing the previous session and overwriting this one with it.
  const stored = await convertLockErrorsToFailure(() =>
    runExclusively(connection.name, async () => {
      // A user who signed out during the sign-in stays signed out.
      if (connectionSecrets.getRemovalCount(connection.name) !== removals)
        return createFailure({ code: 'sign-in-cancelled' });
      const before = await connectionSecrets.readSession(connection.name);
      await connectionSecrets.store('session', connection, serializeSession(grant, client));
      void removal.endSessionIfClientChanged(connection, before, client);
      return { ok: true } as const;
    }),
  );
  if (stored.ok) return undefined;
  void endSessionAtServer(log, () => signInModule.revokeSession(network, client, grant));
  return stored.problem;
}

async function hasTokenSource(
  { auth, local }: TokenConnection,
  read: (kind: 'token' | 'session' | 'clientSecret') => Promise<string | undefined>,
): Promise<boolean> {
  if (local) return true;
  switch (auth.kind) {
    case 'token':
      return (await read('token')) !== undefined;
    case 'environment':
      return (getEnvironmentVariable(auth.variable) ?? '').trim() !== '';
    case 'clientCredentials':
      return (await read('clientSecret')) !== undefined;
    case 'oauth':
    case 'device':
      return (await read('session')) !== undefined;
    case 'command':
    case 'serviceAccount':
      return true;
  }
}

function createTokenSourceCache({
  getNetwork,
  ...deps
}: Omit<SourceDeps, 'network'> & {
  readonly getNetwork: (connection: TokenConnection) => SignInNetwork;
}) {
  const sources = new Map<string, { readonly name: string; readonly source: TokenSource }>();
  const getSource = (connection: TokenConnection, origin: string): TokenSource => {
    const { name, auth, clientCertificate } = connection;
    const place = signInTraits[auth.kind].isPerOrigin ? origin : '';
    const key = JSON.stringify([name, getConnectionOrigins(connection), auth, clientCertificate, place]);
    const known = sources.get(key);
    if (known) return known.source;
    const source = createTokenSource(connection, origin, {
      ...deps,
      network: getNetwork(connection),
    });
    sources.set(key, { name, source });
    return source;
  };
  return {
    getSource,
    listSources: (connection: TokenConnection): readonly TokenSource[] =>
      getConnectionOrigins(connection).map((origin) => getSource(connection, origin)),
    forget(name: string): void {
      for (const one of sources.values()) if (one.name === name) one.source.forgetToken();
    },
    forgetAll(): void {
      for (const { source } of sources.values()) source.forgetToken();
    },
  };
}
