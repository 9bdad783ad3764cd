/** Checks that a server and its tables can be used for audit events. */
import {
  type ClickHouseTarget,
  eventColumns,
  gapColumns,
  gapsTableOf,
  normalizeColumnType,
  type TableColumn,
} from '../../core/audit/handover/clickhouseTable.ts';
import { SinkError } from '../sinks/sinkError.ts';
import type { ClickHouseClient, ClickHouseOutcome, ClickHouseRequest } from './client.ts';
import { describeFailure } from './failures.ts';

/** Major and minor number of the oldest supported version. Older versions lack bound parameters or settings of inserts. */
const MIN_VERSION = [23, 8] as const;

/** Why a server or a table can't be used for audit events. Names of tables include that of the database. */
export type TableProblem =
  | { readonly kind: 'oldVersion'; readonly version: string; readonly minVersion: string }
  /** The user has access to no table of this name. */
  | { readonly kind: 'noTable'; readonly table: string }
  /** `columns` are the columns that are missing (`actual` is undefined) or have another type, at least one. */
  | {
      readonly kind: 'otherColumns';
      readonly table: string;
      readonly columns: readonly {
        readonly name: string;
        readonly actual: string | undefined;
        readonly expected: string;
      }[];
    }
  /** The engine keeps repeated rows of an event. */
  | { readonly kind: 'otherEngine'; readonly table: string; readonly engine: string }
  /** Rows of an event can be on several shards, where they are not replaced. */
  | { readonly kind: 'randomShards'; readonly table: string }
  /** Rows of different events replace each other. `key` is the sorting key. */
  | { readonly kind: 'otherOrder'; readonly table: string; readonly key: string };

/** Thrown if a server or a table can't be used. The message is for the command line. */
export class TableError extends SinkError {
  readonly problem: TableProblem;

