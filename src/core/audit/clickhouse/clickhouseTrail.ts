/** A source of audit events over a table in ClickHouse that `createTableStatements` creates. */
import type { AbortSignalLike } from '../../service/transport.ts';
import {
  compareGapPositions,
  type GapEnds,
  type GapPosition,
  selectGapsInRange,
} from '../feed/gapPositions.ts';
import type { Gap } from '../feed/listingGaps.ts';
import type { ClickHouseTarget } from '../handover/clickhouseTable.ts';
import type { Sha256 } from '../handover/records.ts';
import type {
  FieldValue,
  NewerCounts,
  OlderQuery,
  OlderTrail,
  PlacedGroup,
  ValueOrder,
} from '../merged/olderTrail.ts';
import { throwIfCancelled } from '../table/cancelling.ts';
import type { EventKey, EventSet, ViewHandle } from '../table/eventSet.ts';
import type { FieldID } from '../table/fields.ts';
import type { TimeRange } from '../table/filter.ts';
import type { Grouping } from '../table/grouping.ts';
import { createOwnGroupGetter, type OwnEvents, type OwnRun, OwnRunList } from '../table/ownEvents.ts';
import type { TimeExtent } from '../table/timeExtent.ts';
import {
  emptyView,
  isNewestFirst,
  type RowsToCompare,
  type SeenValue,
  type TrailEvent,
  type TrailGroups,
  type TrailQuery,
  type TrailView,
  type VaultNames,
} from '../table/trail.ts';
import type { WhoReadWhat } from '../table/whoReadWhat.ts';
import type { UnusualResult } from '../unusual/significance.ts';
import { DeepRows } from './deepRows.ts';
import { eventColumnsSql, eventOfRow, findIntegerFields, findOrder, isUpTo } from './eventRows.ts';
import { findStoredSet, hasEventKey, type StoredSet, toEventKey, toEventSet } from './eventSets.ts';
import { countFacets } from './facetCounts.ts';
import { isDated, isFurtherVariant, mayBeFurtherVariant } from './fieldSql.ts';
import { filterConditions, isFoldableEvent, isInRange, isOwnEvent, passesFilters } from './filterSql.ts';
import type { HashOf } from './givenValues.ts';
import { selectGroups, selectGroupsWithValues } from './groupRows.ts';
import { sumUpReads } from './readCounts.ts';
import { type ListedEvents, numberIn, type RunSelect, textIn } from './select.ts';
import { bind, bindText, listSql, nameSql, type Sql, sql } from './sql.ts';
import { readOpenGaps } from './storedGaps.ts';
import { countTimes, findTimeExtent } from './timeCounts.ts';
import { compareWithOthers } from './unusualCounts.ts';
import { countGivenValues, countPrecedingEvents, listFrequentValues } from './valueCounts.ts';
import { findNamesInTexts, type NameTools } from './vaultTexts.ts';

export interface ClickHouseTrailParts extends NameTools {
  readonly run: RunSelect;
  readonly sha256: Sha256;
  readonly crc32: HashOf;
  readonly target: ClickHouseTarget;
  /** The host of the table, for messages. */
  readonly host: string;
  /** The first row from which a window is found by the hours of events, because skipping rows becomes slow. */
  readonly deepFrom?: number;
  /** Maximum number of combinations of sort values that one statement returns; for tests, which have few events. */
  readonly maxCombinations?: number;
}

/** Maximum number of views kept, so that a caller can still read rows of a view after newer ones were computed. */
const MAX_VIEWS = 8;
const DEEP_FROM = 20_000;

export interface ListingSummary {
  readonly events: number;
  /** Number of events of which literals were masked before they were stored. */
  readonly maskedEvents: number;
  readonly oldest?: string;
  readonly newest?: string;
}

interface KeptView {
  readonly handle: ViewHandle;
  /** Equal for views of the same query and table. */
  readonly identity: string;
  readonly query: TrailQuery;
  readonly events: ListedEvents;
  readonly set: StoredSet;
  readonly total: number;
  readonly deep: DeepRows | undefined;
}

