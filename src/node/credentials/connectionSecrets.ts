/**
 * The secrets of connections in the editor's secret storage. Each is stored with the destinations for which it is
 * valid, so that a changed address does not receive it.
 */
import { isPlainObject, type OAuthClient } from '../../core/service/connections/auth.ts';
import type { TrailTable } from '../../core/service/connections/trailTable.ts';
import type { Grant } from '../signIn/grant.ts';
import type { SecretStore, TokenConnection } from './editorTypes.ts';

/**
 * `session`: the tokens of a browser or device sign-in · `passphrase`: the passphrase of the client certificate ·
 * `trailPassword`: the password of the user at the table of audit events.
 */
type SecretKind = 'token' | 'session' | 'clientSecret' | 'passphrase' | 'trailPassword';

const KINDS: readonly SecretKind[] = ['token', 'session', 'clientSecret', 'passphrase', 'trailPassword'];
const createSecretStorageKey = (kind: SecretKind, name: string): string => `vaultsql.${kind}.${name}`;

/** Parses a key of the secret storage. Returns undefined if it is not the key of a connection's secret. */
export function parseSecretStorageKey(
  key: string,
): { readonly kind: SecretKind; readonly name: string } | undefined {
  const kind = KINDS.find((one) => key.startsWith(createSecretStorageKey(one, '')));
  return kind && { kind, name: key.slice(createSecretStorageKey(kind, '').length) };
}

/** Returns the origin of a connection's table of audit events. */
export const getTrailOrigin = ({ url }: TrailTable): string => new URL(url).origin;

export const getBaseUrlOrigin = ({ baseUrl }: TokenConnection): string => new URL(baseUrl).origin;

/** Returns the distinct origins of a connection and of its vaults (S2). */
export const getConnectionOrigins = (connection: TokenConnection): readonly string[] => [
  ...new Set(
    [connection.baseUrl, ...connection.vaults.flatMap(({ baseUrl }) => baseUrl ?? [])].map(
      (url) => new URL(url).origin,
    ),
  ),
];

export type SessionClient = Pick<OAuthClient, 'server' | 'clientID'>;

interface StoredSession extends Grant {
  readonly client: SessionClient;
}

/** Returns a text without spaces that identifies a sign-in server and client. */
export const createSignInServerKey = ({ server, clientID }: SessionClient): string =>
  encodeURIComponent(`${'issuer' in server ? server.issuer : server.tokenUrl} ${clientID}`);

/** Returns a text without spaces that identifies a user of ClickHouse. It is not a URL. */
const createTrailUserKey = ({ user }: TrailTable): string => encodeURIComponent(`clickhouse ${user}`);

/**
 * Returns the destinations for which a secret is valid: the connection's origins and, for some kinds, the key of its
 * sign-in server. A password of a trail is valid for the trail's origin and user. Joined by spaces, they are the first line of the stored text.
 */
function listValidDestinations(kind: SecretKind, connection: TokenConnection): readonly string[] {
  const { auth, trail } = connection;
  if (kind === 'trailPassword') return trail ? [getTrailOrigin(trail), createTrailUserKey(trail)] : [];
  const isOfServer = (kind === 'session' || kind === 'clientSecret') && 'clientID' in auth;
  return [...getConnectionOrigins(connection), ...(isOfServer ? [createSignInServerKey(auth)] : [])];
}

export type SessionOrError = StoredSession | Error;

export interface ConnectionSecrets {
  /**
   * Returns the stored secret if it is valid for `origin` and, for some kinds, for the connection's sign-in server.
   * Otherwise returns undefined.
   */
  readSecretIfValid(
    kind: SecretKind,
    connection: TokenConnection,
    origin: string,
  ): Promise<string | undefined>;
  store(kind: SecretKind, connection: TokenConnection, secret: string): Promise<void>;
  /**
   * Returns the session stored under a connection's name, for whatever destinations it is valid. Returns an Error if
   * the session can't be read, and undefined if none is stored.
   */
  readSession(name: string): Promise<SessionOrError | undefined>;
  remove(name: string): Promise<SessionOrError | undefined>;
  removeSession(name: string): Promise<SessionOrError | undefined>;
  removePassphrase(name: string): Promise<void>;
  removeAll(): Promise<{
    readonly count: number;
    readonly sessions: ReadonlyMap<string, SessionOrError>;
  }>;
  /**
   * Returns how often `remove` or `removeSession` was called for a name, plus how often `removeAll` was called. If this
   * number has changed since a token request began, the result of the request must not be stored.
   */
  getRemovalCount(name: string): number;
}

