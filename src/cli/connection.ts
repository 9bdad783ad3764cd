/** Finds the connection that the options of a command name, and creates its client. */
import { createVaultClient, type VaultClient } from '../core/service/client.ts';
import type { Auth } from '../core/service/connections/auth.ts';
import { MAX_FILE_LENGTH, parseConnectionFile } from '../core/service/connections/connectionFile.ts';
import {
  type Connection,
  type ConnectionProblem,
  type ConnectionProblemReason,
  parseConnections,
} from '../core/service/connections/connections.ts';
import type { CertificateWithPassphrase, Transport } from '../core/service/transport.ts';
import { isUsableAddress } from '../node/address.ts';
import { type ConnectionSecrets, getConnectionOrigins } from '../node/credentials/connectionSecrets.ts';
import { addSignInCertificate } from '../node/credentials/signInCertificate.ts';
import { createTokenSource } from '../node/credentials/sources.ts';
import type { TokenSource } from '../node/credentials/tokenSource.ts';
import { readSmallFile } from '../node/smallFile.ts';
import { restrictToOrigins } from '../node/transport/restrictToOrigins.ts';
import { parseAddressOption } from './addresses.ts';
import type { CommandIO } from './commandIO.ts';
import { ArgumentError } from './options.ts';

const text = { type: 'string' } as const;

/** The options that select the connection and its sign-in, for `parseOptions`. */
export const connectionOptions = {
  url: text,
  account: text,
  'token-env': text,
  'token-command': text,
  'key-file': text,
  'client-id': text,
  issuer: text,
  'client-secret-env': text,
  'certificate-passphrase-env': text,
  connections: text,
  connection: text,
  profile: text,
} as const;

export const CONNECTION_HELP = `Connection:
  --url U                  address of the service, without /v1
  --account A              account ID
  --token-env NAME         environment variable with the access token
  --token-command C        command that prints an access token: words, or a JSON list of words
  --key-file FILE          key file of a service account, by its absolute path
  --client-id ID           client credentials, with --issuer U and --client-secret-env NAME
  --connections FILE       file of connections without secrets, as the extension exports it, in place of the above
  --connection NAME        the connection in that file (default: the only one)
  --certificate-passphrase-env NAME
                           environment variable with the passphrase of the connection's client certificate
  --profile FILE           what conform --format json found out about this service
`;

type ConnectionOptions = Readonly<Partial<Record<keyof typeof connectionOptions, string | undefined>>>;

