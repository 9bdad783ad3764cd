/** ClickHouse as the target of the commands `audit`: the option `--to clickhouse:URL`, and `audit init clickhouse`. */
import {
  type ClickHouseTarget,
  createDatabaseStatement,
  createTableStatements,
  gapsTableOf,
  isEventTableName,
  isTableIdentifier,
  MAX_IDENTIFIER_LENGTH,
  MAX_TABLE_LENGTH,
} from '../../core/audit/handover/clickhouseTable.ts';
import type { Sha256 } from '../../core/audit/handover/records.ts';
import type { Sink } from '../../core/audit/handover/sink.ts';
import { UNEXPECTED_ARGUMENT } from '../../core/messages/optionErrors.ts';
import { type AddressProblem, validateBaseUrl } from '../../core/service/address.ts';
import { isUsableAddress } from '../../node/address.ts';
import { openClickHouseSink } from '../../node/clickhouse/clickhouseSink.ts';
import { type ClickHouseClient, createClickHouseClient } from '../../node/clickhouse/client.ts';
import { initTables } from '../../node/clickhouse/initTables.ts';
import type { CommandIO } from '../commandIO.ts';
import { EXIT } from '../exitCodes.ts';
import { ArgumentError, parseOptionsAndArguments } from '../options.ts';

const [DEFAULT_DATABASE, DEFAULT_TABLE] = ['default', 'audit_events'];

/** Time limit of a request to ClickHouse, in milliseconds. */
const TIMEOUT_MS = 60_000;

const PREFIX = 'clickhouse:';

const INIT_HELP = `Prints the statements that create ClickHouse tables for audit events and for gaps, and runs them if told to.

Usage: audit init clickhouse [--url U --run] [options]
  --url U                  address of ClickHouse's HTTP interface, such as https://host:8443; needed with --run
  --database D             database (default ${DEFAULT_DATABASE})
  --table T                table of events; gaps are in T_gaps (default ${DEFAULT_TABLE})
  --cluster C              create Distributed tables over this cluster, with tables T_local on each server
  --run                    run the statements on the server of --url
  --help                   this text
The environment variables CLICKHOUSE_USER and CLICKHOUSE_PASSWORD are the user's name and password. To create and
check the tables, the user needs CREATE TABLE and SHOW COLUMNS on the database, and CREATE DATABASE if it does not exist.
audit follow and audit export need only INSERT on both tables:
  CREATE USER writer IDENTIFIED BY '…'
  GRANT INSERT ON ${DEFAULT_DATABASE}.${DEFAULT_TABLE} TO writer
  GRANT INSERT ON ${DEFAULT_DATABASE}.${gapsTableOf(DEFAULT_TABLE)} TO writer
An event that is written twice has the same ts and id both times. FINAL shows it once:
  SELECT ts, actor, content FROM ${DEFAULT_TABLE} FINAL WHERE ts >= now() - INTERVAL 1 DAY ORDER BY ts DESC, id DESC
Gaps that are open:
  SELECT gap FROM ${gapsTableOf(DEFAULT_TABLE)} FINAL GROUP BY gap HAVING countIf(closedAt != '') = 0
By default, the literals of queries are masked before they are written (isMasked). Such a query can't be run again, and
its literals can't be searched. reads has an element for each table and column that a query reads, as
the parser of version parserVersion found them.
Tested with the engine of ClickHouse 26.7 behind an HTTP interface of our own; no current server was run.
Ends with 0: done; 1: ClickHouse failed; 2: wrong arguments.
`;

