/** Parses and formats the file of connections that a team shares. Stored secrets are not part of the file. */
import { validateBaseUrl } from '../address.ts';
import { hasInvisible } from '../invisible.ts';
import { type Auth, type Fields, isPlainObject } from './auth.ts';
import { type Connection, type ConnectionProblem, parseConnections } from './connections.ts';
import { type Entries, findEntry } from './settingEntries.ts';

const KIND = 'vaultsql.connections';
const VERSION = 1;
export const MAX_FILE_LENGTH = 1024 * 1024;

function toSettingEntry(connection: Connection): Fields {
  const { name, environment, baseUrl, accountID, parentAccountID, workspaceID, vaults } = connection;
  const { clientCertificate, trail } = connection;
  return {
    name,
    environment,
    baseUrl,
    ...(accountID && { accountID }),
    ...(parentAccountID && { parentAccountID }),
    ...(workspaceID && { workspaceID }),
    vaults,
    auth: toAuthSetting(connection.auth),
    ...(clientCertificate && { clientCertificate: removeKind(clientCertificate) }),
    ...(trail && { trail }),
  };
}

const removeKind = ({ kind: _kind, ...files }: NonNullable<Connection['clientCertificate']>): Fields => files;

/**
 * Returns a sign-in in the form of the setting `auth`, which has the server's addresses as fields of its own instead of
 * in an object `server`.
 */
export function toAuthSetting(auth: Auth): Fields {
  if (!('server' in auth)) return auth;
  const { kind, server, ...client } = auth;
  return { kind, ...server, ...client };
}

/**
 * Returns the text of a file with these connections. The arguments of a token command may contain secrets that can't be
 * recognized, so they are left out, except for the connections in `withArguments`.
 */
export function formatConnectionFile(
  connections: readonly Connection[],
  withArguments: ReadonlySet<Connection> = new Set(),
): string {
  const entries = connections.map((connection) =>
    toSettingEntry(withArguments.has(connection) ? connection : removeCommandArguments(connection)),
  );
  return `${JSON.stringify({ kind: KIND, version: VERSION, connections: entries }, undefined, 2)}\n`;
}

export const hasCommandArguments = ({ auth }: Connection): boolean =>
  auth.kind === 'command' && auth.command.length > 1;

function removeCommandArguments(connection: Connection): Connection {
  const { auth } = connection;
  if (auth.kind !== 'command') return connection;
  return { ...connection, auth: { ...auth, command: auth.command.slice(0, 1) } };
}

export type ParsedConnectionFile =
  | {
      readonly ok: true;
      readonly connections: readonly Connection[];
      readonly problems: readonly ConnectionProblem[];
    }
  | { readonly ok: false; readonly reason: 'too-large' | 'not-json' | 'other' | 'newer-version' };

/**
 * Parses the text of a file of connections. A connection with a mistake, or with text that could mislead where it is
 * displayed, is left out and reported in `problems`.
 */
export function parseConnectionFile(
  text: string,
  checkAddress: (address: string) => boolean,
): ParsedConnectionFile {
  if (text.length > MAX_FILE_LENGTH) return { ok: false, reason: 'too-large' };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    // The parser's own message is not used, because it may quote the file.
    return { ok: false, reason: 'not-json' };
  }
  if (!isPlainObject(value) || value.kind !== KIND || !Array.isArray(value.connections))
    return { ok: false, reason: 'other' };
  if (value.version !== VERSION) {
    const isNewer = typeof value.version === 'number' && value.version > VERSION;
    return { ok: false, reason: isNewer ? 'newer-version' : 'other' };
  }
  const { connections, problems } = parseConnections(value.connections, checkAddress);
  const unsafe = new Map<Connection, ConnectionProblem>();
  for (const connection of connections) {
    // Identified by its index, because its name may be the unsafe text.
    const index = value.connections.findIndex(
      (entry) => isPlainObject(entry) && trimNameIfString(entry) === connection.name,
    );
    const path = findUnsafeText(toSettingEntry(connection), `vaultsql.connections[${index}]`);
    if (path !== undefined) unsafe.set(connection, { path, reason: 'unsafe-text' });
  }
  return {
    ok: true,
    connections: connections.filter((connection) => !unsafe.has(connection)),
    problems: [...problems, ...unsafe.values()],
  };
}

const trimNameIfString = ({ name }: Fields): unknown => (typeof name === 'string' ? name.trim() : name);

/**
 * Whether `text` contains `](`, invisible characters or unusual spaces, so that it could mislead or harm where it is
 * displayed. The editor may display `](` as part of a link that runs a command.
 */
const isUnsafeText = (text: string): boolean => text.includes('](') || hasInvisible(text);

function findUnsafeText(value: unknown, path: string): string | undefined {
  const pending: { readonly path: string; readonly value: unknown }[] = [{ path, value }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (typeof next.value === 'string' && isUnsafeText(next.value)) return next.path;
    if (typeof next.value !== 'object' || next.value === null) continue;
    const isList = Array.isArray(next.value);
    for (const [key, inner] of Object.entries(next.value))
      pending.push({ path: isList ? `${next.path}[${key}]` : `${next.path}.${key}`, value: inner });
  }
  return undefined;
}

export type MachineResource =
  | { readonly kind: 'program'; readonly command: readonly string[]; readonly variables: readonly string[] }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'keyFile' | 'certificate'; readonly file: string };

export function listMachineResources({ auth, clientCertificate }: Connection): readonly MachineResource[] {
  const files = clientCertificate
    ? clientCertificate.kind === 'pem'
      ? [clientCertificate.certFile, clientCertificate.keyFile]
      : [clientCertificate.pfxFile]
    : [];
  return [...listSignInResources(auth), ...files.map((file) => ({ kind: 'certificate', file }) as const)];
}

function listSignInResources(auth: Auth): readonly MachineResource[] {
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

/**
 * Returns the distinct origins of the valid addresses in a connection's settings, including those for sign-in.
 * Endpoints that are discovered from an issuer or named in a key file are not included.
 */
export function listOrigins({ baseUrl, vaults, auth }: Connection): readonly string[] {
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

/**
 * Returns the entries with the connections added: each replaces the first entry of the same name, or is appended if
 * there is none. The names of `connections` must be distinct.
 */
export function addOrReplaceConnections(entries: Entries, connections: readonly Connection[]): Entries {
  const placed = connections.map((connection) => ({
    entry: toSettingEntry(connection),
    replaced: findEntry(entries, connection.name),
  }));
  return [
    ...entries.map(
      (old) => placed.find(({ replaced }) => replaced === old && old !== undefined)?.entry ?? old,
    ),
    ...placed.flatMap(({ entry, replaced }) => (replaced ? [] : entry)),
  ];
}