  constructor(problem: TableProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Sends a request. Unlike `ClickHouseClient`, may send it several times. */
export type CheckSender = (request: ClickHouseRequest) => Promise<ClickHouseOutcome>;

/** Runs a SELECT and returns its rows. Rejects with a SinkError. */
export async function selectRows(
  client: ClickHouseClient,
  request: ClickHouseRequest,
  send: CheckSender = client.send,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const statement = `${request.statement} FORMAT JSONEachRow`;
  const outcome = await send({ ...request, statement });
  if (!outcome.ok) {
    const { failure, attempts } = outcome;
    throw new SinkError(describeFailure(failure, { host: client.host, user: client.user, attempts }));
  }
  try {
    const lines = outcome.body.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  } catch {
    throw new SinkError(describeFailure({ kind: 'notClickHouse', status: 200 }, client));
  }
}

/** Rejects with a SinkError unless the server is ClickHouse of a supported version. */
export async function checkVersion(client: ClickHouseClient, send?: CheckSender): Promise<void> {
  const [row] = await selectRows(client, { statement: 'SELECT version() AS version' }, send);
  const version = typeof row?.version === 'string' ? row.version : '';
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined)
    throw new SinkError(describeFailure({ kind: 'notClickHouse', status: 200 }, client));
  const isTooOld =
    Number(major) < MIN_VERSION[0] || (Number(major) === MIN_VERSION[0] && Number(minor) < MIN_VERSION[1]);
  if (isTooOld)
    throw new TableError(
      { kind: 'oldVersion', version, minVersion: MIN_VERSION.join('.') },
      `ClickHouse at ${client.host} is version ${version}; ${MIN_VERSION.join('.')} or later is required. Update the server.`,
    );
}

/**
 * Rejects with a SinkError unless both tables have all columns, and replace rows with the same time and ID. Additional
 * columns are accepted, because ClickHouse fills them with their defaults. Returns the names of the tables from which
 * ClickHouse deletes rows or values after some time, because they or one of their columns have a TTL.
 */
export async function checkTables(
  client: ClickHouseClient,
  { database, table }: ClickHouseTarget,
  send: CheckSender = client.send,
): Promise<readonly string[]> {
  const expiring: string[] = [];
  for (const [name, columns] of [
    [table, eventColumns],
    [gapsTableOf(table), gapColumns],
  ] as const) {
    const isExpiring = await checkTable(client, { database, table: name }, columns, send);
    if (isExpiring) expiring.push(`${database}.${name}`);
  }
  return expiring;
}

/**
 * Rejects with a SinkError unless the table has the columns, and replaces rows with the same time and ID. Returns whether
 * the table or one of its columns has a TTL.
 */
export async function checkTable(
  client: ClickHouseClient,
  { database, table }: ClickHouseTarget,
  columns: readonly TableColumn[],
  send: CheckSender,
): Promise<boolean> {
  const found = await selectRows(
    client,
    {
      statement:
        'SELECT name, type, default_kind FROM system.columns WHERE database = {database:String} AND table = {table:String}',
      parameters: { database, table },
    },
    send,
  );
  const full = `${database}.${table}`;
  if (found.length === 0)
    throw new TableError(
      { kind: 'noTable', table: full },
      `ClickHouse at ${client.host} has no table ${full} that the user "${client.user}" can access. Grant rights on it, or create it with: audit init clickhouse`,
    );
  const types = new Map(
    found.map(({ name, type, default_kind: kind }) => [
      String(name),
      kind === '' || kind === 'DEFAULT' ? normalizeColumnType(String(type)) : `${String(kind)} column`,
    ]),
  );
  const differing = columns.flatMap(({ name, type }) => {
    const [actual, expected] = [types.get(name), normalizeColumnType(type)];
    return actual === expected ? [] : [{ name, actual, expected }];
  });
  if (differing.length > 0) throw createTableError({ kind: 'otherColumns', table: full, columns: differing });
  const engine = await readEngine(client, { database, table }, send);
  const problem = engine && findEngineProblem(engine, full);
  if (problem !== undefined) throw createTableError(problem);
  const stored = engine && findStorage(engine.full);
  if (stored === undefined) return engine !== undefined && hasTtl(engine);
  // If the table with the rows is only on other servers, or the user can't see it, it can't be checked.
  const storage = await readEngine(client, stored, send);
  const storageProblem = storage && findEngineProblem(storage, `${stored.database}.${stored.table}`);
  if (storageProblem !== undefined) throw createTableError(storageProblem);
  return storage !== undefined && hasTtl(storage);
}

/** Returns whether the table or one of its columns has a TTL. Names and comments that contain the word do not count. */
const hasTtl = ({ createStatement }: TableEngine): boolean =>
  /\bTTL\b/.test(createStatement.replaceAll(/(['"`])(?:\\.|(?!\1)[^\\])*\1/gs, ''));

interface TableEngine {
  readonly name: string;
  /** The engine with its parameters, as in the statement that created the table. */
  readonly full: string;
  readonly sortingKey: string;
  /** The statement that created the table. */
  readonly createStatement: string;
}

async function readEngine(
  client: ClickHouseClient,
  { database, table }: ClickHouseTarget,
  send: CheckSender,
): Promise<TableEngine | undefined> {
  const [row] = await selectRows(
    client,
    {
      statement:
        'SELECT engine, engine_full, sorting_key, create_table_query FROM system.tables WHERE database = {database:String} AND name = {table:String}',
      parameters: { database, table },
    },
    send,
  );
  return (
    row && {
      name: String(row.engine),
      full: String(row.engine_full),
      sortingKey: String(row.sorting_key),
      createStatement: String(row.create_table_query),
    }
  );
}

/**
 * Returns the table that stores the rows of a Distributed table; undefined for another engine, or if a name has other
 * characters than letters, digits, and underscores.
 */
function findStorage(engineFull: string): ClickHouseTarget | undefined {
  const names =
    /^Distributed\(\s*['"`]?\w+['"`]?\s*,\s*['"`]?(\w+)['"`]?\s*,\s*['"`]?(\w+)['"`]?\s*[,)]/.exec(
      engineFull,
    );
  const [, database, table] = names ?? [];
  return database === undefined || table === undefined ? undefined : { database, table };
}

/** Maximum number of problems that a message lists. */
const MAX_PROBLEMS = 3;

type StorageProblem = Exclude<TableProblem, { readonly kind: 'oldVersion' | 'noTable' }>;

const createTableError = (problem: StorageProblem): TableError =>
  new TableError(
    problem,
    `The table ${problem.table} can't store audit events: ${describeProblem(problem)}. ${describeRemedy(problem)}`,
  );

/** Returns what the user can do. `audit init` leaves existing tables as they are, so to run it again does not help. */
function describeRemedy(problem: StorageProblem): string {
  const isIncomplete =
    problem.kind === 'otherColumns' && problem.columns.every(({ actual }) => actual === undefined);
  return isIncomplete
    ? 'Add what is missing with ALTER TABLE … ADD COLUMN, as audit init clickhouse prints it, or use another table.'
    : 'Use another table: audit init clickhouse --table NAME creates one, and leaves existing ones as they are.';
}

function describeProblem(problem: StorageProblem): string {
  switch (problem.kind) {
    case 'otherColumns': {
      const more = problem.columns.length - MAX_PROBLEMS;
      const shown = problem.columns
        .slice(0, MAX_PROBLEMS)
        .map(({ name, actual, expected }) =>
          actual === undefined ? `${name} is missing` : `${name} is ${actual}, not ${expected}`,
        )
        .join(', ');
      return more > 0 ? `${shown}, and ${more} more` : shown;
    }
    case 'otherEngine':
      return `its engine is ${problem.engine}, not ReplacingMergeTree`;
    case 'randomShards':
      return 'its sharding key is random';
    case 'otherOrder':
      return `it is sorted by (${problem.key}), not by (ts, id)`;
  }
}

/** Returns why a table would lose events or show duplicates; undefined if it would not. */
function findEngineProblem(
  { name, full, sortingKey }: TableEngine,
  table: string,
): StorageProblem | undefined {
  if (name === 'Distributed') return /\brand\w*\(/i.test(full) ? { kind: 'randomShards', table } : undefined;
  if (!name.endsWith('ReplacingMergeTree')) return { kind: 'otherEngine', table, engine: name };
  // Rows with the same key replace each other. A key without the ID would lose events.
  const key = sortingKey.replace(/^\((.*)\)$/, '$1');
  return key === 'ts, id' ? undefined : { kind: 'otherOrder', table, key };
}
