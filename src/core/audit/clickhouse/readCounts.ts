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
  const events = sql`${from} AND ${set.where}`;
  const incomplete = sql`${events} AND readsMissing != ''`;
  const limit = bind('UInt64', MAX_ROWS + 1);
  const [rows, unread] = await Promise.all([
    run(selectReads(sql`${events} AND ${isQuery}`), signal),
    run(
      sql`SELECT actor AS who, content AS query, toString(readsMissing) AS missing, ${figureColumns}
${incomplete}
GROUP BY who, query, missing ORDER BY max((ts, id)) DESC LIMIT ${limit}`,
      signal,
    ),
  ]);
  const isOfAllReads = (row: ResultRow): boolean => numberIn(row, 'isOfAllReads') === 1;
  const totals = rows.filter(isOfAllReads);
  const reads = rows.filter((row) => !isOfAllReads(row));
  if ([totals, reads, unread].some(({ length }) => length > MAX_ROWS))
    throw new SourceError({ kind: 'tooMuch', host });
  const samples =
    unread.length === 0
      ? new Map<string, EventData>()
      : await selectSamples({ incomplete, run, limit }, signal);
  const countsOfActors = totals.map(readCounts);
  const queries = sum(countsOfActors.map(sumOutcomes));
  return {
    rows: reads.map((row) => toReadRow(row, set)).sort(compareReads),
    unread: unread.flatMap((row) => toUnreadRow(row, set, samples) ?? []).sort(compareUnread),
    queries,
    failed: sum(countsOfActors.map(({ failed }) => failed)),
    leftOut: 0,
    actors: countsOfActors.length,
    others: set.length - queries,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/**
 * Returns the statement that counts reads. Its result has a row for each actor and read. It also has a row with
 * `isOfAllReads` for each actor, whose figures are those of all queries of the actor. Events are grouped by their whole
 * lists of reads first, because there are few different lists, and only then by each read.
 */
const selectReads = (queries: Sql): Sql => {
  const ofOutcome = (outcome: EventOutcome): Sql => nameSql(`${outcome}OfReads`);
  // As a number: ClickHouse 26.7 compiles statements that are repeated, and compiled ones compare times before 1970 wrongly.
  const nanoseconds = sql`toUnixTimestamp64Nano(ts)`;
  return sql`SELECT who, r.1 AS isOfAllReads, r.2 AS ofTable, r.3 AS ofColumn, r.4 AS ofLevel, r.5 AS ofUse,
  ${listSql(outcomes.map((outcome) => sql`sum(${ofOutcome(outcome)}) AS ${nameSql(outcome)}`))},
  argMinIf(firstTime, firstAt, dated > 0) AS earliest, argMaxIf(lastTime, lastAt, dated > 0) AS latest
FROM (SELECT *, arrayJoin(arrayPushFront(arrayMap(one -> (0, one.1, one.2, one.3, one.4), reads), (1, '', '', '', ''))) AS r
  FROM (SELECT actor AS who, reads, countIf(${isDated}) AS dated,
    ${listSql(outcomes.map((outcome) => sql`countIf(${outcomeConditions[outcome]}) AS ${ofOutcome(outcome)}`))},
    minIf(${nanoseconds}, ${isDated}) AS firstAt, argMinIf(time, ts, ${isDated}) AS firstTime,
    maxIf(${nanoseconds}, ${isDated}) AS lastAt, argMaxIf(time, ts, ${isDated}) AS lastTime
    ${queries} GROUP BY who, reads))
GROUP BY who, isOfAllReads, ofTable, ofColumn, ofLevel, ofUse
ORDER BY max(lastAt) DESC, who, isOfAllReads, ofTable, ofColumn, ofLevel, ofUse
LIMIT ${bind('UInt64', MAX_ROWS + 1)} BY isOfAllReads`;
};

interface SampleSearch extends Pick<ListedEvents, 'run'> {
  /** The clauses FROM and WHERE that select the queries whose reads could not be determined completely. */
  readonly incomplete: Sql;
  readonly limit: Sql;
}

/**
 * Returns the newest event of each group of queries whose reads are incomplete, by `keyOfUnread`. It is a statement of its
 * own, so that the text of an event is read from the disk only for these events.
 */
async function selectSamples(
  { incomplete, run, limit }: SampleSearch,
  signal: AbortSignalLike | undefined,
): Promise<ReadonlyMap<string, EventData>> {
  const rows = await run(
    sql`SELECT actor AS who, content AS query, toString(readsMissing) AS missing, ${eventColumnsSql}
${incomplete} AND (ts, id) IN (
  SELECT newest.1, newest.2 FROM (
    SELECT max((ts, id)) AS newest ${incomplete}
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

/** Returns the number of events with each outcome, from a row with the columns of `outcomes`. */
const readCounts = (row: ResultRow): ReadFigures['counts'] => ({
  succeeded: numberIn(row, 'succeeded'),
  failed: numberIn(row, 'failed'),
  unknown: numberIn(row, 'unknown'),
});

const sumOutcomes = ({ succeeded, failed, unknown }: ReadFigures['counts']): number =>
  succeeded + failed + unknown;

function toFigures(row: ResultRow, set: StoredSet, where: Sql): ReadFigures {
  const counts = readCounts(row);
  const who = textIn(row, 'who') ?? '';
  const [first, last] = [textIn(row, 'earliest'), textIn(row, 'latest')];
  return {
    actor: who === '' ? undefined : who,
    counts,
    ...(first ? { first } : {}),
    ...(last ? { last } : {}),
    events: toEventSet({
      length: sumOutcomes(counts),
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
