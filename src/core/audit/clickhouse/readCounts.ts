/** Who read what in a view, from the column `reads`. */
import type { AbortSignalLike } from '../../service/transport.ts';
import type { EventData } from '../feed/compactEvent.ts';
import { type EventOutcome, outcomes } from '../table/outcome.ts';
import type { ColumnRead } from '../table/queryReads.ts';
import { SourceError } from '../table/sourceError.ts';
import {
  compareReads,
  compareUnread,
  type ReadFigures,
  type ReadRow,
  type UnreadRow,
  type WhoReadWhat,
} from '../table/whoReadWhat.ts';
import { eventColumnsSql, eventOfRow } from './eventRows.ts';
import { type StoredSet, toEventSet } from './eventSets.ts';
import { isDated, isQuery, outcomeConditions } from './fieldSql.ts';
import { type ListedEvents, numberIn, type ResultRow, textIn } from './select.ts';
import { bind, bindText, listSql, nameSql, type Sql, sql } from './sql.ts';

/** Maximum number of rows of each kind, so that the result fits in memory. */
const MAX_ROWS = 20_000;

/**
 * Returns who read what among the events of `set`. A column that may belong to one of several tables has a row for each
 * of them, because the table stores a read for each. Rejects with `SourceError` if there are too many rows.
 */
export async function sumUpReads(
  { from, run, host }: ListedEvents,
  set: StoredSet,
  signal?: AbortSignalLike,
): Promise<WhoReadWhat> {
  const queries = sql`${from} AND ${set.where} AND ${isQuery}`;
  const limit = bind('UInt64', MAX_ROWS + 1);
  const [[totals], reads, unread] = await Promise.all([
    run(
      sql`SELECT count() AS queries, countIf(${outcomeConditions.failed}) AS failures, uniqExact(actor) AS actors ${queries}`,
      signal,
    ),
    run(
      sql`SELECT who, r.1 AS ofTable, r.2 AS ofColumn, r.3 AS ofLevel, r.4 AS ofUse, ${figureColumns}
FROM (SELECT ts, time, code, actor AS who, arrayJoin(reads) AS r ${queries})
GROUP BY who, ofTable, ofColumn, ofLevel, ofUse
ORDER BY max(ts) DESC, who, ofTable, ofColumn, ofLevel, ofUse LIMIT ${limit}`,
      signal,
    ),
    run(
      sql`SELECT actor AS who, content AS query, toString(readsMissing) AS missing, ${figureColumns}
${queries} AND readsMissing != ''
GROUP BY who, query, missing ORDER BY max((ts, id)) DESC LIMIT ${limit}`,
      signal,
    ),
  ]);
  if (reads.length > MAX_ROWS || unread.length > MAX_ROWS) throw new SourceError({ kind: 'tooMuch', host });
  const samples =
    unread.length === 0 ? new Map<string, EventData>() : await selectSamples({ queries, run, limit }, signal);
  const count = numberIn(totals, 'queries');
  return {
    rows: reads.map((row) => toReadRow(row, set)).sort(compareReads),
    unread: unread.flatMap((row) => toUnreadRow(row, set, samples) ?? []).sort(compareUnread),
    queries: count,
    failed: numberIn(totals, 'failures'),
    leftOut: 0,
    actors: numberIn(totals, 'actors'),
    others: set.length - count,
  };
}

interface SampleSearch extends Pick<ListedEvents, 'run'> {
  /** FROM and the conditions of the queries. */
  readonly queries: Sql;
  readonly limit: Sql;
}

/**
 * Returns the newest event of each group of queries whose reads are incomplete, by `keyOfUnread`. It is a statement of its
 * own because the text of an event is read from the disk only for these events then.
 */
async function selectSamples(
  { queries, run, limit }: SampleSearch,
  signal: AbortSignalLike | undefined,
): Promise<ReadonlyMap<string, EventData>> {
  const rows = await run(
    sql`SELECT actor AS who, content AS query, toString(readsMissing) AS missing, ${eventColumnsSql}
${queries} AND readsMissing != '' AND (ts, id) IN (
  SELECT newest.1, newest.2 FROM (
    SELECT max((ts, id)) AS newest ${queries} AND readsMissing != ''
    GROUP BY actor, content, readsMissing ORDER BY newest DESC LIMIT ${limit}
  )
)`,
    signal,
  );
  return new Map(rows.map((row) => [keyOfUnread(row), eventOfRow(row).data]));
}

const keyOfUnread = (row: ResultRow): string =>
  JSON.stringify(['who', 'query', 'missing'].map((name) => textIn(row, name) ?? ''));

const outcomeColumn = (outcome: EventOutcome): Sql =>
  sql`countIf(${outcomeConditions[outcome]}) AS ${nameSql(outcome)}`;

/** The figures of a group of events: how many had each outcome, and the first and last time. */
const figureColumns = sql`${listSql(outcomes.map(outcomeColumn))},
  argMinIf(time, ts, ${isDated}) AS earliest, argMaxIf(time, ts, ${isDated}) AS latest`;

function toFigures(row: ResultRow, set: StoredSet, where: Sql): ReadFigures {
  const counts = {
    succeeded: numberIn(row, 'succeeded'),
    failed: numberIn(row, 'failed'),
    unknown: numberIn(row, 'unknown'),
  };
  const who = textIn(row, 'who') ?? '';
  const [first, last] = [textIn(row, 'earliest'), textIn(row, 'latest')];
  return {
    actor: who === '' ? undefined : who,
    counts,
    ...(first ? { first } : {}),
    ...(last ? { last } : {}),
    events: toEventSet({
      length: counts.succeeded + counts.failed + counts.unknown,
      where: sql`(${set.where} AND actor = ${bindText(who)} AND ${where})`,
      order: set.order,
    }),
  };
}

function toReadRow(row: ResultRow, set: StoredSet): ReadRow {
  const [table = '', column = '', level = '', use = ''] = ['ofTable', 'ofColumn', 'ofLevel', 'ofUse'].map(
    (name) => textIn(row, name),
  );
  const read: ColumnRead = {
    tables: table === '' ? [] : [table],
    column,
    // A level that can't be determined is stored as a question mark.
    level: level === '' ? undefined : level === '?' ? '' : level,
    use: use === 'condition' || use === 'rows' ? use : 'returned',
  };
  const parts = listSql([table, column, level, use].map(bindText));
  return { ...toFigures(row, set, sql`has(reads, tuple(${parts}))`), read };
}

/** Returns the row of a group, or undefined if its events were deleted since they were counted. */
function toUnreadRow(
  row: ResultRow,
  set: StoredSet,
  samples: ReadonlyMap<string, EventData>,
): UnreadRow | undefined {
  const sample = samples.get(keyOfUnread(row));
  if (!sample) return undefined;
  const query = textIn(row, 'query') ?? '';
  const missing = textIn(row, 'missing') === 'none' ? 'none' : 'part';
  const where = sql`${isQuery} AND readsMissing = ${bindText(missing)} AND content = ${bindText(query)}`;
  return { ...toFigures(row, set, where), missing, query, sample };
}
