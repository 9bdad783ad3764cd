/**
 * Starts ClickHouse 26.7 with the tables of a trail and `--events` events, the newest of them now, one per hour. Prints
 * the server's address in one line, and ends when its standard input closes.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { toCompactEvent } from '../../src/core/audit/feed/compactEvent.ts';
import { msToTimestamp } from '../../src/core/audit/feed/timestamps.ts';
import { toAuditEvent } from '../../src/core/service/decode.ts';
import { openClickHouseSink } from '../../src/node/clickhouse/clickhouseSink.ts';
import { initTables } from '../../src/node/clickhouse/initTables.ts';
import { clientFor, sinkOptions, target } from './clickHouse/sinkServer.ts';
import { startClickHouse } from './clickHouse.ts';

const MS_PER_HOUR = 3_600_000;

const { values } = parseArgs({ options: { events: { type: 'string', default: '0' } } });
const server = await startClickHouse();
try {
  const client = clientFor(server.url);
  await initTables(client, target, undefined);
  const now = Date.now();
  const records = Array.from({ length: Number(values.events) }, (_, id) => {
    const event = toAuditEvent({
      context: { changeID: `change-${id}`, requestID: `request-${id}`, actor: id % 2 ? 'bob' : 'ann' },
      request: {
        timestamp: msToTimestamp(now - id * MS_PER_HOUR),
        actionType: 'READ',
        data: { content: `SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM persons WHERE id = ${id}` },
        httpInfo: { URI: '/v1/vaults/v1/query', method: 'POST' },
        vaultID: 'v1',
      },
      response: { code: id % 5 === 0 ? 403 : 200 },
    });
    return { kind: 'event' as const, event: toCompactEvent(event), isMasked: false };
  });
  const sink = await openClickHouseSink(sinkOptions(client));
  await sink.write(records);
  console.log(server.url);
  await once(process.stdin.resume(), 'end');
} finally {
  await server.stop();
}
