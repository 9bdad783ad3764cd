import type { Auth } from '../../core/service/connections/auth.ts';
import type { SignInNetwork } from '../signIn/grant.ts';
import {
  type ConnectionSecrets,
  createSignInServerKey,
  getBaseUrlOrigin,
  type SessionClient,
  type SessionOrError,
} from './connectionSecrets.ts';
import type { TokenConnection } from './editorTypes.ts';
import { type CredentialsLog, endSessionAtServer, type RemovedSession } from './endedSession.ts';
import { addSignInCertificate } from './signInCertificate.ts';
import type { SignInModule } from './sources.ts';

interface RemovalDeps {
  readonly connectionSecrets: ConnectionSecrets;
  readonly getNetwork: (connection: string) => SignInNetwork;
  readonly loadSignIn: () => SignInModule | Promise<SignInModule>;
  readonly log: CredentialsLog;
}

export class SecretRemoval {
  readonly #deps: RemovalDeps;

  constructor(deps: RemovalDeps) {
    this.#deps = deps;
  }

  async removeConnectionSecrets(connection: TokenConnection): Promise<readonly RemovedSession[]> {
    const network = await this.#getNetworkWithCertificate(connection);
    const session = await this.#deps.connectionSecrets.remove(connection.name);
    return this.#createRemovedSessions(connection.name, session, network, connection.auth);
  }

  async removeOutdatedSession(
    previous: TokenConnection,
    current: TokenConnection,
  ): Promise<readonly RemovedSession[]> {
    if (
      !(await this.#hasSessionValidForBaseUrl(previous)) ||
      (await this.#hasSessionValidForBaseUrl(current))
    )
      return [];
    const network = await this.#getNetworkWithCertificate(previous);
    const session = await this.#deps.connectionSecrets.removeSession(previous.name);
    return this.#createRemovedSessions(previous.name, session, network, previous.auth);
  }

  async removeAllSecrets(connections: readonly TokenConnection[]) {
    const known = new Map<string, { readonly network: SignInNetwork; readonly auth: Auth }>();
    for (const connection of connections)
      known.set(connection.name, {
        network: await this.#getNetworkWithCertificate(connection),
        auth: connection.auth,
      });
    const { count, sessions } = await this.#deps.connectionSecrets.removeAll();
    const removed = [...sessions].flatMap(([name, session]) => {
      const { network = this.#deps.getNetwork(name), auth } = known.get(name) ?? {};
      return this.#createRemovedSessions(name, session, network, auth);
    });
    return { count, sessions: removed };
  }

  async endSessionIfClientChanged(
    connection: TokenConnection,
    before: SessionOrError | undefined,
    client: SessionClient,
  ): Promise<void> {
    if (
      !before ||
      before instanceof Error ||
      createSignInServerKey(before.client) === createSignInServerKey(client)
    )
      return;
    const { log } = this.#deps;
    const network = await this.#getNetworkWithCertificate(connection);
    for (const { revoke } of this.#createRemovedSessions(connection.name, before, network))
      await endSessionAtServer(log, revoke);
  }

  async #hasSessionValidForBaseUrl(connection: TokenConnection): Promise<boolean> {
    const { auth, local } = connection;
    if (local || (auth.kind !== 'oauth' && auth.kind !== 'device')) return false;
    return (
      (await this.#deps.connectionSecrets.readSecretIfValid(
        'session',
        connection,
        getBaseUrlOrigin(connection),
      )) !== undefined
    );
  }

  async #getNetworkWithCertificate(connection: TokenConnection): Promise<SignInNetwork> {
    const { connectionSecrets, getNetwork } = this.#deps;
    const reading = connectionSecrets.readSecretIfValid(
      'passphrase',
      connection,
      getBaseUrlOrigin(connection),
    );
    // The secrets are deleted even if the passphrase can't be read.
    const passphrase = await reading.catch(() => undefined);
    const network = getNetwork(connection.name);
    return {
      ...network,
      transport: addSignInCertificate(network.transport, connection, async () => passphrase),
    };
  }

  /**
   * Returns a list with the function that ends a removed session at its sign-in server, or an empty list if there was
   * no session. If `auth` is for the session's server and client, it is used instead of the stored client, because a
   * revocation URL may have been added to it.
   */
  #createRemovedSessions(
    connection: string,
    session: SessionOrError | undefined,
    network: SignInNetwork,
    auth?: Auth,
  ): readonly RemovedSession[] {
    if (!session) return [];
    if (session instanceof Error) return [{ connection, revoke: () => Promise.reject(session) }];
    const isOwn =
      auth && 'clientID' in auth && createSignInServerKey(auth) === createSignInServerKey(session.client);
    const client = isOwn ? auth : session.client;
    const { loadSignIn } = this.#deps;
    return [
      {
        connection,
        revoke: async () => (await loadSignIn()).revokeSession(network, client, session),
      },
    ];
  }
}
