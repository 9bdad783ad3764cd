/** Converts records to rows for ClickHouse's format JSONEachRow. */
import type { AuditEvent } from '../../service/types.ts';
import { getEventJson } from '../feed/compactEvent.ts';
import { findQueryText } from '../feed/queryOf.ts';
import { eventTimestamp, msToTimestamp, normalizeTimestamp, timestampToMs } from '../feed/timestamps.ts';
import { findAuditField, getFieldEntries } from '../table/fields.ts';
import { type ColumnRead, parseQueryReads } from '../table/queryReads.ts';
import { fieldColumns } from './clickhouseTable.ts';
import {
  type EventRecord,
  type GapDescription,
  getRecordID,
  type OutputRecord,
  type Sha256,
} from './records.ts';

/**
 * Version of the column `reads`. Must be increased when `parseQueryReads` returns other reads for some query, so that
 * rows of an older version can be found and rewritten.
 */
export const PARSER_VERSION = 3;

/** A row of JSONEachRow. Its strings contain no unpaired surrogates, because ClickHouse rejects them. */
export type ClickHouseRow = Readonly<Record<string, RowValue>> & { readonly ts: string; readonly id: string };
type RowValue = string | number | boolean | readonly string[] | readonly ReadTuple[];

interface ReadTuple {
  /** A table to which the column may belong; empty if none is known. */
  readonly table: string;
  readonly column: string;
  /** The level of the REDACTION call; empty if there is no call, `?` if the level can't be determined. */
  readonly level: string;
  readonly use: ColumnRead['use'];
}

/** Value of the column `ts` for an event without a valid time. */
const UNKNOWN_TIME = '1970-01-01 00:00:00.000000000';
/** Limits of times in milliseconds since 1970, in whole years. DateTime64(9) ends in April 2262. */
const [MIN_MS, MAX_MS] = [0, Date.UTC(2262, 0, 1) - 1];

/** Converts a timestamp of the service to DateTime64. Returns `UNKNOWN_TIME` if it is missing or outside of the limits. */
function toDateTime64(text: string | undefined): string {
  const ms = text === undefined ? undefined : timestampToMs(text);
  if (text === undefined || ms === undefined || ms < MIN_MS || ms > MAX_MS) return UNKNOWN_TIME;
  // The seconds are formatted again, because a leap second becomes the first second of the next minute.
  return msToTimestamp(ms).slice(0, 23) + text.slice(23);
}

/** Maximum number of query texts whose reads are cached, because parsing a query takes longer than all other steps. */
const MAX_CACHED_QUERIES = 1_000;
/** Maximum length in UTF-16 code units of a cached query text, so that the cache takes a few megabytes at most. */
const MAX_CACHED_LENGTH = 2_000;

interface RowReads {
  readonly reads: readonly ReadTuple[];
  /** Whether reads are missing, as in `QueryReads`; empty if none are, or if the event has no query. */
  readonly missing: 'none' | 'part' | '';
}

const noReads: RowReads = { reads: [], missing: '' };

function createReadFinder(): (event: AuditEvent) => RowReads {
  const cache = new Map<string, RowReads>();
  return (event) => {
    const query = findQueryText(event);
    if (query === undefined) return noReads;
    const cached = cache.get(query);
    if (cached) return cached;
    const { reads, missing = '' } = parseQueryReads(query);
    const found: RowReads = { reads: removeRepeated(reads.flatMap(toReadTuples)), missing };
    if (query.length <= MAX_CACHED_LENGTH) {
      if (cache.size === MAX_CACHED_QUERIES) cache.clear();
      cache.set(query, found);
    }
    return found;
  };
}

/** Returns a tuple for each table to which the column may belong, or one tuple without a table if none is known. */
const toReadTuples = ({ tables, column, level, use }: ColumnRead): readonly ReadTuple[] =>
  (tables.length > 0 ? tables : ['']).map((table) => ({
    table: table.toWellFormed(),
    column: column.toWellFormed(),
    level: level === undefined ? '' : level.toWellFormed() || '?',
    use,
  }));

/** Returns the tuples without repeated ones, so that a SELECT can count events without comparing the tuples of each. */
const removeRepeated = (reads: readonly ReadTuple[]): readonly ReadTuple[] => [
  ...new Map(reads.map((read) => [JSON.stringify(read), read])).values(),
];

/** Creates a function that converts an event to a row of the table of events. */
function createEventRows(sha256: Sha256): (record: EventRecord) => ClickHouseRow {
  const findReads = createReadFinder();
  return (record) => {
    const { event, isMasked } = record;
    const { reads, missing } = findReads(event);
    const row: Record<string, RowValue> = {};
    for (const name of fieldColumns) {
      const entries = getFieldEntries(event, name).map((text) => text.toWellFormed());
      row[name] = findAuditField(name)?.each === undefined ? (entries[0] ?? '') : entries;
    }
    // An unpaired surrogate in the JSON text would make ClickHouse reject the row.
    row.event = getEventJson(event).toWellFormed();
    row.isMasked = isMasked;
    row.reads = reads;
    row.readsMissing = missing;
    row.parserVersion = PARSER_VERSION;
    return Object.assign(row, { ts: toDateTime64(eventTimestamp(event)), id: getRecordID(record, sha256) });
  };
}

function toGapRow(gap: GapDescription, id: string): ClickHouseRow {
  const text = (value: string | undefined): string => (value ?? '').toWellFormed();
  return {
    ts: toDateTime64(normalizeTimestamp(gap.foundAt)),
    id: id.toWellFormed(),
    gap: text(gap.id),
    aboveTimestamp: text(gap.above?.timestamp),
    aboveChangeID: text(gap.above?.changeID),
    belowTimestamp: text(gap.below?.timestamp),
    belowChangeID: text(gap.below?.changeID),
    isOpenEnded: gap.isOpenEnded,
    foundAt: text(gap.foundAt),
    closedAt: text(gap.closedAt),
  };
}

/** Creates a function that converts a record to a row: an event for the table of events, a gap for the table of gaps. */
export function createRowMapper(sha256: Sha256): (record: OutputRecord) => ClickHouseRow {
  const toEventRow = createEventRows(sha256);
  return (record) =>
    record.kind === 'event' ? toEventRow(record) : toGapRow(record.gap, getRecordID(record, sha256));
}