/** Runs the command `audit init`, and returns its exit code. */
export async function runInitCommand(args: readonly string[], io: CommandIO): Promise<number> {
  const { values: options, positionals } = parseOptionsAndArguments(args, {
    url: { type: 'string' },
    database: { type: 'string', default: DEFAULT_DATABASE },
    table: { type: 'string', default: DEFAULT_TABLE },
    cluster: { type: 'string' },
    run: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (options.help) {
    io.writeOut(INIT_HELP);
    return EXIT.done;
  }
  const [kind, other] = positionals;
  if (kind !== 'clickhouse') throw new ArgumentError('Use audit init clickhouse.');
  if (other !== undefined) throw new ArgumentError(UNEXPECTED_ARGUMENT);
  const { cluster } = options;
  if (cluster !== undefined) checkIdentifier('--cluster', cluster);
  const target = toTarget(options.database, options.table);
  const url = options.url === undefined ? undefined : checkAddress('--url', options.url);
  if (options.run && url === undefined) throw new ArgumentError('--url is missing.');
  const statements = [createDatabaseStatement(target.database), ...createTableStatements(target, cluster)];
  io.writeOut(statements.map((statement) => `${statement};\n`).join('\n'));
  if (options.run && url !== undefined) {
    await initTables(createClient(url, io), target, cluster);
    const where =
      cluster === undefined ? '' : ` Run the statements on each server of the cluster ${cluster}.`;
    io.writeError(`The tables exist at ${url}.${where}\n`);
  }
  if (url !== undefined) io.writeError(`Follow into them with: --to '${formatTarget({ url, target })}'\n`);
  return EXIT.done;
}

/** The server and the tables that an option `--to clickhouse:URL` names. */
export interface ClickHouseOption {
  readonly url: string;
  readonly target: ClickHouseTarget;
}

/**
 * Parses `clickhouse:URL?database=D&table=T`. Returns undefined for the name of a file. Throws an ArgumentError if the text
 * is malformed or an address without `clickhouse:`, or if ClickHouse is named and `format`, the option `--format`, is not
 * `raw`.
 */
export function parseClickHouseOption(to: string, format: string): ClickHouseOption | undefined {
  if (/^https?:\/\//i.test(to))
    throw new ArgumentError(
      "--to must name files, or ClickHouse as in --to 'clickhouse:https://host:8443?database=audit&table=events'.",
    );
  if (!to.startsWith(PREFIX)) return undefined;
  if (format !== 'raw') throw new ArgumentError('ClickHouse has columns of its own. Leave out --format.');
  const [address = '', query = ''] = splitOnce(to.slice(PREFIX.length), '?');
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys())
    if (name !== 'database' && name !== 'table')
      throw new ArgumentError(
        'After clickhouse:URL? only database=… and table=… are allowed. User and password are in CLICKHOUSE_USER and CLICKHOUSE_PASSWORD.',
      );
  return {
    url: checkAddress('--to', address),
    target: toTarget(
      parameters.get('database') ?? DEFAULT_DATABASE,
      parameters.get('table') ?? DEFAULT_TABLE,
    ),
  };
}

/** Returns the option in a normalized form, in which state files store it. */
export const formatTarget = ({ url, target: { database, table } }: ClickHouseOption): string =>
  `${PREFIX}${url}?database=${database}&table=${table}`;

/**
 * Checks the server and its tables, and opens the sink. Calls `notify` with a sentence before a failed request is sent
 * again. Rejects with a SinkError.
 */
export const openClickHouse = (
  { url, target }: ClickHouseOption,
  sha256: Sha256,
  io: CommandIO,
  notify: (sentence: string) => void,
): Promise<Sink> =>
  openClickHouseSink({
    client: createClient(url, io),
    target,
    sha256,
    sleep: (ms) => io.wait(ms, io.aborting),
    random: Math.random,
    signal: io.aborting,
    onRetry: notify,
    onWarning: notify,
  });

function createClient(url: string, { environment, transport, now }: CommandIO): ClickHouseClient {
  const user = environment.CLICKHOUSE_USER || 'default';
  if (user.includes(':')) throw new ArgumentError('CLICKHOUSE_USER must not contain a colon.');
  const password = environment.CLICKHOUSE_PASSWORD ?? '';
  return createClickHouseClient({ transport, url, user, password, timeoutMs: TIMEOUT_MS, now });
}

function toTarget(database: string, table: string): ClickHouseTarget {
  checkIdentifier('The database', database);
  if (!isEventTableName(table)) throw createNameError('The table', table, MAX_TABLE_LENGTH);
  return { database, table };
}

function checkIdentifier(what: string, name: string): void {
  if (!isTableIdentifier(name)) throw createNameError(what, name, MAX_IDENTIFIER_LENGTH);
}

const createNameError = (what: string, name: string, maxLength: number): ArgumentError =>
  new ArgumentError(
    `${what} must be a name of at most ${maxLength} letters, digits, and underscores that does not start with a digit, not "${name}".`,
  );

const addressProblems: Readonly<Record<AddressProblem, string>> = {
  empty: 'must have an address, such as https://host:8443',
  'not-an-address': 'must have an address, such as https://host:8443',
  scheme: 'must have an address that starts with https://',
  'plain-http': 'must have an address that starts with https://; http:// is for this machine only',
  userinfo: 'must not contain a user or a password; set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD',
  query: 'must not contain a query',
  fragment: 'must not contain a #',
  path: 'has a malformed path',
};

function checkAddress(option: string, address: string): string {
  const checked = validateBaseUrl(address);
  if (!checked.ok) throw new ArgumentError(`${option} ${addressProblems[checked.reason]}.`);
  if (!isUsableAddress(address)) throw new ArgumentError(`${option} ${addressProblems['not-an-address']}.`);
  return checked.url;
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
