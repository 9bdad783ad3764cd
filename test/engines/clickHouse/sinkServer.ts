/** A ClickHouse server with the tables of a trail, and the parts that tests of the sink share. */
import { toCompactEvent } from '../../../src/core/audit/feed/compactEvent.ts';
import type { ClickHouseTarget } from '../../../src/core/audit/handover/clickhouseTable.ts';
import type { EventRecord } from '../../../src/core/audit/handover/records.ts';
import { toAuditEvent } from '../../../src/core/service/decode.ts';
import type { JsonObject } from '../../../src/core/service/json.ts';
import type { ClickHouseSinkOptions } from '../../../src/node/clickhouse/clickhouseSink.ts';
import { type ClickHouseClient, createClickHouseClient } from '../../../src/node/clickhouse/client.ts';
import { createEditorTransport } from '../../../src/node/transport/editorTransport.ts';
import { sha256 } from '../../unit/core/audit/handover/sampleRecords.ts';

export const target: ClickHouseTarget = { database: 'audit', table: 'events' };

interface ClientOptions {
  readonly user?: string;
  readonly password?: string;
  readonly timeoutMs?: number;
}

export const clientFor = (url: string, options: ClientOptions = {}): ClickHouseClient =>
  createClickHouseClient({
    transport: createEditorTransport(),
    url: url.replace(/\/$/, ''),
    user: options.user ?? 'default',
    password: options.password ?? '',
    timeoutMs: options.timeoutMs ?? 60_000,
    now: Date.now,
  });

/** Options of a sink that waits a moment only before it tries again, and notes each time in `retries`. */
export function sinkOptions(
  client: ClickHouseClient,
  retries: string[] = [],
  other: ClickHouseTarget = target,
): ClickHouseSinkOptions {
  return {
    client,
    target: other,
    sha256,
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
    random: () => 0.5,
    onRetry: (sentence) => void retries.push(sentence),
  };
}

/** Events with different IDs, of which some share a time, as the service sends them. */
export function makeEvents(count: number, prefix = 'change'): readonly EventRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const seconds = String(Math.floor(index / 2) % 60).padStart(2, '0');
    const minutes = String(Math.floor(index / 120) % 60).padStart(2, '0');
    const json: JsonObject = {
      context: {
        changeID: `${prefix}-${index}`,
        actor: `actor-${index % 7}@example.com`,
        actorType: 'USER',
        ipAddress: `198.51.100.${index % 250}`,
      },
      request: {
        actionType: 'READ',
        data: { content: `SELECT name, redaction(ssn, 'PLAIN_TEXT') FROM persons WHERE id = ${index}` },
        httpInfo: { URI: '/v1/vaults/vault-1/query', method: 'POST' },
        tags: ['DML', `t${index % 3}`],
        timestamp: `2026-11-${index % 2 ? '20' : '21'} 10:${minutes}:${seconds}.${String(index).padStart(9, '0')}`,
        vaultID: 'vault-1',
      },
      response: { code: index % 10 === 0 ? 403 : 200, message: 'OK', data: { rows: index } },
      accountID: 'account-1',
      resourceIDs: ['ACCOUNT/account-1', 'TABLE/persons'],
    };
    return { kind: 'event', event: toCompactEvent(toAuditEvent(json)), isMasked: false };
  });
}