/** Finds the connection of the options. Rejects with an ArgumentError if there is none that can be used without an editor. */
export async function findConnection(options: ConnectionOptions): Promise<Connection> {
  const { connections } = options;
  if (connections === undefined && options.connection !== undefined)
    throw new ArgumentError('--connection needs --connections, the file that has the connection.');
  const other = (['url', 'account', ...signInOptions, 'issuer'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (connections !== undefined && other !== undefined)
    throw new ArgumentError(`Use only one of --connections and --${other}: the file names it.`);
  const connection =
    connections === undefined
      ? connectionFromFlags(options)
      : await connectionFromFile(connections, options.connection);
  checkSignIn(connection.auth);
  return connection;
}

function connectionFromFlags(options: ConnectionOptions): Connection {
  const { url, account } = options;
  if (!url) throw new ArgumentError('--url is missing.');
  parseAddressOption('url', url);
  const entry = { name: 'service', baseUrl: url, accountID: account ?? '', auth: authFromFlags(options) };
  const { connections, problems } = parseConnections([entry], isUsableAddress);
  const [connection] = connections;
  if (!connection) throw new ArgumentError(describeOptionProblem(problems));
  return connection;
}

/** The options for a way to sign in, exactly one of which a connection needs. */
const signInOptions = ['token-env', 'token-command', 'key-file', 'client-id'] as const;

function authFromFlags(options: ConnectionOptions): Readonly<Record<string, unknown>> {
  const given = signInOptions.filter((name) => options[name] !== undefined);
  const [option, other] = given;
  if (other !== undefined)
    throw new ArgumentError(`Use only one of --${given.join(' and --')}, or --connections in place of them.`);
  if (option === undefined)
    throw new ArgumentError(
      'Use one of --token-env, --token-command, --key-file, or --client-id, or a connection of --connections.',
    );
  switch (option) {
    case 'token-env':
      if (options[option] === '') throw new ArgumentError(describeUnsetVariable('access token'));
      return { kind: 'environment', variable: options[option] };
    case 'token-command':
      return { kind: 'command', command: parseCommand(options[option] ?? '') };
    case 'key-file':
      return { kind: 'serviceAccount', keyFile: options[option] };
    case 'client-id':
      return { kind: 'clientCredentials', clientID: options[option], issuer: options.issuer ?? '' };
  }
}

function parseCommand(text: string): readonly string[] {
  if (text.trim() === '')
    throw new ArgumentError('--token-command is empty. Name a program that prints an access token.');
  if (!text.startsWith('[')) return text.trim().split(/\s+/);
  try {
    const words: unknown = JSON.parse(text);
    if (Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === 'string'))
      return words;
  } catch {
    // The same message as for a list of something else.
  }
  throw new ArgumentError(
    '--token-command is not a valid JSON list of words. Check its quotation marks, or write the words without a list.',
  );
}

async function connectionFromFile(file: string, name: string | undefined): Promise<Connection> {
  const read = await readSmallFile(file, 4 * MAX_FILE_LENGTH);
  if (!read.ok) throw new ArgumentError(`${file} ${fileProblemTexts[read.reason]}.`);
  const parsed = parseConnectionFile(read.contents.toString('utf8'), isUsableAddress);
  if (!parsed.ok) throw new ArgumentError(`${file} ${fileProblemTexts[parsed.reason]}.`);
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

const fileProblemTexts = {
  missing: 'does not exist. Check its path',
  unreadable: "can't be read. Check that it is a file, and its permissions",
  'too-large': 'is too large for a file of connections',
  'not-json': 'is not valid JSON. Export the connections again',
  other: 'is not a file of connections that the extension exported. Check its path',
  'newer-version': 'was exported by a newer version of the extension. Update this program',
} as const;

const problemTexts: Readonly<Record<ConnectionProblemReason, string>> = {
  'not-a-list': 'is not a list',
  'not-an-object': 'is not an object',
  missing: 'is missing',
  'not-text': 'is not a text',
  'duplicate-name': 'is used twice',
  'bad-address': 'must be an https address without a user, ?, or #; http is for this machine only',
  'bad-environment': 'is not production, test, or development',
  'bad-auth': 'is not a valid sign-in',
  'bad-command': 'is not a program by its absolute path or its name, with arguments',
  'bad-file': 'is not an absolute path',
  'bad-certificate': 'is not a valid client certificate',
  'bad-trail': 'is not a valid trail',
  'bad-table': 'is not a name of a table or database',
  'slash-in-name': 'contains a slash',
  'unsafe-text': 'contains invisible characters or ](',
};

/** The option for each property of a connection, by the last name of the property's path. */
const optionNames: Readonly<Record<string, string>> = {
  accountID: '--account',
  variable: '--token-env',
  command: '--token-command',
  keyFile: '--key-file',
  clientID: '--client-id',
  issuer: '--issuer',
};

/** Describes the first problem of a connection that is given by options. */
function describeOptionProblem([problem]: readonly ConnectionProblem[]): string {
  const [, name = ''] = /\.(\w+)$/.exec(problem?.path ?? '') ?? [];
  const option = optionNames[name];
  return problem && option !== undefined
    ? `${option} ${problemTexts[problem.reason]}.`
    : 'The options of the connection are incomplete.';
}

function describeProblem(problems: readonly ConnectionProblem[], where: string): string {
  const [problem] = problems;
  if (!problem) return `${where} has no connection.`;
  const part = problem.path.replace(/^vaultsql\.connections/, 'connections');
  return `${where}: ${part} ${problemTexts[problem.reason]}.`;
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

const TIMEOUT_MS = 60_000;

/**
 * Creates the client of a connection, which sends requests only to the addresses of the connection and its vaults.
 * `options` contains the names of the environment variables with the connection's secrets. Throws an ArgumentError if one
 * of them is not set.
 */
export function createConnectionClient(
  connection: Connection,
  options: Pick<ConnectionOptions, 'certificate-passphrase-env' | 'client-secret-env'>,
  io: CommandIO,
): VaultClient {
  const secretVariable = options['client-secret-env'];
  if (connection.auth.kind === 'clientCredentials' && !secretVariable)
    throw new ArgumentError(
      'Client credentials need --client-secret-env, the variable with the client secret.',
    );
  if (connection.auth.kind === 'environment') requireVariable(connection.auth.variable, 'access token', io);
  if (connection.auth.kind === 'clientCredentials' && secretVariable)
    requireVariable(secretVariable, 'client secret', io);
  const certificate = findCertificate(connection, options['certificate-passphrase-env'], io);
  const sources = new Map<string, TokenSource>();
  const findTokens = (origin: string): TokenSource => {
    const known = sources.get(origin);
    if (known) return known;
    const created = createTokens(
      connection,
      origin,
      { secretVariable, passphrase: certificate?.passphrase },
      io,
    );
    sources.set(origin, created);
    return created;
  };
  return createVaultClient({
    transport: restrictToOrigins(
      addClientCertificate(io.transport, certificate),
      getConnectionOrigins(connection),
    ),
    baseUrl: connection.baseUrl,
    token: (origin, signal) => findTokens(origin).getToken(signal),
    renewToken: (origin, rejected, signal) => findTokens(origin).renewToken(rejected, signal),
    timeoutMs: () => TIMEOUT_MS,
    sleep: (ms, signal) => io.wait(ms, signal as AbortSignal),
    now: io.now,
  });
}

/**
 * Returns the connection's client certificate with the passphrase in the environment variable `variable`, if that is
 * given. Throws an ArgumentError if the variable is not set, or if there is no certificate to which it could belong.
 */
function findCertificate(
  { clientCertificate }: Connection,
  variable: string | undefined,
  io: CommandIO,
): CertificateWithPassphrase | undefined {
  if (variable === undefined) return clientCertificate;
  if (!clientCertificate)
    throw new ArgumentError(
      '--certificate-passphrase-env is given, but the connection has no client certificate. Leave it out.',
    );
  requireVariable(variable, 'passphrase of the client certificate', io);
  const passphrase = io.environment[variable];
  return { ...clientCertificate, ...(passphrase === undefined ? {} : { passphrase }) };
}

/** Returns a transport that sends requests with the client certificate, if there is one. */
function addClientCertificate(
  transport: Transport,
  certificate: CertificateWithPassphrase | undefined,
): Transport {
  if (!certificate) return transport;
  return { send: (request, signal) => transport.send({ ...request, certificate }, signal) };
}

function createTokens(
  connection: Connection,
  origin: string,
  {
    secretVariable,
    passphrase,
  }: { readonly secretVariable: string | undefined; readonly passphrase: string | undefined },
  io: CommandIO,
): TokenSource {
  return createTokenSource(connection, origin, {
    connectionSecrets: createEnvironmentSecrets(secretVariable, io.environment),
    network: {
      transport: addSignInCertificate(io.transport, connection, async () => passphrase),
      timeoutMs: () => TIMEOUT_MS,
      now: io.now,
    },
    loadSignIn: () => import('../node/signIn/index.ts'),
    // The user has named the token command in an option or in the file of connections.
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

/**
 * Throws an ArgumentError if the environment variable `name` is not set or empty. Its message contains `name` only if there
 * is such a variable. Otherwise, `name` may be the secret itself, because the shell has expanded a variable.
 */
function requireVariable(name: string, content: string, { environment }: CommandIO): void {
  if (!Object.hasOwn(environment, name)) throw new ArgumentError(describeUnsetVariable(content));
  if (!environment[name])
    throw new ArgumentError(`The environment variable ${name} is empty. Set it to the ${content}.`);
}

const describeUnsetVariable = (content: string): string =>
  `The environment variable of the ${content} is not set. Use the name of a variable, such as VAULT_TOKEN, without a $ before it.`;

/** Creates a store that reads the client secret from an environment variable, and stores nothing. */
function createEnvironmentSecrets(
  variable: string | undefined,
  environment: CommandIO['environment'],
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