/**
 * Reads events from a table in ClickHouse. A listing is the events in a time range. What each view, key, and set is for
 * is remembered here or in the set itself; the server keeps nothing.
 */
export class ClickHouseTrail implements OlderTrail {
  readonly #parts: ClickHouseTrailParts;
  readonly #table: Sql;
  readonly #listings = new Map<number, ListedEvents>();
  #views: readonly KeptView[] = [];
  #revision = 0;

  constructor(parts: ClickHouseTrailParts) {
    const { target } = parts;
    this.#parts = parts;
    // FINAL hides repeated rows of an event, which ClickHouse drops only when it merges parts.
    this.#table = sql`${nameSql(target.database)}.${nameSql(target.table)} FINAL`;
  }

  /**
   * Opens a listing of the events in a range; without a range, of all events, including those without a usable time.
   */
  open(listing: number, range: TimeRange | undefined): void {
    const { host, run } = this.#parts;
    const where = range ? isInRange(range) : sql`1`;
    this.#listings.set(listing, {
      from: sql`FROM ${this.#table} WHERE ${where}`,
      host,
      run: (select, signal) => {
        throwIfCancelled(signal);
        return run(select.toStatement(), signal);
      },
    });
  }
  /** Returns how many events a listing has, and the times of its oldest and newest event in the service's form. */
  async summarize(listing: number, signal?: AbortSignalLike): Promise<ListingSummary> {
    const events = this.#listings.get(listing);
    if (!events) return { events: 0, maskedEvents: 0 };
    const [row] = await events.run(
      sql`SELECT count() AS events, countIf(isMasked) AS masked,
  argMinIf(time, ts, ${isDated}) AS oldest, argMaxIf(time, ts, ${isDated}) AS newest ${events.from}`,
      signal,
    );
    const [oldest, newest] = [textIn(row, 'oldest'), textIn(row, 'newest')];
    return {
      events: numberIn(row, 'events'),
      maskedEvents: numberIn(row, 'masked'),
      ...(oldest ? { oldest } : {}),
      ...(newest ? { newest } : {}),
    };
  }
  /** Returns how many rows the table has, repeated rows included. The server knows this number without a scan. */
  async countStoredRows(signal?: AbortSignalLike): Promise<number> {
    const { run, target } = this.#parts;
    const select = sql`SELECT count() AS rows FROM ${nameSql(target.database)}.${nameSql(target.table)}`;
    const [row] = await run(select.toStatement(), signal);
    return numberIn(row, 'rows');
  }
  /** Returns the gaps of a time range, as `readOpenGaps` does. */
  findGaps(range: TimeRange, signal?: AbortSignalLike): Promise<readonly Gap[] | undefined> {
    return readOpenGaps(this.#parts, range, signal);
  }
  close(listing: number): void {
    this.#listings.delete(listing);
    this.#views = this.#views.filter(({ query }) => query.listing !== listing);
  }

  async view(query: OlderQuery, signal?: AbortSignalLike): Promise<TrailView> {
    const events = this.#listings.get(query.listing);
    if (!events) return emptyView;
    const { crc32, sha256 } = this.#parts;
    const conditions = filterConditions(query.filters, sha256);
    const isOwn = query.own && isOwnEvent(query.own);
    const isFoldable = query.own && isFoldableEvent(query.own, sha256);
    const where = passesFilters(conditions);
    const { facetLimits: limits, facetValues: given, zone } = query;
    const [counts, order, facets, extent] = await Promise.all([
      countEvents(events, where, isFoldable, signal),
      findOrder(events, query.sorts, signal),
      limits ? countFacets(events, conditions, query.filters, { limits, given, hashOf: crc32 }, signal) : [],
      limits && (query.extent ?? findTimeExtent(events, new Float64Array(), signal)),
    ]);
    const set = { length: counts.passing, where, order };
    const [histogram, gaps] = await Promise.all([
      extent && countTimes(events, conditions, extent, { zone, own: isOwn }, signal),
      placeGaps(events, set, query, signal),
    ]);
    const ownRuns =
      query.own && isFoldable && counts.oldestFoldable !== undefined && isNewestFirst(query.sorts)
        ? await findOwnRuns(
            events,
            { set, own: query.own, isFoldable, oldest: counts.oldestFoldable },
            gaps,
            signal,
          )
        : [];
    const { handle } = this.#keepView({ query, events, set, total: counts.total });
    const { total, passing, conflicting } = counts;
    return {
      handle,
      isComplete: true,
      counts: { total, passing, conflicting },
      gaps,
      ownRuns,
      facets,
      histogram,
    };
  }

  async window(
    handle: ViewHandle,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[] | undefined> {
    const view = this.#findView(handle);
    if (!view || to <= from) return view && [];
    const { events, set, deep } = view;
    if (deep && from >= (this.#parts.deepFrom ?? DEEP_FROM)) return deep.window(from, to, signal);
    return selectEvents(events, set, from, to, signal);
  }
  async rows(handle: ViewHandle): Promise<EventSet | undefined> {
    const view = this.#findView(handle);
    return view && toEventSet(view.set);
  }
  async events(
    listing: number,
    keys: readonly EventKey[],
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[]> {
    const events = this.#listings.get(listing);
    if (!events || keys.length === 0) return [];
    const rows = await events.run(
      sql`SELECT ${eventColumnsSql} ${events.from} AND ${hasEventKey(keys)}`,
      signal,
    );
    const found = new Map(rows.map(eventOfRow).map((event) => [event.key, event]));
    return keys.flatMap((key) => found.get(key) ?? []);
  }
  async members(
    listing: number,
    set: EventSet,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[]> {
    const events = this.#listings.get(listing);
    return events && to > from ? selectEvents(events, findStoredSet(set), from, to, signal) : [];
  }
  async find(listing: number, changeID: string, signal?: AbortSignalLike): Promise<TrailEvent | undefined> {
    const events = this.#listings.get(listing);
    if (!events || changeID === '') return undefined;
    const where = sql`changeID = ${bindText(changeID)}`;
    const [row] = await events.run(
      sql`SELECT ${eventColumnsSql} ${events.from} AND ${where} ORDER BY ts, id LIMIT 1`,
      signal,
    );
    return row && eventOfRow(row);
  }
  async values(listing: number, field: FieldID, signal?: AbortSignalLike): Promise<readonly SeenValue[]> {
    const events = this.#listings.get(listing);
    if (!events) return [];
    return listFrequentValues(events, field, signal);
  }
  async vaultNames(listing: number, signal?: AbortSignalLike): Promise<readonly VaultNames[] | undefined> {
    const events = this.#listings.get(listing);
    return events && findNamesInTexts(events, this.#parts, signal);
  }
  async whoReadWhat(handle: ViewHandle, signal?: AbortSignalLike): Promise<WhoReadWhat | undefined> {
    const view = this.#findView(handle);
    return view && sumUpReads(view.events, view.set, signal);
  }
  async unusualValues(
    handle: ViewHandle,
    compared: RowsToCompare,
    signal?: AbortSignalLike,
  ): Promise<UnusualResult | undefined> {
    return this.unusualValuesWith(handle, compared, undefined, signal);
  }
  async unusualValuesWith(
    handle: ViewHandle,
    { from = 0, to = Number.POSITIVE_INFINITY, own }: RowsToCompare,
    newer: NewerCounts | undefined,
    signal?: AbortSignalLike,
  ): Promise<UnusualResult | undefined> {
    const view = this.#findView(handle);
    if (!view) return undefined;
    const { events, set, query } = view;
    const isWhole = from <= 0 && to >= set.length;
    const here = isWhole
      ? set.where
      : sql`((ts, id) IN (${selectWindow(events, set, sql`ts, id`, from, to)}))`;
    const isOwn = own && isOwnEvent(own);
    const { filters } = query;
    return compareWithOthers(events, here, { filters, own: isOwn, newer, hashOf: this.#parts.crc32 }, signal);
  }

  async groups(
    handle: ViewHandle,
    by: Exclude<Grouping, 'none'>,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<TrailGroups | undefined> {
    const view = this.#findView(handle);
    if (!view) return undefined;
    return selectGroups(view, by, from, to, signal);
  }
  async groupsWithValues(
    handle: ViewHandle,
    by: Exclude<Grouping, 'none'>,
    values: readonly FieldValue[],
    signal?: AbortSignalLike,
  ): Promise<readonly PlacedGroup[] | undefined> {
    const view = this.#findView(handle);
    return view && selectGroupsWithValues(view, by, values, this.#parts.crc32, signal);
  }
  async findExtent(
    listing: number,
    times: Float64Array,
    signal?: AbortSignalLike,
  ): Promise<TimeExtent | undefined> {
    const events = this.#listings.get(listing);
    return events && findTimeExtent(events, times, signal);
  }
  async findIntegerFields(
    listing: number,
    fields: readonly FieldID[],
    signal?: AbortSignalLike,
  ): Promise<ReadonlySet<FieldID>> {
    const events = this.#listings.get(listing);
    return events ? findIntegerFields(events, fields, signal) : new Set(fields);
  }
  async countValues(
    listing: number,
    field: FieldID,
    values: readonly FieldValue[],
    signal?: AbortSignalLike,
  ): Promise<readonly SeenValue[]> {
    const events = this.#listings.get(listing);
    return events ? countGivenValues(events, field, values, this.#parts.crc32, signal) : [];
  }
  async countPreceding(
    listing: number,
    set: EventSet,
    order: ValueOrder,
    rows: readonly (readonly FieldValue[])[],
    signal?: AbortSignalLike,
  ): Promise<readonly number[]> {
    const events = this.#listings.get(listing);
    if (!events) return rows.map(() => 0);
    const { maxCombinations } = this.#parts;
    return countPrecedingEvents(
      { events, where: findStoredSet(set).where, maxCombinations },
      order,
      rows,
      signal,
    );
  }

  #findView(handle: ViewHandle): KeptView | undefined {
    return this.#views.find((view) => view.handle === handle);
  }
  #keepView(view: Omit<KeptView, 'handle' | 'identity' | 'deep'>): KeptView {
    const { events, query, set, total } = view;
    const statement = sql`${events.from} AND ${set.where} ORDER BY ${set.order}`.toStatement();
    const identity = JSON.stringify([query.listing, total, set.length, statement]);
    const known = this.#views.find((other) => other.identity === identity);
    const handle = known?.handle ?? (`clickhouse ${query.listing} ${++this.#revision}` as ViewHandle);
    const deep = isNewestFirst(query.sorts) ? (known?.deep ?? new DeepRows(events, set)) : undefined;
    const kept = { ...view, handle, identity, deep };
    this.#views = [...this.#views.filter((other) => other !== known), kept].slice(-MAX_VIEWS);
    return kept;
  }
}

interface EventCounts {
  readonly total: number;
  readonly passing: number;
  readonly conflicting: number;
  /** Time of the oldest foldable own event that passes, in nanoseconds since 1970; undefined if there is none. */
  readonly oldestFoldable: bigint | undefined;
}

async function countEvents(
  { from, run }: ListedEvents,
  where: Sql,
  foldable: Sql | undefined,
  signal: AbortSignalLike | undefined,
): Promise<EventCounts> {
  const isFoldable = sql`(${foldable ?? sql`0`} AND ${where})`;
  const [row] = await run(
    sql`SELECT count() AS events, countIf(${where}) AS passing, countIf(${mayBeFurtherVariant}) AS variants,
  countIf(${isFoldable}) AS foldable, toString(toUnixTimestamp64Nano(minIf(ts, ${isFoldable}))) AS oldestFoldable ${from}`,
    signal,
  );
  const [shared] =
    numberIn(row, 'variants') === 0
      ? []
      : await run(
          sql`SELECT sum(events) AS conflicting FROM (
  SELECT count() AS events ${from} AND changeID IN (SELECT changeID ${from} AND ${isFurtherVariant}) GROUP BY changeID HAVING events > 1
)`,
          signal,
        );
  return {
    total: numberIn(row, 'events'),
    passing: numberIn(row, 'passing'),
    conflicting: numberIn(shared, 'conflicting'),
    oldestFoldable: numberIn(row, 'foldable') === 0 ? undefined : BigInt(textIn(row, 'oldestFoldable') ?? 0),
  };
}

/** Returns a SELECT of rows `from` to `to` − 1 of a set. */
function selectWindow(
  { from: listed }: ListedEvents,
  set: StoredSet,
  columns: Sql,
  from: number,
  to: number,
): Sql {
  const start = Math.min(Math.max(0, from), set.length);
  const count = Math.max(0, Math.min(to, set.length) - start);
  return sql`SELECT ${columns} ${listed} AND ${set.where} ORDER BY ${set.order} LIMIT ${bind('UInt64', count)} OFFSET ${bind('UInt64', start)}`;
}

const selectEvents = async (
  events: ListedEvents,
  set: StoredSet,
  from: number,
  to: number,
  signal: AbortSignalLike | undefined,
): Promise<readonly TrailEvent[]> =>
  (await events.run(selectWindow(events, set, eventColumnsSql, from, to), signal)).map(eventOfRow);

async function placeGaps(
  { from, run }: ListedEvents,
  { length, where }: StoredSet,
  { filters, gaps: all }: Pick<TrailQuery, 'filters' | 'gaps'>,
  signal: AbortSignalLike | undefined,
): Promise<readonly GapPosition[]> {
  const gaps: readonly GapEnds[] = length === 0 ? [] : selectGapsInRange(all, filters.range);
  if (gaps.length === 0) return [];
  const counts = gaps.map(({ above }, at) => sql`countIf(${isUpTo(above)}) AS ${nameSql(`above${at}`)}`);
  const [row] = await run(sql`SELECT ${listSql(counts)} ${from} AND ${where}`, signal);
  return gaps.map((gap, at) => ({ gap, at: numberIn(row, `above${at}`) })).sort(compareGapPositions);
}

interface OwnRunSearch {
  readonly set: StoredSet;
  readonly own: OwnEvents;
  /** The condition that an event is one of `own`, and can join a run. */
  readonly isFoldable: Sql;
  /** Time of the oldest foldable event in the set, in nanoseconds since 1970. */
  readonly oldest: bigint;
}

/**
 * Returns the runs of own events in a view that is sorted newest first. Only events from the oldest foldable one are
 * read.
 */
async function findOwnRuns(
  { from, run }: ListedEvents,
  { set, own, isFoldable, oldest }: OwnRunSearch,
  gaps: readonly GapPosition[],
  signal: AbortSignalLike | undefined,
): Promise<readonly OwnRun[]> {
  const rows = await run(
    sql`SELECT place, toString(toUnixTimestamp64Nano(ts)) AS at, id AS eventID, request FROM (
  SELECT ts, id, requestID AS request, ${isFoldable} AS isFoldable, row_number() OVER (ORDER BY ts DESC, id DESC) - 1 AS place
  ${from} AND ${set.where} AND toUnixTimestamp64Nano(ts) >= ${bind('Int64', oldest)}
) WHERE isFoldable ORDER BY place`,
    signal,
  );
  const groupOf = createOwnGroupGetter(own);
  const list = new OwnRunList(gaps.map(({ at }) => at));
  for (const row of rows) {
    const key = toEventKey(textIn(row, 'at') ?? '0', textIn(row, 'eventID') ?? '');
    list.add(numberIn(row, 'place'), groupOf(textIn(row, 'request') ?? ''), key);
  }
  return list.finish();
}
