/** The setting `vaultsql.connections`, read without trust: good entries are kept, bad ones become problems with a path. */
import { withoutVersion } from './address.ts';

export type Environment = 'production' | 'test' | 'development';

export interface VaultRef {
  readonly id: string;
  readonly name: string;
  /** The per-vault host (S2), where it differs from the connection's. */
  readonly baseUrl?: string;
}

export type Auth =
  | { readonly kind: 'token' }
  | { readonly kind: 'environment'; readonly variable: string }
  | {
      readonly kind: 'command';
      readonly command: readonly string[];
      /** Names of environment variables that the command gets beside the usual ones. */
      readonly variables?: readonly string[];
    }
  | { readonly kind: 'serviceAccount'; readonly keyFile: string }
  | { readonly kind: 'oauth' };

export interface Connection {
  readonly name: string;
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly accountID: string;
  readonly parentAccountID?: string;
  readonly workspaceID?: string;
  readonly vaults: readonly VaultRef[];
  readonly auth: Auth;
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
  | 'slash-in-name';

export interface ConnectionProblem {
  /** e.g. `vaultsql.connections[0].baseUrl`. */
  readonly path: string;
  readonly reason: ConnectionProblemReason;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * Reads the setting's value. `checkAddress` says whether an address may be used (https, or http to loopback).
 * Never throws; an entry with any problem of its own is left out as a whole, so that nothing is sent half configured.
 */
export function readConnections(
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
    const connection = readConnection(entry, path, checkAddress, (at, reason) =>
      own.push({ path: at, reason }),
    );
    if (connection && connections.some((other) => other.name === connection.name)) {
      own.push({ path: `${path}.name`, reason: 'duplicate-name' });
    }
    problems.push(...own);
    if (connection && own.length === 0) connections.push(connection);
  });
  return { connections, problems };
}

type Report = (path: string, reason: ConnectionProblemReason) => void;

function readConnection(
  entry: unknown,
  path: string,
  checkAddress: (address: string) => boolean,
  report: Report,
): Connection | undefined {
  if (!isFields(entry)) {
    report(path, 'not-an-object');
    return undefined;
  }
  const required = (key: string): string => {
    const value = entry[key];
    if (isText(value)) return value.trim();
    report(`${path}.${key}`, value === undefined || value === '' ? 'missing' : 'not-text');
    return '';
  };
  const optional = (key: string): string | undefined => {
    const value = entry[key];
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') return value.trim();
    report(`${path}.${key}`, 'not-text');
    return undefined;
  };
  const name = required('name');
  // The directive `-- vault: <connection>/<vault>` splits at the first slash.
  if (name.includes('/')) report(`${path}.name`, 'slash-in-name');
  const baseUrl = required('baseUrl');
  if (baseUrl && !checkAddress(baseUrl)) report(`${path}.baseUrl`, 'bad-address');
  const environment = entry.environment ?? 'development';
  if (environment !== 'production' && environment !== 'test' && environment !== 'development') {
    report(`${path}.environment`, 'bad-environment');
    return undefined;
  }
  const parentAccountID = optional('parentAccountID');
  const workspaceID = optional('workspaceID');
  return {
    name,
    environment,
    baseUrl: withoutVersion(baseUrl),
    // Listing audit events needs it (S25); a connection without it can still run queries.
    accountID: optional('accountID') ?? '',
    ...(parentAccountID ? { parentAccountID } : {}),
    ...(workspaceID ? { workspaceID } : {}),
    vaults: readVaults(entry.vaults, `${path}.vaults`, checkAddress, report),
    auth: readAuth(entry.auth, `${path}.auth`, report),
  };
}

function readVaults(
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
    if (!isFields(entry)) {
      report(at, 'not-an-object');
      continue;
    }
    const { id, name, baseUrl } = entry;
    if (!isText(id)) {
      report(`${at}.id`, id === undefined ? 'missing' : 'not-text');
      continue;
    }
    if (name !== undefined && typeof name !== 'string') {
      report(`${at}.name`, 'not-text');
      continue;
    }
    if (baseUrl !== undefined && !isText(baseUrl)) {
      report(`${at}.baseUrl`, 'not-text');
      continue;
    }
    if (isText(baseUrl) && !checkAddress(baseUrl)) {
      report(`${at}.baseUrl`, 'bad-address');
      continue;
    }
    vaults.push({
      id: id.trim(),
      name: name?.trim() || id.trim(),
      ...(isText(baseUrl) ? { baseUrl: withoutVersion(baseUrl) } : {}),
    });
  }
  return vaults;
}

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** An absolute path, one under the home folder, or a name to look for in PATH: nothing that depends on the current folder. */
const isProgramName = (program: string): boolean =>
  /^(?:\/|~[\\/]|[a-z]:[\\/]|\\\\)/i.test(program) || !/[\\/:]|^\.{1,2}$/.test(program);

function readAuth(value: unknown, path: string, report: Report): Auth {
  const none: Auth = { kind: 'token' };
  if (value === undefined) return none;
  if (!isFields(value)) {
    report(path, 'not-an-object');
    return none;
  }
  const { kind, variable, command, variables, keyFile } = value;
  if (kind === 'token') return none;
  if (kind === 'oauth') return { kind };
  if (kind === 'environment' && isText(variable)) return { kind, variable };
  if (kind === 'serviceAccount' && isText(keyFile)) return { kind, keyFile };
  if (
    kind === 'command' &&
    isTexts(command) &&
    command.length > 0 &&
    (variables === undefined || isTexts(variables))
  ) {
    if (!isProgramName(command[0] ?? '')) report(`${path}.command`, 'bad-command');
    return { kind, command, ...(variables && { variables }) };
  }
  report(path, 'bad-auth');
  return none;
}
