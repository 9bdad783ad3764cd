/**
 * The secrets of connections in the editor's secret storage. Each one is stored with the destinations for which it is
 * valid: the connection's origins and, for a session or client secret, the sign-in server. `read` checks them, so that
 * a changed address does not receive the secret.
 */
import { isPlainObject, type OAuthClient } from '../../core/service/connections/auth.ts';
import type { Grant } from '../signIn/grant.ts';
import type { SecretStore, TokenConnection } from './editorTypes.ts';

/**
 * `token`: a token that the user pasted · `session`: the tokens of a browser or device sign-in · `clientSecret`: the
 * secret of a client with client credentials · `passphrase`: the passphrase of the client certificate.
 */
type SecretKind = 'token' | 'session' | 'clientSecret' | 'passphrase';

const KINDS: readonly SecretKind[] = ['token', 'session', 'clientSecret', 'passphrase'];
const createStorageKey = (kind: SecretKind, name: string): string => `vaultsql.${kind}.${name}`;

/**
 * Returns the kind of secret and the connection's name for a key of the secret storage; undefined for any other key.
 */
export function parseStorageKey(
  key: string,
): { readonly kind: SecretKind; readonly name: string } | undefined {
  const kind = KINDS.find((one) => key.startsWith(createStorageKey(one, '')));
  return kind && { kind, name: key.slice(createStorageKey(kind, '').length) };
}

/** Returns the origin of a connection's base URL. */
export const getOwnOrigin = ({ baseUrl }: TokenConnection): string => new URL(baseUrl).origin;

/** Returns the distinct origins of a connection's base URL and of the vaults that have a base URL of their own (S2). */
export const getOrigins = (connection: TokenConnection): readonly string[] => [
  ...new Set(
    [connection.baseUrl, ...connection.vaults.flatMap(({ baseUrl }) => baseUrl ?? [])].map(
      (url) => new URL(url).origin,
    ),
  ),
];

/** The sign-in server that issued a session, and the client that it was issued to. */
export type SessionClient = Pick<OAuthClient, 'server' | 'clientID'>;

interface StoredSession extends Grant {
  readonly client: SessionClient;
}

/** Returns a text without spaces that consists of a sign-in server's issuer or token URL and the client ID. */
export const createServerKey = ({ server, clientID }: SessionClient): string =>
  encodeURIComponent(`${'issuer' in server ? server.issuer : server.tokenUrl} ${clientID}`);

/**
 * Returns what a secret of this kind is valid for: the connection's origins and, for a session or client secret, its
 * sign-in server, if it has one. Joined by spaces, this is the first line of the stored text.
 */
function listValidDestinations(kind: SecretKind, connection: TokenConnection): readonly string[] {
  const { auth } = connection;
  const isOfServer = (kind === 'session' || kind === 'clientSecret') && 'clientID' in auth;
  return [...getOrigins(connection), ...(isOfServer ? [createServerKey(auth)] : [])];
}

/** A stored session, or the error why it could not be read. */
export type SessionOrError = StoredSession | Error;

export interface ConnectionSecrets {
  /**
   * Returns a secret; undefined if none is stored, or if it was not stored for `origin` or, in the case of a session or
   * client secret, not for the connection's present sign-in server.
   */
  read(kind: SecretKind, connection: TokenConnection, origin: string): Promise<string | undefined>;
  /**
   * Stores a secret for the connection's present origins and, if it is a session or client secret, its sign-in server.
   */
  store(kind: SecretKind, connection: TokenConnection, secret: string): Promise<void>;
  /** Returns the session stored under a connection's name, whatever it is valid for; undefined if there is none. */
  readSession(name: string): Promise<SessionOrError | undefined>;
  /** Deletes all secrets under a connection's name. Returns the session among them, whatever it was valid for. */
  remove(name: string): Promise<SessionOrError | undefined>;
  /** Deletes the session under a connection's name, and returns it. */
  removeSession(name: string): Promise<SessionOrError | undefined>;
  removePassphrase(name: string): Promise<void>;
  /** Deletes the secrets of all connections. Returns their number, and the sessions among them by connection name. */
  removeAll(): Promise<{
    readonly count: number;
    readonly sessions: ReadonlyMap<string, SessionOrError>;
  }>;
  /**
   * Returns how often `remove`, `removeSession` and `removeAll` were called in this window for a name. If the number
   * has changed since a request began, its result must not be stored.
   */
  getRemovalCount(name: string): number;
}

/**
 * `onWillStore` is called with the text that is about to be stored, to recognize this window's own changes: the storage
 * reports them like those of other windows.
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
      const text = await secrets.get(createStorageKey('session', name));
      return text === undefined
        ? undefined
        : (parseSession(text.slice(text.indexOf('\n') + 1)) ?? new TypeError('no session'));
    } catch (error) {
      return error instanceof Error ? error : new Error('unreadable');
    }
  };
  const recordRemoval = (name: string): void => void removals.set(name, (removals.get(name) ?? 0) + 1);
  return {
    async read(kind, connection, origin) {
      const text = await secrets.get(createStorageKey(kind, connection.name));
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
      await secrets.store(createStorageKey(kind, connection.name), text);
    },
    readSession: readStoredSession,
    async remove(name) {
      // Counted before the deletion, so that the result of a pending request is not stored afterwards.
      recordRemoval(name);
      const session = await readStoredSession(name);
      for (const kind of KINDS) await secrets.delete(createStorageKey(kind, name));
      return session;
    },
    async removeSession(name) {
      recordRemoval(name);
      const session = await readStoredSession(name);
      await secrets.delete(createStorageKey('session', name));
      return session;
    },
    removePassphrase: async (name) => secrets.delete(createStorageKey('passphrase', name)),
    async removeAll() {
      removalsOfAll++;
      const keys = (await secrets.keys()).filter((key) => parseStorageKey(key) !== undefined);
      const sessions = new Map<string, SessionOrError>();
      for (const key of keys) {
        const { kind, name } = parseStorageKey(key) ?? {};
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
 * Parses a stored session. Returns undefined if `text` is undefined or is JSON of something else. Throws if `text` is
 * not JSON or is `null`.
 */
export function parseSession(text: string | undefined): StoredSession | undefined {
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
