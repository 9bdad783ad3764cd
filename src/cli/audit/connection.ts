/** Finds the connection that the options of a command name, and creates its client. */
import { type CursorParameters, cursorParameters } from '../../core/audit/feed/ledger.ts';
import type { AuditFilters } from '../../core/audit/filters/filters.ts';
import { validateBaseUrl } from '../../core/service/address.ts';
import { createVaultClient } from '../../core/service/client.ts';
import type { Auth } from '../../core/service/connections/auth.ts';
import { MAX_FILE_LENGTH, parseConnectionFile } from '../../core/service/connections/connectionFile.ts';
import {
  type Connection,
  type ConnectionProblem,
  parseConnections,
} from '../../core/service/connections/connections.ts';
import type { Outcome } from '../../core/service/errors.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { AuditPage, NextOps } from '../../core/service/types.ts';
import type { ConnectionSecrets } from '../../node/credentials/connectionSecrets.ts';
import { createTokenSource } from '../../node/credentials/sources.ts';
import { readSmallFile } from '../../node/smallFile.ts';
import type { AuditIO } from './auditIO.ts';

/** The options about the connection, as `parseArgs` returns them. */
interface ConnectionOptions {
  readonly url?: string | undefined;
  readonly account?: string | undefined;
  readonly 'token-env'?: string | undefined;
  readonly 'token-command'?: string | undefined;
  readonly 'key-file'?: string | undefined;
  readonly 'client-id'?: string | undefined;
  readonly issuer?: string | undefined;
  readonly 'client-secret-env'?: string | undefined;
  readonly connections?: string | undefined;
  readonly connection?: string | undefined;
}

/** An option or a file is wrong. The message is one sentence for the user. */
export class ArgumentError extends Error {}

export async function findConnection(options: ConnectionOptions): Promise<Connection> {
  const connection =
    options.connections === undefined
      ? connectionFromFlags(options)
      : await connectionFromFile(options.connections, options.connection);
  if (connection.accountID === '')
    throw new ArgumentError(
      'Listing audit events needs an account ID. Use --account, or accountID in the file.',
    );
  checkSignIn(connection.auth);
  return connection;
}

const isAddress = (address: string): boolean => validateBaseUrl(address).ok;

function connectionFromFlags(options: ConnectionOptions): Connection {
  const { url, account } = options;
  if (!url) throw new ArgumentError('--url is missing.');
  if (!account) throw new ArgumentError('--account is missing.');
  const entry = { name: 'service', baseUrl: url, accountID: account, auth: authFromFlags(options) };
  const { connections, problems } = parseConnections([entry], isAddress);
  const [connection] = connections;
  if (!connection) throw new ArgumentError(describeProblem(problems, 'The options'));
  return connection;
}

function authFromFlags(options: ConnectionOptions): Readonly<Record<string, unknown>> {
  const kinds = [
    options['token-env'] && { kind: 'environment', variable: options['token-env'] },
    options['token-command'] && { kind: 'command', command: parseCommand(options['token-command']) },
    options['key-file'] && { kind: 'serviceAccount', keyFile: options['key-file'] },
    options['client-id'] && {
      kind: 'clientCredentials',
      clientID: options['client-id'],
      issuer: options.issuer ?? '',
    },
  ].filter((kind) => kind !== undefined && kind !== '');
  const [kind, other] = kinds;
  if (!kind || other)
    throw new ArgumentError('Use one of --token-env, --token-command, --key-file, or --client-id.');
  return kind;
}

function parseCommand(text: string): readonly unknown[] {
  if (!text.startsWith('[')) return text.trim().split(/\s+/);
  try {
    const words: unknown = JSON.parse(text);
    return Array.isArray(words) ? words : [];
  } catch {
    throw new ArgumentError('--token-command is no valid JSON list.');
  }
}

async function connectionFromFile(file: string, name: string | undefined): Promise<Connection> {
  const read = await readSmallFile(file, 4 * MAX_FILE_LENGTH);
  if (!read.ok) throw new ArgumentError(`Could not read --connections ${file} (${read.reason}).`);
  const parsed = parseConnectionFile(read.contents.toString('utf8'), isAddress);
  if (!parsed.ok) throw new ArgumentError(`${file} is not a file of connections (${parsed.reason}).`);
  const { connections, problems } = parsed;
  if (name === undefined) {
    const [only, other] = connections;
    if (only && !other) return only;
    if (!only) throw new ArgumentError(describeProblem(problems, file));
    throw new ArgumentError(`${file} has several connections. Name one with --connection.`);
  }
  const found = connections.find((one) => one.name === name);
  if (!found) {
    const why = problems.length > 0 ? ` ${describeProblem(problems, file)}` : '';
    throw new ArgumentError(`${file} has no usable connection "${name}".${why}`);
  }
  return found;
}

function describeProblem(problems: readonly ConnectionProblem[], where: string): string {
  const [problem] = problems;
  if (!problem) return `${where} has no connection.`;
  const part = problem.path.replace(/^vaultsql\.connections/, 'connections');
  return `${where}: ${part} is wrong (${problem.reason}).`;
}

