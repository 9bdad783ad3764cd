import {
  type ClickHouseTarget,
  createDatabaseStatement,
  createTableStatements,
} from '../../core/audit/handover/clickhouseTable.ts';
import { SinkError } from '../sinks/sinkError.ts';
import type { ClickHouseClient } from './client.ts';
import { describeFailure } from './failures.ts';
import { checkTables, checkVersion, selectRows, TableError } from './tableCheck.ts';

/**
 * Creates the database and the tables on the server of `client` unless they exist, and checks the tables. Rejects with a
 * SinkError.
 */
export async function initTables(
  client: ClickHouseClient,
  target: ClickHouseTarget,
  cluster: string | undefined,
): Promise<void> {
  const { database } = target;
  await checkVersion(client);
  // If the database exists, the user needs no right to create it.
  const existing = await selectRows(client, {
    statement: 'SELECT name FROM system.databases WHERE name = {database:String}',
    parameters: { database },
  });
  const statements = [
    ...(existing.length > 0 ? [] : [createDatabaseStatement(database)]),
    ...createTableStatements(target, cluster),
  ];
  for (const statement of statements) {
    const outcome = await client.send({ statement });
    if (outcome.ok) continue;
    const { failure } = outcome;
    if (failure.kind === 'server' && (failure.code === 497 || failure.code === 164))
      throw new SinkError(
        `The ClickHouse user "${client.user}" may not create tables (${failure.name ?? failure.code}). Run the printed statements as another user.`,
      );
    throw new SinkError(
      describeFailure(failure, {
        host: client.host,
        user: client.user,
        table: `${database}.${target.table}`,
      }),
    );
  }
  try {
    await checkTables(client, target);
  } catch (error) {
    if (!(error instanceof TableError && error.problem.kind === 'noTable')) throw error;
    throw new SinkError(
      `${error.problem.table} exists at ${client.host}, but the ClickHouse user "${client.user}" can't see its columns to check them. Grant SHOW COLUMNS on it, and run the command again.`,
    );
  }
}
