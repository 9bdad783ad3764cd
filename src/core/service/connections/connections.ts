import { removeVersionPath } from '../address.ts';
import { type Auth, isNonBlankString, isPlainObject, parseAuth } from './auth.ts';
import { type ClientCertificate, parseClientCertificate } from './clientCertificate.ts';
import { parseTrailTable, type TrailTable } from './trailTable.ts';

export type { Auth } from './auth.ts';

export type Environment = 'production' | 'test' | 'development';

export interface VaultRef {
  readonly id: string;
  readonly name: string;
  /** The vault's own base address (S2), if it has one. */
  readonly baseUrl?: string;
}

export interface Connection {
  readonly name: string;
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly accountID: string;
  readonly parentAccountID?: string;
  readonly workspaceID?: string;
  readonly vaults: readonly VaultRef[];
  readonly auth: Auth;
  readonly clientCertificate?: ClientCertificate;
  /** Where the audit events of this connection are collected, besides at the service. */
  readonly trail?: TrailTable;
}

export type ConnectionProblemReason =
  | 'not-a-list'
  | 'not-an-object'
  | 'missing'
  | 'not-text'
  | 'duplicate-name'
  | 'bad-address'
  | 'bad-environment'
  | 'bad-auth'
  | 'bad-command'
  | 'bad-file'
  | 'bad-certificate'
  | 'bad-trail'
  | 'bad-table'
  | 'slash-in-name'
  | 'unsafe-text';

export interface ConnectionProblem {
  /** Path of the setting with the problem, such as `vaultsql.connections[0].baseUrl`. */
  readonly path: string;
  readonly reason: ConnectionProblemReason;
}

/**
 * Parses the setting `vaultsql.connections`. An entry with a problem is left out as a whole, so that no request is sent
 * with an incomplete configuration. If the only problems are in its `trail`, the entry is returned without `trail`.
 */
export function parseConnections(
  value: unknown,
  checkAddress: (address: string) => boolean,
): { connections: readonly Connection[]; problems: readonly ConnectionProblem[] } {
  const problems: ConnectionProblem[] = [];
  const connections: Connection[] = [];
  if (value === undefined || value === null) return { connections, problems };
  if (!Array.isArray(value)) {
    return { connections, problems: [{ path: 'vaultsql.connections', reason: 'not-a-list' }] };
  }
  value.forEach((entry: unknown, index) => {
    const path = `vaultsql.connections[${index}]`;
    const own: ConnectionProblem[] = [];
    const connection = parseConnection(entry, path, checkAddress, (at, reason) =>
      own.push({ path: at, reason }),
    );
    if (connection && connections.some((other) => other.name === connection.name)) {
      own.push({ path: `${path}.name`, reason: 'duplicate-name' });
    }
    problems.push(...own);
    // A connection works without its table of audit events, which is left out if it has problems.
    const isUsable = own.every(({ path: at }) => at.startsWith(`${path}.trail`));
    if (connection && isUsable) connections.push(connection);
  });
  return { connections, problems };
}

type Report = (path: string, reason: ConnectionProblemReason) => void;

function parseConnection(
  entry: unknown,
  path: string,
  checkAddress: (address: string) => boolean,
  report: Report,
): Connection | undefined {
  if (!isPlainObject(entry)) {
    report(path, 'not-an-object');
    return undefined;
  }
  const readRequiredText = (key: string): string => {
    const value = entry[key];
    if (isNonBlankString(value)) return value.trim();
    report(`${path}.${key}`, value === undefined || value === '' ? 'missing' : 'not-text');
    return '';
  };
  const readOptionalText = (key: string): string | undefined => {
    const value = entry[key];
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') return value.trim();
    report(`${path}.${key}`, 'not-text');
    return undefined;
  };
  const name = readRequiredText('name');
  // In the directive `-- vault: <connection>/<vault>`, the first slash ends the name of the connection.
  if (name.includes('/')) report(`${path}.name`, 'slash-in-name');
  const baseUrl = readRequiredText('baseUrl');
  if (baseUrl && !checkAddress(baseUrl)) report(`${path}.baseUrl`, 'bad-address');
  const environment = entry.environment ?? 'development';
  if (environment !== 'production' && environment !== 'test' && environment !== 'development') {
    report(`${path}.environment`, 'bad-environment');
    return undefined;
  }
  const parentAccountID = readOptionalText('parentAccountID');
  const workspaceID = readOptionalText('workspaceID');
  const clientCertificate = parseClientCertificate(
    entry.clientCertificate,
    `${path}.clientCertificate`,
    report,
  );
  const trail = parseTrailTable(entry.trail, `${path}.trail`, checkAddress, report);
  return {
    name,
    environment,
    baseUrl: removeVersionPath(baseUrl),
    // Required for listing audit events (S25). A connection without an account ID can still run queries.
    accountID: readOptionalText('accountID') ?? '',
    ...(parentAccountID ? { parentAccountID } : {}),
    ...(workspaceID ? { workspaceID } : {}),
    vaults: parseVaults(entry.vaults, `${path}.vaults`, checkAddress, report),
    auth: parseAuth(entry.auth, `${path}.auth`, checkAddress, report),
    ...(clientCertificate ? { clientCertificate } : {}),
    ...(trail ? { trail } : {}),
  };
}

function parseVaults(
  value: unknown,
  path: string,
  checkAddress: (address: string) => boolean,
  report: Report,
): readonly VaultRef[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    report(path, 'not-a-list');
    return [];
  }
  const vaults: VaultRef[] = [];
  for (const [index, entry] of value.entries()) {
    const at = `${path}[${index}]`;
    if (!isPlainObject(entry)) {
      report(at, 'not-an-object');
      continue;
    }
    const { id, name, baseUrl } = entry;
    if (!isNonBlankString(id)) {
      report(`${at}.id`, id === undefined ? 'missing' : 'not-text');
      continue;
    }
    if (name !== undefined && typeof name !== 'string') {
      report(`${at}.name`, 'not-text');
      continue;
    }
    if (baseUrl !== undefined && !isNonBlankString(baseUrl)) {
      report(`${at}.baseUrl`, 'not-text');
      continue;
    }
    if (isNonBlankString(baseUrl) && !checkAddress(baseUrl)) {
      report(`${at}.baseUrl`, 'bad-address');
      continue;
    }
    vaults.push({
      id: id.trim(),
      name: name?.trim() || id.trim(),
      ...(isNonBlankString(baseUrl) ? { baseUrl: removeVersionPath(baseUrl) } : {}),
    });
  }
  return vaults;
}
