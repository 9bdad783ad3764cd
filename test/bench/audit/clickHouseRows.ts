/** Fills a table of events in ClickHouse with very many rows. */
import { toCompactEvent } from '../../../src/core/audit/feed/compactEvent.ts';
import { type ClickHouseTarget, eventColumns } from '../../../src/core/audit/handover/clickhouseTable.ts';
import { toAuditEvent } from '../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../src/core/service/types.ts';
import { openClickHouseSink } from '../../../src/node/clickhouse/clickhouseSink.ts';
import type { ClickHouseClient } from '../../../src/node/clickhouse/client.ts';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import { sinkOptions } from '../../engines/clickHouse/sinkServer.ts';
import { eventText } from '../auditEvents.ts';

interface StoredRows {
  /** Size of the table on the disk. */
  readonly bytes: number;
  /** Seconds that the sink took for a million events: rows made from events, sent, and acknowledged. */
  readonly secondsPerMillion: number;
}

const BATCH = 10_000;
const MAX_DIFFERENT = 1_000_000;
const NANOSECONDS_PER_EVENT = (375 * 86_400_000_000_000) / 100_000_000;

/**
 * Creates the tables of `target` and stores `count` events, one each 0.324 seconds up to `end`, in milliseconds since 1970.
 * Only the first million is different events that the product's sink wrote. The others are copies of these at other times
 * and with other IDs, which the server makes itself.
 */
export async function storeMany(
  client: ClickHouseClient,
  target: ClickHouseTarget,
  { count, end }: { readonly count: number; readonly end: number },
): Promise<StoredRows> {
  const source = { ...target, table: 'source' };
  await initTables(client, target, undefined);
  await initTables(client, source, undefined);
  const different = Math.min(count, MAX_DIFFERENT);
  const sink = await openClickHouseSink(sinkOptions(client, [], source));
  const started = performance.now();
  for (let first = 0; first < different; first += BATCH) {
    const size = Math.min(BATCH, different - first);
    await sink.write(Array.from({ length: size }, (_, at) => toRecord(first + at)));
  }
  const secondsPerMillion = (performance.now() - started) / 1000 / (different / 1_000_000);
  for (let copy = 0; copy * different < count; copy++)
    await run(client, copyStatement(target, source, { copy, rows: different, end }));
  await run(client, `DROP TABLE ${source.database}.${source.table}`);
  const [size = '0'] = (
    await run(
      client,
      `SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = '${target.database}' AND table = '${target.table}' FORMAT TSV`,
    )
  ).split('\n');
  return { bytes: Number(size), secondsPerMillion };
}

const toRecord = (n: number) => ({
  kind: 'event' as const,
  event: toCompactEvent(toAuditEvent(JSON.parse(eventText(n)) as AuditEvent['raw'])),
  isMasked: false,
});

/** Returns the statement that copies all rows; a higher `copy` has older times. */
function copyStatement(
  target: ClickHouseTarget,
  source: ClickHouseTarget,
  { copy, rows, end }: { readonly copy: number; readonly rows: number; readonly end: number },
): string {
  const expressions = eventColumns.map(({ name }) => {
    if (name === 'ts')
      return `fromUnixTimestamp64Nano(toInt64(${end}000000 - (${copy * rows} + rowNumberInAllBlocks() + 1) * ${NANOSECONDS_PER_EVENT}), 'UTC') AS at`;
    if (name === 'id' || name === 'changeID') return `concat(${name}, '-${copy}') AS ${name}Copy`;
    return `\`${name}\``;
  });
  return `INSERT INTO ${target.database}.${target.table} SELECT ${expressions.join(', ')} FROM ${source.database}.${source.table}`;
}

async function run(client: ClickHouseClient, statement: string): Promise<string> {
  const outcome = await client.send({ statement });
  if (!outcome.ok) throw new Error(`${statement}: ${JSON.stringify(outcome.failure)}`);
  return outcome.body;
}
