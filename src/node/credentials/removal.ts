/** Deletes the secrets of connections, and returns their sessions, to be ended at their sign-in servers. */
import type { Auth } from '../../core/service/connections/auth.ts';
import type { Wire } from '../signIn/grant.ts';
import { type CredentialsLog, endAtServer, type RemovedSession } from './endedSession.ts';
import { type KeptSecrets, ownOrigin, type Removed, type SessionClient, serverOf } from './keptSecrets.ts';
import { showingAtSignIn } from './signInCertificate.ts';
import type { SignInModule } from './sources.ts';
import type { TokenConnection } from './surroundings.ts';

interface RemovalDeps {
  readonly kept: KeptSecrets;
  /** Returns the means to reach sign-in servers for a connection's name, without its client certificate. */
  readonly wireOf: (connection: string) => Wire;
  readonly loadSignIn: () => SignInModule | Promise<SignInModule>;
  readonly log: CredentialsLog;
}

/** Implements the methods of `Credentials` with the same names. */
export class Removal {
  readonly #deps: RemovalDeps;

  constructor(deps: RemovalDeps) {
    this.#deps = deps;
  }

  async remove(connection: TokenConnection): Promise<readonly RemovedSession[]> {
    const wire = await this.#wireOf(connection);
    const session = await this.#deps.kept.remove(connection.name);
    return this.#removed(connection.name, session, wire, connection.auth);
  }

  async removeChanged(before: TokenConnection, now: TokenConnection): Promise<readonly RemovedSession[]> {
    if (!(await this.#hasSession(before)) || (await this.#hasSession(now))) return [];
    const wire = await this.#wireOf(before);
    const session = await this.#deps.kept.removeSession(before.name);
    return this.#removed(before.name, session, wire, before.auth);
  }

  async removeAll(connections: readonly TokenConnection[]) {
    const known = new Map<string, { readonly wire: Wire; readonly auth: Auth }>();
    for (const connection of connections)
      known.set(connection.name, { wire: await this.#wireOf(connection), auth: connection.auth });
    const { count, sessions } = await this.#deps.kept.removeAll();
    const removed = [...sessions].flatMap(([name, session]) => {
      const { wire = this.#deps.wireOf(name), auth } = known.get(name) ?? {};
      return this.#removed(name, session, wire, auth);
    });
    return { count, sessions: removed };
  }

  /** Ends the previous session of a connection at its sign-in server if the new one is of another server or client. */
  async endReplaced(
    connection: TokenConnection,
    before: Removed | undefined,
    client: SessionClient,
  ): Promise<void> {
    if (!before || before instanceof Error || serverOf(before.client) === serverOf(client)) return;
    const { log } = this.#deps;
    const wire = await this.#wireOf(connection);
    for (const { revoke } of this.#removed(connection.name, before, wire)) await endAtServer(log, revoke);
  }

  /** Whether a session is stored that is valid for the connection. */
  async #hasSession(connection: TokenConnection): Promise<boolean> {
    const { auth, local } = connection;
    if (local || (auth.kind !== 'oauth' && auth.kind !== 'device')) return false;
    return (await this.#deps.kept.read('session', connection, ownOrigin(connection))) !== undefined;
  }

  /** Returns the means to reach the connection's sign-in server, which work even after its passphrase was deleted. */
  async #wireOf(connection: TokenConnection): Promise<Wire> {
    const { kept, wireOf } = this.#deps;
    const reading = kept.read('passphrase', connection, ownOrigin(connection));
    // That it can't be read must not keep anything from being removed.
    const passphrase = await reading.catch(() => undefined);
    const wire = wireOf(connection.name);
    return { ...wire, transport: showingAtSignIn(wire.transport, connection, async () => passphrase) };
  }

  /**
   * Returns the deleted session with the function that ends it. `auth` is used if it has the session's server and
   * client, because it may have an address for ending sessions by now.
   */
  #removed(
    connection: string,
    session: Removed | undefined,
    wire: Wire,
    auth?: Auth,
  ): readonly RemovedSession[] {
    if (!session) return [];
    if (session instanceof Error) return [{ connection, revoke: () => Promise.reject(session) }];
    const isOwn = auth && 'clientID' in auth && serverOf(auth) === serverOf(session.client);
    const client = isOwn ? auth : session.client;
    const { loadSignIn } = this.#deps;
    return [{ connection, revoke: async () => (await loadSignIn()).revokeSession(wire, client, session) }];
  }
}
