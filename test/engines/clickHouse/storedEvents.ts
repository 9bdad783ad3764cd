/** Events as the table of events stores them, and a trail over these. */

import { crc32 } from 'node:zlib';
import {
  ClickHouseTrail,
  type ClickHouseTrailParts,
} from '../../../src/core/audit/clickhouse/clickhouseTrail.ts';
import { newestFirstOrder } from '../../../src/core/audit/clickhouse/eventRows.ts';
import {
  findStoredSet,
  hasEventKey,
  toEventKey,
  toEventSet,
} from '../../../src/core/audit/clickhouse/eventSets.ts';
import { toCompactEvent } from '../../../src/core/audit/feed/compactEvent.ts';
import { normalizeTimestamp, timestampToMs } from '../../../src/core/audit/feed/timestamps.ts';
import { createRowMapper } from '../../../src/core/audit/handover/clickhouseRows.ts';
import { getQueriedTables } from '../../../src/core/schema/queriedTables.ts';
import { toAuditEvent } from '../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../src/core/service/types.ts';
import { SqlDocument } from '../../../src/core/sql/syntax/document/sqlDocument.ts';
import { openClickHouseSink } from '../../../src/node/clickhouse/clickhouseSink.ts';
import type { ClickHouseClient } from '../../../src/node/clickhouse/client.ts';
import { createRunSelect } from '../../../src/node/clickhouse/selectRows.ts';
import { sha256 } from '../../unit/core/audit/handover/sampleRecords.ts';
import type { Source } from '../../unit/core/audit/store/wholeTrail.ts';
import { runSql } from '../request.ts';
import { clientFor, sinkOptions, target } from './sinkServer.ts';

type Part = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the parts of an event without empty texts and objects, which the table stores as it stores absent ones. */
const withoutEmpty = (part: Part): Part =>
  Object.fromEntries(
    Object.entries(part).flatMap(([name, value]) => {
      if (value === '' || value === '{}') return [];
      if (!isObject(value)) return [[name, value]];
      const rest = name === 'data' && part.code !== undefined ? value : withoutEmpty(value);
      return Object.keys(rest).length === 0 && name === 'data' ? [] : [[name, rest]];
    }),
  );

/** Whether the column `ts` can have this time: from the first nanosecond of 1970 on, and no leap second. */
function isStorable(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  const time = normalizeTimestamp(text);
  return (
    (timestampToMs(time) ?? -1) >= 0 && time > '1970-01-01 00:00:00.000000000' && time.slice(17, 19) !== '60'
  );
}

/** Returns the event without what the table does not distinguish: empty values, and times that it can't store. */
export function asStored(event: AuditEvent): AuditEvent {
  const raw = withoutEmpty(JSON.parse(toCompactEvent(event).text) as Part);
  const { request, response } = raw as { readonly request: Part; readonly response: Part };
  const { timestamp: requested, ...ofRequest } = request;
  const { timestamp: responded, ...ofResponse } = response;
  const stored = {
    ...raw,
    request: isStorable(requested) ? request : ofRequest,
    response:
      isStorable(requested) || isStorable(responded)
        ? { ...ofResponse, ...(responded === undefined ? {} : { timestamp: responded }) }
        : ofResponse,
  };
  return toCompactEvent(toAuditEvent(stored as unknown as AuditEvent['raw']));
}

const toRow = createRowMapper(sha256);
const rowOf = (event: AuditEvent) => toRow({ kind: 'event', event: toCompactEvent(event), isMasked: false });

export const idOf = (event: AuditEvent): string => rowOf(event).id;

function keyOf(event: AuditEvent) {
  const { ts, id } = rowOf(event);
  return toEventKey(String(BigInt(timestampToMs(ts) ?? 0) * 1_000_000n + BigInt(ts.slice(23))), id);
}

/** Writes the events into the table in place of those before. Some are written twice. */
export async function storeEvents(url: string, events: readonly AuditEvent[]): Promise<void> {
  await runSql(url, 'TRUNCATE TABLE audit.events');
  const sink = await openClickHouseSink(sinkOptions(clientFor(url)));
  const records = events.map((event) => ({
    kind: 'event' as const,
    event: toCompactEvent(event),
    isMasked: false,
  }));
  if (records.length > 0) await sink.write(records);
  if (records.length > 2) await sink.write(records.slice(0, 2));
}

export const trailFor = (
  client: ClickHouseClient,
  parts: Partial<ClickHouseTrailParts> = {},
): ClickHouseTrail =>
  new ClickHouseTrail({
    run: createRunSelect(client, `${target.database}.${target.table}`, () => undefined),
    sha256,
    crc32,
    target,
    host: client.host,
    namesOf: (text) => getQueriedTables(new SqlDocument(text), []),
    turn: () => new Promise(setImmediate),
    ...parts,
  });

/** Returns listing 1 of a trail as a source of the events of the table. */
export function storedSource(trail: ClickHouseTrail, events: readonly AuditEvent[]): Source {
  const keys = events.map(keyOf);
  const places = new Map(keys.map((key, row) => [key, row]));
  const key: Source['key'] = (row) => keys[row] ?? toEventKey('0', 'none');
  return {
    trail,
    key,
    set: (rows) => {
      const known = rows.filter((row) => row < keys.length);
      return toEventSet({
        length: known.length,
        where: hasEventKey(known.map(key)),
        order: newestFirstOrder,
      });
    },
    rowsOf: async (set) =>
      (await trail.members(1, set, 0, findStoredSet(set).length)).map(
        (event) => places.get(event.key) ?? Number.NaN,
      ),
    hasFoldedNames: true,
    idOf,
  };
}