function checkSignIn({ kind }: Auth): void {
  if (
    kind === 'environment' ||
    kind === 'command' ||
    kind === 'serviceAccount' ||
    kind === 'clientCredentials'
  )
    return;
  throw new ArgumentError(
    `The sign-in "${kind}" needs the editor. Use a connection with a token variable, a command, a key file, or client credentials.`,
  );
}

/** The parameters that request a further page, for each value of `--cursor`. */
const cursorNames: Readonly<Record<string, CursorParameters | null>> = {
  after: { timestamp: 'afterOps.timestamp', changeID: 'afterOps.changeID' },
  next: { timestamp: 'nextOps.timestamp', changeID: 'nextOps.changeID' },
  none: null,
};

export interface AuditSource {
  readonly origin: string;
  readonly host: string;
  readonly pages: boolean;
  /** Fetches a page. A failed request is not repeated. */
  fetch(cursor: NextOps | undefined, signal?: AbortSignalLike): Promise<Outcome<AuditPage>>;
  /** IDs of the newest requests for audit events, each of which may itself have created an event. */
  ownRequestIDs(): ReadonlySet<string>;
}

const TIMEOUT_MS = 60_000;
const MAX_OWN_REQUESTS = 10_000;

/** Creates the source of a connection's events. `filters` are those of the service, without the account ID. */
export function createAuditSource(
  connection: Connection,
  {
    filters,
    cursor,
    secretVariable,
  }: { readonly filters: AuditFilters; readonly cursor: string; readonly secretVariable: string | undefined },
  io: AuditIO,
): AuditSource {
  const names = cursorNames[cursor];
  if (names === undefined) throw new ArgumentError(`--cursor must be after, next, or none, not "${cursor}".`);
  const { origin, host } = new URL(connection.baseUrl);
  const tokens = createTokens(connection, origin, secretVariable, io);
  const client = createVaultClient({
    transport: io.transport,
    baseUrl: connection.baseUrl,
    token: (_origin, signal) => tokens.getToken(signal),
    renewToken: (_origin, rejected, signal) => tokens.renewToken(rejected, signal),
    timeoutMs: () => TIMEOUT_MS,
    sleep: (ms, signal) => io.wait(ms, signal as AbortSignal),
    now: io.now,
  });
  const own = new Set<string>();
  const { accountID, parentAccountID, workspaceID } = connection;
  const allFilters: AuditFilters = {
    ...(parentAccountID === undefined ? {} : { parentAccountID }),
    ...(workspaceID === undefined ? {} : { workspaceID }),
    ...filters,
    accountID,
  };
  return {
    origin,
    host,
    pages: names !== null,
    async fetch(place, signal) {
      const parameters = cursorParameters(place, names);
      const outcome = await client.listAuditEvents(
        { filters: allFilters, isWithoutRetry: true, ...(parameters ? { cursor: parameters } : {}) },
        signal,
      );
      if (outcome.ok && outcome.exchange.requestID !== undefined) {
        own.add(outcome.exchange.requestID);
        const [oldest] = own;
        if (own.size > MAX_OWN_REQUESTS && oldest !== undefined) own.delete(oldest);
      }
      return outcome;
    },
    ownRequestIDs: () => own,
  };
}

function createTokens(
  connection: Connection,
  origin: string,
  secretVariable: string | undefined,
  io: AuditIO,
) {
  if (connection.auth.kind === 'clientCredentials' && !secretVariable)
    throw new ArgumentError(
      'Client credentials need --client-secret-env, the variable with the client secret.',
    );
  return createTokenSource(connection, origin, {
    connectionSecrets: createEnvironmentSecrets(secretVariable, io.environment),
    network: { transport: io.transport, timeoutMs: () => TIMEOUT_MS, now: io.now },
    loadSignIn: () => import('../../node/signIn/index.ts'),
    // Whoever starts this command has named the token command.
    mayRunCommand: async () => true,
    workspaceFolders: () => [],
    runExclusively: (_name, work) => work(io.aborting),
    log: {
      warn: (message) => io.writeError(`${message}\n`),
      defect: (where) => io.writeError(`Defect: ${where}\n`),
    },
    onTokenObtained: () => undefined,
  });
}

/** Provides the client secret from an environment variable. Nothing is stored. */
function createEnvironmentSecrets(
  variable: string | undefined,
  environment: AuditIO['environment'],
): ConnectionSecrets {
  return {
    readSecretIfValid: async (kind) =>
      kind === 'clientSecret' && variable !== undefined ? environment[variable] : undefined,
    store: async () => undefined,
    readSession: async () => undefined,
    remove: async () => undefined,
    removeSession: async () => undefined,
    removePassphrase: async () => undefined,
    removeAll: async () => ({ count: 0, sessions: new Map() }),
    getRemovalCount: () => 0,
  };
}
