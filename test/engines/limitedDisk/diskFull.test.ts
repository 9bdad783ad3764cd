import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { EventRecord } from '../../../src/core/audit/handover/records.ts';
import { openClickHouseSink } from '../../../src/node/clickhouse/clickhouseSink.ts';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import { toRecord } from '../../unit/core/audit/handover/sampleRecords.ts';
import { clientFor, makeEvents, sinkOptions, target } from '../clickHouse/sinkServer.ts';
import { startClickHouse } from '../clickHouse.ts';
import { runSql } from '../request.ts';

/** Events of about 20 KB each, which can't be compressed much. */
const makeLargeEvents = (count: number): readonly EventRecord[] =>
  Array.from({ length: count }, (_, index) =>
    toRecord({
      context: { changeID: `large-${index}` },
      request: {
        timestamp: '2026-11-20 10:00:00.000000000',
        data: { content: randomBytes(10_000).toString('hex') },
      },
    }),
  );

describe('ClickHouse 26.7: the sink while the disk is full', () => {
  it('says so, tries again, and has each event once when there is room', async () => {
    const server = await startClickHouse({ diskKilobytes: 20_000 });
    try {
      await initTables(clientFor(server.url), target, undefined);
      await runSql(server.url, 'CREATE TABLE audit.other (text String) ENGINE = MergeTree ORDER BY tuple()');
      const fill = 'INSERT INTO audit.other SELECT randomString(1000000) FROM numbers(14)';
      await runSql(server.url, fill);
      const options = sinkOptions(clientFor(server.url));
      const retries: string[] = [];
      const sink = await openClickHouseSink({
        client: options.client,
        target,
        sha256: options.sha256,
        random: options.random,
        sleep: async () => {
          await runSql(server.url, 'DROP TABLE audit.other SYNC');
        },
        onRetry: (sentence) => void retries.push(sentence),
      });
      await sink.write(makeEvents(50));
      await sink.write(makeLargeEvents(200));
      assert.equal(retries.length, 1, retries.join('\n'));
      assert.match(
        retries[0] ?? '',
        /^The disk of ClickHouse at .* is full or failed \(NOT_ENOUGH_SPACE\)\. .* Trying again/,
      );
      assert.equal(
        await runSql(server.url, 'SELECT count(), sum(length(content)) > 4000000 FROM audit.events FINAL'),
        '250\t1\n',
      );
    } finally {
      await server.stop();
    }
  });
});
