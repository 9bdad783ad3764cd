/**
 * Groups the events of a view by a field. Groups are in the order of their newest events, the group with the newest
 * first.
 */
import type { AbortSignalLike } from '../../service/transport.ts';
import {
  compareGapPositions,
  type GapEnds,
  type GapPosition,
  selectGapsInRange,
} from '../feed/gapPositions.ts';
import type { FieldValue, PlacedGroup } from '../merged/olderTrail.ts';
import { fieldOfGrouping, type Grouping } from '../table/grouping.ts';
import type { TrailGroup, TrailGroups, TrailQuery } from '../table/trail.ts';
import { isUpTo, newestFirstOrder } from './eventRows.ts';
import { type StoredSet, toEventSet } from './eventSets.ts';
import { outcomeConditions } from './fieldSql.ts';
import { type HashOf, mayBeOneOf, selectForGiven } from './givenValues.ts';
import { type ListedEvents, numberIn, type ResultRow, textIn } from './select.ts';
import { bind, bindText, nameSql, type Sql, sql } from './sql.ts';

interface GroupedView {
  readonly events: ListedEvents;
  readonly set: StoredSet;
  readonly query: Pick<TrailQuery, 'filters' | 'gaps'>;
}

type GroupedBy = Exclude<Grouping, 'none'>;

const joinAll = (fragments: readonly Sql[]): Sql => fragments.reduce((all, one) => sql`${all}${one}`, sql``);

const findGaps = ({ set, query }: GroupedView): readonly GapEnds[] =>
  set.length === 0 ? [] : selectGapsInRange(query.gaps, query.filters.range);

/**
 * Returns a SELECT of all groups of a view. The column `above0` is the number of the group's events that are newer than
 * the first of `gaps`, `above1` is that for the second one, and so on.
 */
function allGroups({ events, set }: GroupedView, by: GroupedBy, gaps: readonly GapEnds[]): Sql {
  const inGroup = gaps.map(({ above }, at) => sql`, countIf(${isUpTo(above)}) AS ${nameSql(`above${at}`)}`);
  return sql`SELECT ${nameSql(fieldOfGrouping(by))} AS value, count() AS events, countIf(${outcomeConditions.failed}) AS failures,
    max((ts, id)) AS newest, argMax(time, (ts, id)) AS newestTime${joinAll(inGroup)}
  ${events.from} AND ${set.where} GROUP BY value`;
}

/** Resolves to groups `from` to `to` − 1 (0-based) of a view, and to the number and the gaps of all its groups. */
export async function selectGroups(
  view: GroupedView,
  by: GroupedBy,
  from: number,
  to: number,
  signal?: AbortSignalLike,
): Promise<TrailGroups> {
  const { events, set } = view;
  const gaps = findGaps(view);
  const amongGroups = gaps.map(
    (_, at) => sql`, countIf(${nameSql(`above${at}`)} > 0) OVER () AS ${nameSql(`groups${at}`)}`,
  );
  const select = (first: number, count: number): Promise<readonly ResultRow[]> =>
    events.run(
      sql`SELECT *, count() OVER () AS known${joinAll(amongGroups)} FROM (${allGroups(view, by, gaps)})
ORDER BY newest DESC LIMIT ${bind('UInt64', count)} OFFSET ${bind('UInt64', first)}`,
      signal,
    );
  const rows = to > from ? await select(from, to - from) : [];
  // At least one row is needed, because each row contains the number of all groups.
  const [any] = rows.length > 0 || set.length === 0 ? rows : await select(0, 1);
  return {
    count: numberIn(any, 'known'),
    groups: rows.map((row) => {
      const group = toGroup(row, view, by, gaps);
      return { ...group, gaps: group.gaps.filter(({ at }) => at > 0 && at < group.events.length) };
    }),
    gaps: placeGaps(any, 'groups', gaps),
  };
}

/**
 * Resolves to the groups of a view whose shared value is one of `values`. The server receives only checksums of the
 * values.
 */
export async function selectGroupsWithValues(
  view: GroupedView,
  by: GroupedBy,
  values: readonly FieldValue[],
  hashOf: HashOf,
  signal?: AbortSignalLike,
): Promise<readonly PlacedGroup[]> {
  const gaps = findGaps(view);
  const select = (some: readonly FieldValue[]): Promise<readonly ResultRow[]> =>
    view.events.run(
      sql`SELECT * FROM (
  SELECT *, row_number() OVER (ORDER BY newest DESC) - 1 AS place FROM (${allGroups(view, by, gaps)})
) WHERE ${mayBeOneOf(sql`nullIf(value, '')`, some, hashOf)}`,
      signal,
    );
  const given = new Set(values);
  const rows = await selectForGiven(values, select);
  return rows
    .map((row) => ({ ...toGroup(row, view, by, gaps), place: numberIn(row, 'place') }))
    .filter(({ value }) => given.has(value));
}

function toGroup(row: ResultRow, { set }: GroupedView, by: GroupedBy, gaps: readonly GapEnds[]): TrailGroup {
  const value = textIn(row, 'value') ?? '';
  const length = numberIn(row, 'events');
  const where = sql`(${set.where} AND ${nameSql(fieldOfGrouping(by))} = ${bindText(value)})`;
  return {
    value: value === '' ? undefined : value,
    events: toEventSet({ length, where, order: newestFirstOrder }),
    newestTime: textIn(row, 'newestTime') || undefined,
    failed: numberIn(row, 'failures'),
    gaps: placeGaps(row, 'above', gaps),
  };
}

/** Reads the positions of gaps from the columns of a row whose names are `prefix` and the index of the gap. */
const placeGaps = (
  row: ResultRow | undefined,
  prefix: string,
  gaps: readonly GapEnds[],
): readonly GapPosition[] =>
  gaps.map((gap, at) => ({ gap, at: numberIn(row, `${prefix}${at}`) })).sort(compareGapPositions);
