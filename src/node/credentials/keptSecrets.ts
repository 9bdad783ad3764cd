/**
 * What is kept in the editor's secret storage for a connection. Each secret is kept with the places it was made for,
 * and is given out for those alone, so that editing an address cannot send it elsewhere.
 */
import { isFields, type OAuthClient } from '../../core/service/connections/auth.ts';
import type { Grant } from '../signIn/grant.ts';
import type { SecretStore, TokenConnection } from './surroundings.ts';

/** A pasted token; what a browser or device sign-in gave; the secret of a client; the passphrase of its certificate. */
type SecretKind = 'token' | 'session' | 'clientSecret' | 'passphrase';

const KINDS: readonly SecretKind[] = ['token', 'session', 'clientSecret', 'passphrase'];
const keyOf = (kind: SecretKind, name: string): string => `vaultsql.${kind}.${name}`;

/** Which secret of which connection a key of the storage means; undefined for others. */
export function secretOf(key: string): { readonly kind: SecretKind; readonly name: string } | undefined {
  const kind = KINDS.find((one) => key.startsWith(keyOf(one, '')));
  return kind && { kind, name: key.slice(keyOf(kind, '').length) };
}

/** The origin of a connection's own address. */
export const ownOrigin = ({ baseUrl }: TokenConnection): string => new URL(baseUrl).origin;

/** Where a connection's requests go: its own origin, and those of vaults with a host of their own (S2). */
export const originsOf = (connection: TokenConnection): readonly string[] => [
  ...new Set(
    [connection.baseUrl, ...connection.vaults.flatMap(({ baseUrl }) => baseUrl ?? [])].map(
      (url) => new URL(url).origin,
    ),
  ),
];

/** The sign-in server that issued a session, and the client that it was issued to. */
export type SessionClient = Pick<OAuthClient, 'server' | 'clientID'>;

/** A session with what ends it at its sign-in server, whatever the settings say by then. */
export interface KeptSession extends Grant {
  readonly client: SessionClient;
}

/** A session and a client's secret belong to their sign-in server and client too. */
export const serverOf = ({ server, clientID }: SessionClient): string =>
  encodeURIComponent(`${'issuer' in server ? server.issuer : server.tokenUrl} ${clientID}`);

/** The first line of what is kept: places, separated by blanks. */
function placesOf(kind: SecretKind, connection: TokenConnection): readonly string[] {
  const { auth } = connection;
  const isOfServer = (kind === 'session' || kind === 'clientSecret') && 'clientID' in auth;
  return [...originsOf(connection), ...(isOfServer ? [serverOf(auth)] : [])];
}

/** A session that was removed, or why it could not be read before. */
export type Removed = KeptSession | Error;

export interface KeptSecrets {
  /** Undefined where nothing is kept, or not for `origin` and the connection's sign-in server. */
  read(kind: SecretKind, connection: TokenConnection, origin: string): Promise<string | undefined>;
  /** For the connection's origins and its sign-in server as they are now. */
  store(kind: SecretKind, connection: TokenConnection, secret: string): Promise<void>;
  /** The session that is kept under a name, whatever it was for. */
  session(name: string): Promise<Removed | undefined>;
  /** Removes what is kept under a connection's name. Returns the session that was among it, whatever it was for. */
  remove(name: string): Promise<Removed | undefined>;
  /** Removes the session that is kept under that name, and returns it. */
  removeSession(name: string): Promise<Removed | undefined>;
  /** Deletes the passphrase stored for the connection of that name. */
  removePassphrase(name: string): Promise<void>;
  /** Removes all there is, of all connections. Returns how many secrets, and the sessions among them by name. */
  removeAll(): Promise<{ readonly count: number; readonly sessions: ReadonlyMap<string, Removed> }>;
  /**
   * How often what is kept under that name was removed in this window. What was requested before a removal must not be
   * kept after it.
   */
  removals(name: string): number;
}

/** `storing` is told what is about to be stored: the storage tells of our own changes as of everybody else's. */
export function createKeptSecrets(
  secrets: SecretStore,
  storing: (kind: SecretKind, name: string, kept: string) => void,
): KeptSecrets {
  const removals = new Map<string, number>();
  let removalsOfAll = 0;
  /** The session under a name, whatever it was kept for. That it can't be read must not keep it from being removed. */
  const sessionOf = async (name: string): Promise<Removed | undefined> => {
    try {
      const text = await secrets.get(keyOf('session', name));
      return text === undefined
        ? undefined
        : (sessionIn(text.slice(text.indexOf('\n') + 1)) ?? new TypeError('no session'));
    } catch (error) {
      return error instanceof Error ? error : new Error('unreadable');
    }
  };
  const countRemoval = (name: string): void => void removals.set(name, (removals.get(name) ?? 0) + 1);
  const kept: KeptSecrets = {
    async read(kind, connection, origin) {
      const text = await secrets.get(keyOf(kind, connection.name));
      if (text === undefined) return undefined;
      const cut = text.indexOf('\n');
      const places = text.slice(0, cut).split(' ');
      const needed = [origin, ...placesOf(kind, connection).filter((place) => !URL.canParse(place))];
      return needed.every((place) => places.includes(place)) ? text.slice(cut + 1) : undefined;
    },
    async store(kind, connection, secret) {
      const text = `${placesOf(kind, connection).join(' ')}\n${secret}`;
      storing(kind, connection.name, text);
      await secrets.store(keyOf(kind, connection.name), text);
    },
    session: sessionOf,
    async remove(name) {
      // Counted first: all that is stored from now on was requested before.
      countRemoval(name);
      const session = await sessionOf(name);
      for (const kind of KINDS) await secrets.delete(keyOf(kind, name));
      return session;
    },
    async removeSession(name) {
      countRemoval(name);
      const session = await sessionOf(name);
      await secrets.delete(keyOf('session', name));
      return session;
    },
    removePassphrase: async (name) => secrets.delete(keyOf('passphrase', name)),
    async removeAll() {
      removalsOfAll++;
      const keys = (await secrets.keys()).filter((key) => secretOf(key) !== undefined);
      const sessions = new Map<string, Removed>();
      for (const key of keys) {
        const { kind, name } = secretOf(key) ?? {};
        const session = kind === 'session' && name !== undefined ? await sessionOf(name) : undefined;
        if (session && name !== undefined) sessions.set(name, session);
      }
      await Promise.all(keys.map((key) => secrets.delete(key)));
      return { count: keys.length, sessions };
    },
    removals: (name) => removalsOfAll + (removals.get(name) ?? 0),
  };
  return kept;
}

/** A session as it is kept. */
export const sessionText = (
  { token, expiresAt, refreshToken }: Grant,
  { server, clientID }: SessionClient,
): string => JSON.stringify({ token, expiresAt, refreshToken, client: { server, clientID } });

/** A session that was kept; undefined where the text is not one. */
export function sessionIn(text: string | undefined): KeptSession | undefined {
  if (text === undefined) return undefined;
  const { token, expiresAt, refreshToken, client } = JSON.parse(text) as Partial<Record<string, unknown>>;
  if (typeof token !== 'string' || !isFields(client)) return undefined;
  return {
    token,
    // As it was kept: it is ours.
    client: client as unknown as SessionClient,
    ...(typeof expiresAt === 'number' && { expiresAt }),
    ...(typeof refreshToken === 'string' && { refreshToken }),
  };
}
