/** A sink that inserts records into ClickHouse, each at least once. */
import { type ClickHouseRow, createRowMapper } from '../../core/audit/handover/clickhouseRows.ts';
import {
  type ClickHouseTarget,
  gapsTableOf,
  qualifiedName,
} from '../../core/audit/handover/clickhouseTable.ts';
import type { Sha256 } from '../../core/audit/handover/records.ts';
import type { Sink } from '../../core/audit/handover/sink.ts';
import { SinkError } from '../sinks/sinkError.ts';
import type { ClickHouseClient, ClickHouseOutcome } from './client.ts';
import { type ClickHouseFailure, describeFailure, isTooLargeRequest } from './failures.ts';
import { type RetryOptions, retryRequest } from './retry.ts';
import { type CheckSender, checkTables, checkVersion } from './tableCheck.ts';

export interface ClickHouseSinkOptions extends RetryOptions {
  readonly client: ClickHouseClient;
  readonly target: ClickHouseTarget;
  readonly sha256: Sha256;
  /** Called before a failed request is sent again, with a sentence for the user. */
  readonly onRetry?: (sentence: string) => void;
  /** Called with a sentence for the user if a table loses rows after some time. */
  readonly onWarning?: (sentence: string) => void;
}

/** Maximum length in UTF-16 code units of the rows of one insert. A single row may be longer. */
const MAX_INSERT_LENGTH = 8 * 1024 * 1024;
/** Maximum number of months in one insert. Each is a partition, and ClickHouse rejects an insert into more than 100. */
const MAX_INSERT_MONTHS = 50;

/**
 * Settings of each insert. With them, the server acknowledges an insert only after all rows are stored, also on the
 * shards of a Distributed table, and rejects an insert with a row that it can't read.
 */
const insertSettings: Readonly<Record<string, string>> = {
  async_insert: '0',
  insert_distributed_sync: '1',
  input_format_skip_unknown_fields: '0',
  input_format_allow_errors_num: '0',
  input_format_allow_errors_ratio: '0',
  date_time_input_format: 'basic',
};

/**
 * Checks the server and its tables, and returns the sink. Rejects with a SinkError if the server can't be used, or if
 * the tables would lose records or show duplicates.
 *
 * An insert whose outcome is unknown is sent again. That is safe, because rows with the same time and ID become one:
 * `SELECT … FROM <table> FINAL` returns each event once.
 */
export async function openClickHouseSink(options: ClickHouseSinkOptions): Promise<Sink> {
  const { client, target, sha256, onRetry } = options;
  const sender: CheckSender = (request) =>
    retryRequest(
      client,
      request,
      options,
      createWaitNotifier(onRetry, (failure) => describeFailure(failure, client)),
    );
  await checkVersion(client, sender);
  for (const table of await checkTables(client, target, sender))
    options.onWarning?.(
      `The table ${table} has a TTL: ClickHouse deletes rows or values of it after that time.`,
    );
  const toRow = createRowMapper(sha256);
  return {
    async write(records) {
      for (const kind of ['event', 'gap'] as const) {
        const rows = records.filter((record) => record.kind === kind).map(toRow);
        const table = kind === 'event' ? target.table : gapsTableOf(target.table);
        for (const chunk of splitRows(rows)) await insert(options, table, chunk);
      }
    },
    close: async () => undefined,
  };
}

/**
 * Returns a function for one request that reports each wait before a retry. It describes the failure only if that differs
 * from the failure before, so that a server that is down for a minute is described once.
 */
function createWaitNotifier(
  notify: ClickHouseSinkOptions['onRetry'],
  describeCause: (failure: ClickHouseFailure) => string,
): (failure: ClickHouseFailure, waitMs: number) => void {
  let lastCause: string | undefined;
  return (failure, waitMs) => {
    const cause = describeCause(failure);
    const wait = `Trying again in ${Math.ceil(waitMs / 1000)} s.`;
    notify?.(cause === lastCause ? wait : `${cause} ${wait}`);
    lastCause = cause;
  };
}

/** The rows of one insert, each as a line of JSON. */
type Lines = readonly string[];

function splitRows(rows: readonly ClickHouseRow[]): readonly Lines[] {
  const chunks: string[][] = [];
  let length = 0;
  let months = new Set<string>();
  for (const row of rows) {
    const line = JSON.stringify(row);
    const month = row.ts.slice(0, 7);
    const isFull =
      length + line.length > MAX_INSERT_LENGTH || (months.size === MAX_INSERT_MONTHS && !months.has(month));
    if (chunks.length === 0 || isFull) {
      chunks.push([]);
      length = 0;
      months = new Set();
    }
    chunks.at(-1)?.push(line);
    length += line.length;
    months.add(month);
  }
  return chunks;
}

/** Inserts rows. If they are too large for the server, inserts each half of them instead. Rejects with a SinkError. */
async function insert(options: ClickHouseSinkOptions, table: string, lines: Lines): Promise<void> {
  const outcome = await insertWithRetry(options, table, lines);
  if (outcome.ok) return;
  const { failure, attempts } = outcome;
  if (isTooLargeRequest(failure) && lines.length > 1) {
    const half = Math.ceil(lines.length / 2);
    await insert(options, table, lines.slice(0, half));
    await insert(options, table, lines.slice(half));
    return;
  }
  throw new SinkError(describe(failure, options, table, attempts));
}

const describe = (
  failure: ClickHouseFailure,
  { client, target }: ClickHouseSinkOptions,
  table: string,
  attempts?: number,
): string =>
  describeFailure(failure, {
    host: client.host,
    user: client.user,
    table: `${target.database}.${table}`,
    attempts,
  });

/** Inserts rows, with retries. The returned outcome is a success only if the rows were stored. */
async function insertWithRetry(
  options: ClickHouseSinkOptions,
  table: string,
  lines: Lines,
): Promise<ClickHouseOutcome> {
  const { client, target, onRetry } = options;
  const request = {
    statement: `INSERT INTO ${qualifiedName(target.database, table)} FORMAT JSONEachRow`,
    settings: insertSettings,
    rows: lines.join('\n'),
  };
  const outcome = await retryRequest(
    client,
    request,
    options,
    createWaitNotifier(onRetry, (failure) => describe(failure, options, table)),
  );
  // ClickHouse's response to an insert is empty. Another server sent any other response, so the rows may not be stored.
  return outcome.ok && outcome.body.trim() !== ''
    ? { ok: false, failure: { kind: 'notClickHouse', status: 200 } }
    : outcome;
}
