import { createHash } from 'node:crypto';
import { secretOfKind, signInTraits } from '../../core/service/connections/signInKinds.ts';
import type { SignInProblem, TokenAnswer } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import { failed, type SignInNotice, type Wire } from '../signIn/grant.ts';
import { type CredentialsLog, endAtServer, type RemovedSession } from './endedSession.ts';
import { environmentVariable } from './environmentVariable.ts';
import { type Interaction, interactiveGrant } from './interactiveSignIn.ts';
import {
  createKeptSecrets,
  type KeptSecrets,
  originsOf,
  ownOrigin,
  secretOf,
  sessionText,
} from './keptSecrets.ts';
import { unlessLockFails } from './lockFailure.ts';
import { Removal } from './removal.ts';
import { showingAtSignIn } from './signInCertificate.ts';
import { createSource, type SignInModule, type SourceDeps } from './sources.ts';
import type { Disposable, Emitter, Event, SecretStore, TokenConnection } from './surroundings.ts';
import type { TokenSource } from './tokenSource.ts';
import { createTokenStates, type TokenStates } from './tokenStates.ts';

/**
 * The tokens of all connections, whatever the kind of sign-in. Every token is given out for the origins of the
 * connection that it was obtained for, and for no other.
 */
export interface Credentials extends Disposable {
  /**
   * The token for one of the connection's origins, or why there is none. Undefined when the person has to sign in, or to
   * set the variable.
   */
  token(connection: TokenConnection, origin?: string, signal?: AbortSignalLike): Promise<TokenAnswer>;
  /** Another one in the place of `rejected`, which the service refused; obtained once for all that ask meanwhile. */
  renew(
    connection: TokenConnection,
    origin: string,
    rejected: string,
    signal?: AbortSignalLike,
  ): Promise<TokenAnswer>;
  /** True when a token is available without asking anybody. */
  signedIn(connection: TokenConnection): Promise<boolean>;
  /** When the token at hand ends, in milliseconds since 1970; undefined where that is not known. */
  expiresAt(connection: TokenConnection): number | undefined;
  /** What the person should know of how the token at hand was obtained. */
  notice(connection: TokenConnection): SignInNotice | undefined;
  /** Keeps a pasted token; of a connection with client credentials, the client's secret. */
  store(connection: TokenConnection, secret: string): Promise<void>;
  /** The passphrase of the connection's client certificate; undefined where none is kept for that origin. */
  passphrase(connection: TokenConnection, origin: string): Promise<string | undefined>;
  storePassphrase(connection: TokenConnection, passphrase: string): Promise<void>;
  /** Deletes the passphrase stored for the connection's client certificate, even if the connection's address has changed. */
  forgetPassphrase(connection: TokenConnection): Promise<void>;
  /** Signs the person in by the browser or by a code, and keeps the session. Answers why it came to nothing. */
  signIn(
    connection: TokenConnection,
    interaction: Interaction,
    signal?: AbortSignalLike,
  ): Promise<SignInProblem | undefined>;
  /** Removes what is kept of the connection. Returns its session, if it had one, to be ended at the sign-in server. */
  remove(connection: TokenConnection): Promise<readonly RemovedSession[]>;
  /**
   * Removes the session of a connection that was changed, if it was for `before` and is not for `now`, which may have
   * another origin, sign-in server, client, or kind of sign-in. Returns it, to be ended at the sign-in server.
   */
  removeChanged(before: TokenConnection, now: TokenConnection): Promise<readonly RemovedSession[]>;
  /**
   * Removes every secret this extension kept: `count` of them. Returns the sessions among them, to be ended at their
   * sign-in servers; `connections` are those of the settings.
   */
  removeAll(
    connections: readonly TokenConnection[],
  ): Promise<{ readonly count: number; readonly sessions: readonly RemovedSession[] }>;
  /** Somebody signed in to the connection of that name, or out, in this window or another. */
  readonly onDidChange: Event<string>;
  /** A token was obtained or renewed automatically. */
  readonly onDidRenew: Event<void>;
  /** What the service has said of the tokens. */
  readonly states: TokenStates;
}