/**
 * Provides the connections' secrets in `secrets`. `onWillStore` is called before a text is stored, so that this
 * window's own changes can be distinguished from those of other windows.
 */
export function createConnectionSecrets(
  secrets: SecretStore,
  onWillStore: (kind: SecretKind, name: string, text: string) => void,
): ConnectionSecrets {
  const removals = new Map<string, number>();
  let removalsOfAll = 0;
  /** Returns an error instead of rejecting, because a session that can't be read must still be deleted. */
  const readStoredSession = async (name: string): Promise<SessionOrError | undefined> => {
    try {
      const text = await secrets.get(createSecretStorageKey('session', name));
      return text === undefined
        ? undefined
        : (parseStoredSession(text.slice(text.indexOf('\n') + 1)) ?? new TypeError('no session'));
    } catch (error) {
      return error instanceof Error ? error : new Error('unreadable');
    }
  };
  const recordRemoval = (name: string): void => void removals.set(name, (removals.get(name) ?? 0) + 1);
  return {
    async readSecretIfValid(kind, connection, origin) {
      const text = await secrets.get(createSecretStorageKey(kind, connection.name));
      if (text === undefined) return undefined;
      const cut = text.indexOf('\n');
      const destinations = text.slice(0, cut).split(' ');
      const needed = [
        origin,
        ...listValidDestinations(kind, connection).filter((destination) => !URL.canParse(destination)),
      ];
      return needed.every((destination) => destinations.includes(destination))
        ? text.slice(cut + 1)
        : undefined;
    },
    async store(kind, connection, secret) {
      const text = `${listValidDestinations(kind, connection).join(' ')}\n${secret}`;
      onWillStore(kind, connection.name, text);
      await secrets.store(createSecretStorageKey(kind, connection.name), text);
    },
    readSession: readStoredSession,
    async remove(name) {
      // Counted before the deletion, so that the result of a pending request is not stored afterwards.
      recordRemoval(name);
      const session = await readStoredSession(name);
      for (const kind of KINDS) await secrets.delete(createSecretStorageKey(kind, name));
      return session;
    },
    async removeSession(name) {
      recordRemoval(name);
      const session = await readStoredSession(name);
      await secrets.delete(createSecretStorageKey('session', name));
      return session;
    },
    removePassphrase: async (name) => secrets.delete(createSecretStorageKey('passphrase', name)),
    async removeAll() {
      removalsOfAll++;
      const keys = (await secrets.keys()).filter((key) => parseSecretStorageKey(key) !== undefined);
      const sessions = new Map<string, SessionOrError>();
      for (const key of keys) {
        const { kind, name } = parseSecretStorageKey(key) ?? {};
        const session = kind === 'session' && name !== undefined ? await readStoredSession(name) : undefined;
        if (session && name !== undefined) sessions.set(name, session);
      }
      await Promise.all(keys.map((key) => secrets.delete(key)));
      return { count: keys.length, sessions };
    },
    getRemovalCount: (name) => removalsOfAll + (removals.get(name) ?? 0),
  };
}

export const serializeSession = (
  { token, expiresAt, refreshToken }: Grant,
  { server, clientID }: SessionClient,
): string =>
  JSON.stringify({
    token,
    expiresAt,
    refreshToken,
    client: { server, clientID },
  });

/**
 * Parses a stored session. Returns undefined if `text` is undefined or lacks the token or the client. Throws, for
 * example, if `text` is not JSON.
 */
export function parseStoredSession(text: string | undefined): StoredSession | undefined {
  if (text === undefined) return undefined;
  const { token, expiresAt, refreshToken, client } = JSON.parse(text) as Partial<Record<string, unknown>>;
  if (typeof token !== 'string' || !isPlainObject(client)) return undefined;
  return {
    token,
    // Not validated, because only this extension writes the stored text.
    client: client as unknown as SessionClient,
    ...(typeof expiresAt === 'number' && { expiresAt }),
    ...(typeof refreshToken === 'string' && { refreshToken }),
  };
}
