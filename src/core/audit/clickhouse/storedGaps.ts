/** The gaps that `audit follow` found, from the table of gaps beside the table of events. */
import type { AbortSignalLike } from '../../service/transport.ts';
import { compareEvents, sortKeyOf } from '../feed/eventOrder.ts';
import { gapEndsOf, selectGapsInRange } from '../feed/gapPositions.ts';
import { createGap, type Gap, isOpenEnded } from '../feed/listingGaps.ts';
import { toListingGap } from '../file/collectorEntries.ts';
import { type ClickHouseTarget, gapsTableOf } from '../handover/clickhouseTable.ts';
import type { TimeRange } from '../table/filter.ts';
import { SourceError } from '../table/sourceError.ts';
import { momentSql } from './fieldSql.ts';
import { type ResultRow, type RunSelect, textIn } from './select.ts';
import { bind, nameSql, sql } from './sql.ts';

/**
 * Maximum number of gaps that are returned, because each is a part of the statement for a view. Older gaps are joined to
 * one, which also covers the events between them.
 */
const MAX_GAPS = 100;
/** Maximum number of gaps that are read. If there are more, the oldest one that is returned has no lower end. */
const MAX_GAPS_READ = 10_000;
/** How much earlier than the first event a gap may have been found, in milliseconds, because clocks may differ. */
const CLOCK_DIFFERENCE_MS = 86_400_000;

/** The columns of the ends of a gap. */
const endColumns = ['aboveTimestamp', 'aboveChangeID', 'belowTimestamp', 'belowChangeID', 'isOpenEnded'];

/**
 * Returns the open gaps in which an event within `range` can be missing, the newest first. Returns undefined if there is
 * no table of gaps, or if the user may not read it.
 */
export async function readOpenGaps(
  { run, target }: { readonly run: RunSelect; readonly target: ClickHouseTarget },
  range: TimeRange,
  signal?: AbortSignalLike,
): Promise<readonly Gap[] | undefined> {
  const since = Math.max(0, range.from - CLOCK_DIFFERENCE_MS);
  // The row that reports a gap and the row that closes it have the same `ts`: the time when the gap was found.
  const where = since > 0 ? sql`ts >= ${momentSql(BigInt(Math.floor(since)) * 1_000_000n)}` : sql`1`;
  const columns = endColumns
    .map((name) => sql`, argMin(${nameSql(name)}, id) AS ${nameSql(name)}`)
    .reduce((all, one) => sql`${all}${one}`);
  const select = sql`SELECT gap${columns} FROM ${nameSql(target.database)}.${nameSql(gapsTableOf(target.table))} FINAL
WHERE ${where} GROUP BY gap HAVING countIf(closedAt != '') = 0
ORDER BY aboveTimestamp DESC, gap LIMIT ${bind('UInt64', MAX_GAPS_READ + 1)}`;
  const rows = await run(select.toStatement(), signal).catch(returnUndefinedIfUnreadable);
  if (!rows) return undefined;
  const gaps = rows
    .slice(0, MAX_GAPS_READ)
    .map(gapOfRow)
    .filter((gap) => selectGapsInRange([gapEndsOf(gap)], range).length > 0)
    .toSorted((a, b) => compareEvents(sortKeyOf(a.above), sortKeyOf(b.above)));
  return joinOldest(gaps, rows.length > MAX_GAPS_READ);
}

function returnUndefinedIfUnreadable(error: unknown): undefined {
  const kind = error instanceof SourceError ? error.problem.kind : undefined;
  if (kind !== 'otherTable' && kind !== 'forbidden') throw error;
}

function gapOfRow(row: ResultRow): Gap {
  const end = (timestamp: string, changeID: string) => ({
    ...(textIn(row, timestamp) ? { timestamp: textIn(row, timestamp) ?? '' } : {}),
    ...(textIn(row, changeID) ? { changeID: textIn(row, changeID) ?? '' } : {}),
  });
  return toListingGap({
    above: end('aboveTimestamp', 'aboveChangeID'),
    below: end('belowTimestamp', 'belowChangeID'),
    isOpenEnded: row.isOpenEnded === true || row.isOpenEnded === 1,
  });
}

/** Joins the oldest of the gaps, which are sorted newest first, so that at most `MAX_GAPS` remain. */
function joinOldest(gaps: readonly Gap[], hasMore: boolean): readonly Gap[] {
  const rest = gaps.slice(MAX_GAPS - 1);
  const [newest] = rest;
  if (!newest || (rest.length === 1 && !hasMore)) return gaps;
  const [lowest = newest.above] = rest
    .map(({ below }) => below)
    .toSorted((a, b) => compareEvents(sortKeyOf(b), sortKeyOf(a)));
  const isWithoutEnd = hasMore || rest.some(isOpenEnded);
  return [
    ...gaps.slice(0, MAX_GAPS - 1),
    createGap(newest.above, isWithoutEnd ? newest.above : lowest, undefined),
  ];
}
