import { crc32 } from 'node:zlib';
import { ClickHouseTrail } from '../../../core/audit/clickhouse/clickhouseTrail.ts';
import { getQueriedTables } from '../../../core/schema/queriedTables.ts';
import type { TrailTable } from '../../../core/service/connections/trailTable.ts';
import { SqlDocument } from '../../../core/sql/syntax/document/sqlDocument.ts';
import { type ClickHouseClient, createClickHouseClient } from '../../../node/clickhouse/client.ts';
import type { ClickHouseFailure } from '../../../node/clickhouse/failures.ts';
import { createRunSelect } from '../../../node/clickhouse/selectRows.ts';
import { sha256 } from '../../../node/sha256.ts';
import type { TransportAndTimeout } from '../../app/service.ts';

/**
 * Returns a trail over the table that a connection names. `channel` must be for the table's origin. `onStillRunning` is
 * called if a cancelled statement can't be stopped on the server.
 */
export function createTableTrail(
  trail: TrailTable,
  password: string,
  channel: TransportAndTimeout,
  onStillRunning: (failure: ClickHouseFailure) => void,
): ClickHouseTrail {
  const client = createTableClient(trail, password, channel);
  const { database, table } = trail;
  return new ClickHouseTrail({
    run: createRunSelect(client, `${database}.${table}`, onStillRunning),
    sha256,
    crc32,
    target: { database, table },
    host: client.host,
    namesOf: (text) => getQueriedTables(new SqlDocument(text), []),
    turn: () => new Promise(setImmediate),
  });
}

/** Returns a client for the server of the table. `channel` must be for the table's origin. */
export const createTableClient = (
  { url, user }: TrailTable,
  password: string,
  { transport, timeoutMs }: TransportAndTimeout,
): ClickHouseClient =>
  createClickHouseClient({
    transport,
    url,
    user,
    password,
    timeoutMs: timeoutMs(),
    now: Date.now,
  });
