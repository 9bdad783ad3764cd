/** Connections as a file that a team shares: written without secrets, read without trust. */
import { validateBaseUrl } from '../address.ts';
import { type Auth, type Fields, isFields } from './auth.ts';
import { type Connection, type ConnectionProblem, readConnections } from './connections.ts';
import { type Entries, entryNamed } from './entries.ts';

const KIND = 'vaultsql.connections';
const VERSION = 1;
/** Characters of a file that is read at all: hundreds of connections have far fewer. */
export const MAX_FILE_LENGTH = 1024 * 1024;

/** A connection as an entry of the setting, with nothing in it that is not read from there. */
export function entryOf(connection: Connection): Fields {
  const { name, environment, baseUrl, accountID, parentAccountID, workspaceID, vaults } = connection;
  const { clientCertificate } = connection;
  return {
    ...{ name, environment, baseUrl },
    ...(accountID && { accountID }),
    ...(parentAccountID && { parentAccountID }),
    ...(workspaceID && { workspaceID }),
    vaults,
    auth: authEntry(connection.auth),
    ...(clientCertificate && { clientCertificate: withoutKind(clientCertificate) }),
  };
}

const withoutKind = ({ kind: _kind, ...files }: NonNullable<Connection['clientCertificate']>): Fields =>
  files;

/** The sign-in as the setting has it: the addresses of its server are fields of their own there. */
export function authEntry(auth: Auth): Fields {
  if (!('server' in auth)) return auth;
  const { kind, server, ...client } = auth;
  return { kind, ...server, ...client };
}

/** The file's text. */
export const connectionFileText = (connections: readonly Connection[]): string =>
  `${JSON.stringify({ kind: KIND, version: VERSION, connections: connections.map(entryOf) }, undefined, 2)}\n`;

export type ReadConnectionFile =
  | {
      readonly ok: true;
      readonly connections: readonly Connection[];
      readonly problems: readonly ConnectionProblem[];
    }
  | { readonly ok: false; readonly reason: 'too-large' | 'not-json' | 'other' | 'newer-version' }
  /** `path` says where in the file; never what. */
  | { readonly ok: false; readonly reason: 'secret'; readonly path: string };

/** Reads a file's text. Never throws; a file with anything like a secret in it is refused as a whole. */
export function readConnectionFile(
  text: string,
  checkAddress: (address: string) => boolean,
): ReadConnectionFile {
  if (text.length > MAX_FILE_LENGTH) return { ok: false, reason: 'too-large' };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    // What is wrong with it is said as a whole: its place may quote the file.
    return { ok: false, reason: 'not-json' };
  }
  if (!isFields(value) || value.kind !== KIND || !Array.isArray(value.connections))
    return { ok: false, reason: 'other' };
  if (value.version !== VERSION) return { ok: false, reason: 'newer-version' };
  const path = secretPath(value);
  if (path !== undefined) return { ok: false, reason: 'secret', path };
  const { connections, problems } = readConnections(value.connections, checkAddress);
  return { ok: true, connections, problems };
}

const SECRET_WORD =
  'token|secret|password|passwd|passphrase|credential|authorization|(?:private|api)[_-]?key';
/** The name of a field for a secret: `accessToken`, `client_secret`; not `tokenUrl`, nor `keyFile`. */
const SECRET_NAME = new RegExp(`(?:${SECRET_WORD})s?$`, 'i');
const SECRET_TEXTS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  // A JWT.
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/,
  /\bBearer\s+\S{8}/i,
  // User and password in an address.
  /\/\/[^/\s:@]*:[^/\s@]+@/,
  // An argument of a command: `--password=…`.
  new RegExp(`^--?(?:[\\w-]*-)?(?:${SECRET_WORD})=.`, 'i'),
];

/** Where in `value` something looks like a secret; undefined where nothing does. */
export function secretPath(value: unknown): string | undefined {
  // A list of its own instead of a recursion: a hostile file may be nested as deep as it likes.
  const open: { readonly path: string; readonly value: unknown }[] = [{ path: '$', value }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value: one } = next;
    if (typeof one === 'string' && SECRET_TEXTS.some((pattern) => pattern.test(one))) return path;
    if (typeof one !== 'object' || one === null) continue;
    const isList = Array.isArray(one);
    for (const [key, inner] of Object.entries(one)) {
      const at = isList ? `${path}[${key}]` : `${path}.${key}`;
      if (!isList && SECRET_NAME.test(key) && inner !== null && inner !== '') return at;
      open.push({ path: at, value: inner });
    }
  }
  return undefined;
}

/** What of this machine a connection makes use of by itself, once a request needs a token. */
export type MachineUse =
  | { readonly kind: 'program'; readonly command: readonly string[]; readonly variables: readonly string[] }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'keyFile' | 'certificate'; readonly file: string };

/** What to ask about before a connection that somebody else wrote is taken in. */
export function machineUses({ auth, clientCertificate }: Connection): readonly MachineUse[] {
  const files = clientCertificate
    ? clientCertificate.kind === 'pem'
      ? [clientCertificate.certFile, clientCertificate.keyFile]
      : [clientCertificate.pfxFile]
    : [];
  return [...signInUses(auth), ...files.map((file) => ({ kind: 'certificate', file }) as const)];
}

function signInUses(auth: Auth): readonly MachineUse[] {
  switch (auth.kind) {
    case 'command':
      return [{ kind: 'program', command: auth.command, variables: auth.variables ?? [] }];
    case 'environment':
      return [{ kind: 'variable', name: auth.variable }];
    case 'serviceAccount':
      return [{ kind: 'keyFile', file: auth.keyFile }];
    case 'token':
    case 'oauth':
    case 'device':
    case 'clientCredentials':
      return [];
  }
}

/** Where the requests of a connection go, those to sign in too: each origin once, the service's first. */
export function originsOf({ baseUrl, vaults, auth }: Connection): readonly string[] {
  const servers = 'server' in auth ? Object.values(auth.server) : [];
  const addresses = [baseUrl, ...vaults.flatMap((vault) => vault.baseUrl ?? []), ...servers];
  return [
    ...new Set(
      addresses.flatMap((address) => {
        const valid = validateBaseUrl(address);
        return valid.ok ? valid.origin : [];
      }),
    ),
  ];
}

/** The entries with the connections of a file: in the place of those of the same name, else at the end. */
export function withConnections(entries: Entries, connections: readonly Connection[]): Entries {
  const placed = connections.map((connection) => ({
    entry: entryOf(connection),
    replaced: entryNamed(entries, connection.name),
  }));
  return [
    ...entries.map(
      (old) => placed.find(({ replaced }) => replaced === old && old !== undefined)?.entry ?? old,
    ),
    ...placed.flatMap(({ entry, replaced }) => (replaced ? [] : entry)),
  ];
}
