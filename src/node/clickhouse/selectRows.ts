/** Runs the SELECTs of a trail over ClickHouse's HTTP interface. */
import { randomUUID } from 'node:crypto';
import type { ResultRow, RunSelect } from '../../core/audit/clickhouse/select.ts';
import { SourceError, type SourceProblem } from '../../core/audit/table/sourceError.ts';
import { TrailCancelled } from '../../core/audit/table/trail.ts';
import type { ClickHouseClient } from './client.ts';
import { ACCESS_CHANGED, type ClickHouseFailure, isTooLargeRequest } from './failures.ts';
import { stopStatement } from './stopStatement.ts';

/**
 * Returns the function with which a trail runs its statements. `table` is the table with its database, for messages. A
 * statement whose request is cancelled or takes too long is stopped on the server, too. If that fails,
 * `onStillRunning` is called with the reason.
 */
export const createRunSelect =
  (
    client: ClickHouseClient,
    table: string,
    onStillRunning: (failure: ClickHouseFailure) => void,
  ): RunSelect =>
  async ({ statement, parameters }, signal) => {
    const queryID = randomUUID();
    const outcome = await client.send(
      { statement: `${statement} FORMAT JSONEachRow`, parameters, queryID },
      signal,
    );
    if (outcome.ok) return parseRows(outcome.body, client.host);
    if (outcome.failure.kind === 'cancelled' || outcome.failure.kind === 'timeout')
      void stopStatement(client, queryID).then((failure) => failure && onStillRunning(failure));
    throw toReadError(outcome.failure, { host: client.host, table });
  };

interface ReadContext {
  readonly host: string;
  /** Name of the table after that of its database, such as `audit.events`. */
  readonly table: string;
}

/** Returns the error with which a read fails: `TrailCancelled` for a cancelled request, else a `SourceError`. */
export const toReadError = (
  failure: ClickHouseFailure,
  context: ReadContext,
): TrailCancelled | SourceError =>
  failure.kind === 'cancelled'
    ? new TrailCancelled('cancelled')
    : new SourceError(toSourceProblem(failure, context));

function parseRows(body: string, host: string): readonly ResultRow[] {
  try {
    const lines = body.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as ResultRow);
  } catch (error) {
    throw new SourceError({ kind: 'otherSystem', host, status: 200 }, { cause: error });
  }
}

/**
 * Returns why events can't be read. The server's text is never quoted, because it may contain parts of events.
 * `failure` must not be that of a cancelled request.
 */
function toSourceProblem(
  failure: Exclude<ClickHouseFailure, { readonly kind: 'cancelled' }>,
  { host, table }: ReadContext,
): SourceProblem {
  switch (failure.kind) {
    case 'network':
      return failure.code === ACCESS_CHANGED
        ? { kind: 'accessChanged' }
        : { kind: 'unreachable', host, code: failure.code };
    case 'timeout':
      return { kind: 'timedOut', host, seconds: failure.seconds };
    case 'tooLarge':
      return { kind: 'tooMuch', host };
    case 'notClickHouse':
      return { kind: 'otherSystem', host, status: failure.status };
    case 'server': {
      if (isTooLargeRequest(failure)) return { kind: 'tooLong', host };
      const kind = problemKinds.get(failure.code ?? 0);
      if (kind === 'otherTable') return { kind, host, table };
      if (kind !== undefined) return { kind, host };
      if (failure.status === 401 || failure.status === 403) return { kind: 'signInRejected', host };
      return { kind: 'failed', host, message: failure.name ?? `HTTP ${failure.status}` };
    }
  }
}

type ServerProblem = 'otherTable' | 'signInRejected' | 'forbidden' | 'tooMuch' | 'incomplete';

/** What ClickHouse's numbers of errors mean for a reader. */
const problemKinds: ReadonlyMap<number, ServerProblem> = new Map([
  // A column, a table, or a database does not exist, a column has another type, or the table keeps repeated rows.
  ...[16, 36, 43, 47, 60, 81, 181].map((code) => [code, 'otherTable'] as const),
  ...[192, 193, 194, 516].map((code) => [code, 'signInRejected'] as const),
  [497, 'forbidden'],
  // Limits of memory, time, rows, or bytes.
  ...[158, 159, 160, 241, 307, 396].map((code) => [code, 'tooMuch'] as const),
  // Servers or replicas that do not respond, or a network error between servers.
  ...[209, 210, 279, 519].map((code) => [code, 'incomplete'] as const),
]);