interface CredentialsDeps {
  readonly secrets: SecretStore;
  /** Whether the user agrees to run the connection's token command on this machine. Asks if that is not known. */
  readonly mayRunCommand: SourceDeps['mayRunCommand'];
  /** Where a command for a token is never looked for. */
  readonly workspaceFolders: () => readonly string[];
  /** The editor's own. */
  readonly createEmitter: <T>() => Emitter<T>;
  /** By the name of the connection that asks: for the log of requests. */
  readonly wireOf: (connection: string) => Wire;
  readonly loadSignIn: () => SignInModule | Promise<SignInModule>;
  /** Does `work` while no other window renews the connection of that name. */
  readonly alone: SourceDeps['alone'];
  readonly log: CredentialsLog;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

export function createCredentials(deps: CredentialsDeps): Credentials {
  const { secrets, createEmitter, loadSignIn, mayRunCommand, workspaceFolders, alone, log } = deps;
  const changes = createEmitter<string>();
  const renewals = createEmitter<void>();
  const states = createTokenStates(createEmitter<void>());
  /** Of what is kept, by its key: our own changes are told to us too, some time after. */
  const digests = new Map<string, string>();
  const kept = createKeptSecrets(secrets, (kind, name, text) =>
    digests.set(`${kind} ${name}`, digestOf(text)),
  );
  const wireOf = (connection: TokenConnection): Wire => {
    const wire = deps.wireOf(connection.name);
    const passphrase = () => kept.read('passphrase', connection, ownOrigin(connection));
    return { ...wire, transport: showingAtSignIn(wire.transport, connection, passphrase) };
  };
  const removal = new Removal({ kept, wireOf: deps.wireOf, loadSignIn, log });
  const sources = createSources({
    ...{ kept, wireOf, loadSignIn, mayRunCommand, workspaceFolders, alone, log },
    changed: () => renewals.fire(),
  });
  const noteChange = async (key: string): Promise<void> => {
    const secret = secretOf(key);
    if (!secret) return;
    const text = await secrets.get(key);
    const id = `${secret.kind} ${secret.name}`;
    // Our own change: a sign-in has reported it already, and a renewal is not a sign-in.
    if (text !== undefined && digests.get(id) === digestOf(text)) return;
    if (text === undefined) digests.delete(id);
    else digests.set(id, digestOf(text));
    sources.forget(secret.name);
    states.reset(secret.name);
    changes.fire(secret.name);
  };
  const listening = secrets.onDidChange(({ key }) => {
    noteChange(key).catch((error: unknown) => log.defect('reading a changed secret', error));
  });
  const sourceFor = (connection: TokenConnection, origin = ownOrigin(connection)): TokenSource | undefined =>
    originsOf(connection).includes(origin) ? sources.of(connection, origin) : undefined;
  const tokenReplaced = ({ name }: TokenConnection): void => {
    sources.forget(name);
    states.reset(name);
    changes.fire(name);
  };
  return {
    async token(connection, origin, signal) {
      if (connection.local) return connection.local.token;
      return sourceFor(connection, origin)?.current(signal);
    },
    async renew(connection, origin, rejected, signal) {
      if (connection.local) return undefined;
      return sourceFor(connection, origin)?.renew(rejected, signal);
    },
    signedIn: async (connection) =>
      isSignedIn(connection, (kind) => kept.read(kind, connection, ownOrigin(connection))),
    expiresAt: (connection) => sources.every(connection).flatMap((source) => source.expiresAt() ?? [])[0],
    notice: (connection) => sources.every(connection).flatMap((source) => source.notice() ?? [])[0],
    async store(connection, secret) {
      const kind = secretOfKind(connection.auth.kind);
      if (!kind) throw new TypeError(`nothing is pasted to sign in by ${connection.auth.kind}`);
      await kept.store(kind, connection, secret);
      tokenReplaced(connection);
    },
    passphrase: (connection, origin) => kept.read('passphrase', connection, origin),
    async storePassphrase(connection, passphrase) {
      await kept.store('passphrase', connection, passphrase);
      states.reset(connection.name);
      changes.fire(connection.name);
    },
    forgetPassphrase: ({ name }) => kept.removePassphrase(name),
    async signIn(connection, interaction, signal) {
      const parts = { kept, removal, alone, loadSignIn, log, wire: wireOf(connection) };
      const problem = await signInAndKeep(parts, connection, interaction, signal);
      if (!problem) tokenReplaced(connection);
      return problem;
    },
    async remove(connection) {
      const sessions = await removal.remove(connection);
      sources.forget(connection.name);
      return sessions;
    },
    async removeChanged(before, now) {
      const sessions = await removal.removeChanged(before, now);
      if (sessions.length > 0) sources.forget(before.name);
      return sessions;
    },
    async removeAll(connections) {
      const removed = await removal.removeAll(connections);
      sources.forgetAll();
      return removed;
    },
    onDidChange: changes.event,
    onDidRenew: renewals.event,
    states,
    dispose() {
      states.dispose();
      listening.dispose();
      changes.dispose();
      renewals.dispose();
    },
  };
}

interface SignInParts extends Pick<CredentialsDeps, 'alone' | 'loadSignIn' | 'log'> {
  readonly kept: KeptSecrets;
  readonly removal: Removal;
  readonly wire: Wire;
}

/** Signs the person in, and keeps the session. */
async function signInAndKeep(
  { kept, removal, alone, loadSignIn, log, wire }: SignInParts,
  connection: TokenConnection,
  interaction: Interaction,
  signal: AbortSignalLike | undefined,
): Promise<SignInProblem | undefined> {
  const { auth } = connection;
  if (auth.kind !== 'oauth' && auth.kind !== 'device') throw new TypeError(auth.kind);
  const client = { ...auth, kind: auth.kind };
  const removals = kept.removals(connection.name);
  const signInModule = await loadSignIn();
  const outcome = await interactiveGrant(client, signInModule, wire, interaction, signal);
  if (!outcome.ok) return outcome.problem;
  const { grant } = outcome;
  // Not while another window puts its renewal of the session before there.
  const stored = await unlessLockFails(() =>
    alone(connection.name, async () => {
      // A person who has signed out meanwhile stays signed out.
      if (kept.removals(connection.name) !== removals) return failed({ code: 'sign-in-cancelled' });
      const before = await kept.session(connection.name);
      await kept.store('session', connection, sessionText(grant, client));
      void removal.endReplaced(connection, before, client);
      return { ok: true } as const;
    }),
  );
  if (stored.ok) return undefined;
  void endAtServer(log, () => signInModule.revokeSession(wire, client, grant));
  return stored.problem;
}

/** What is not kept is obtained when a request needs it, and not to draw a tree. */
async function isSignedIn(
  { auth, local }: TokenConnection,
  read: (kind: 'token' | 'session' | 'clientSecret') => Promise<string | undefined>,
): Promise<boolean> {
  if (local) return true;
  switch (auth.kind) {
    case 'token':
      return (await read('token')) !== undefined;
    case 'environment':
      return (environmentVariable(auth.variable) ?? '').trim() !== '';
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

/** The sources of the connections as they are now: one that was edited is another one, with a token of its own. */
function createSources({
  wireOf,
  ...deps
}: Omit<SourceDeps, 'wire'> & { readonly wireOf: (connection: TokenConnection) => Wire }) {
  const sources = new Map<string, { readonly name: string; readonly source: TokenSource }>();
  const of = (connection: TokenConnection, origin: string): TokenSource => {
    const { name, auth, clientCertificate } = connection;
    const place = signInTraits[auth.kind].isPerOrigin ? origin : '';
    const key = JSON.stringify([name, originsOf(connection), auth, clientCertificate, place]);
    const known = sources.get(key);
    if (known) return known.source;
    const source = createSource(connection, origin, { ...deps, wire: wireOf(connection) });
    sources.set(key, { name, source });
    return source;
  };
  return {
    of,
    every: (connection: TokenConnection): readonly TokenSource[] =>
      originsOf(connection).map((origin) => of(connection, origin)),
    forget(name: string): void {
      for (const one of sources.values()) if (one.name === name) one.source.forget();
    },
    forgetAll(): void {
      for (const { source } of sources.values()) source.forget();
    },
  };
}
