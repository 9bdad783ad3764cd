import type { AbortSignalLike } from '../../service/transport.ts';
import { eventFromData } from '../feed/compactEvent.ts';
import { type GapPosition, selectGapsInRange } from '../feed/gapPositions.ts';
import { MAX_VALUES as MAX_SEEN_VALUES } from '../store/counts/seenValues.ts';
import { throwIfCancelled } from '../table/cancelling.ts';
import type { EventKey, EventSet, ViewHandle } from '../table/eventSet.ts';
import { allFacetValues } from '../table/facetSearch.ts';
import { type FieldID, fieldText, findAuditField } from '../table/fields.ts';
import type { TrailFilters } from '../table/filter.ts';
import type { Grouping } from '../table/grouping.ts';
import type { OwnRun } from '../table/ownEvents.ts';
import {
  type AuditTrail,
  isNewestFirst,
  type RowsToCompare,
  type SeenValue,
  type TrailEvent,
  type TrailGroups,
  type TrailQuery,
  type TrailSort,
  type TrailView,
  type VaultNames,
} from '../table/trail.ts';
import { type LoadedEvent, toLoadedEvent } from '../table/trailReads.ts';
import type { WhoReadWhat } from '../table/whoReadWhat.ts';
import type { UnusualResult } from '../unusual/significance.ts';
import {
  addFacets,
  addGapPositions,
  addHistograms,
  addValues,
  countConflicting,
  joinVaultNames,
  valuesOfFacets,
} from './mergedCounts.ts';
import { type NewerGroups, readGroups, readNewerGroups } from './mergedGroups.ts';
import { addWhoReadWhat } from './mergedReads.ts';
import {
  findMergedSet,
  Interleaving,
  isByFewValues,
  type MergedSet,
  orderBetweenSides,
  parseKey,
  type Side,
  toEventKey,
  toEventSet,
} from './mergedRows.ts';
import { joinOwnRuns } from './mergedRuns.ts';
import { areIntegers, countForComparison, type NewerEvents, readNewerEvents } from './newerEvents.ts';
import type { FieldValue, OlderTrail, ValueOrder } from './olderTrail.ts';

/** Maximum number of views kept, so that a caller can still read rows of a view after newer ones were computed. */
const MAX_VIEWS = 8;

/** Numbers of older events that share a change ID with a newer event, kept until the events of either side change. */
interface SharedIDs {
  /** The newer events whose change IDs were counted. */
  readonly events: NewerEvents;
  /** Number of all older events when their change IDs were counted. */
  readonly total: number;
  /** Maps a change ID of a newer event to the number of older events that have it. */
  readonly counts: ReadonlyMap<string, number>;
}

interface KeptView {
  readonly handle: ViewHandle;
  readonly query: TrailQuery;
  readonly newer: TrailView;
  readonly older: TrailView;
  readonly order: ValueOrder;
  readonly grouped: Map<Grouping, NewerGroups>;
}

/**
 * Displays the events of two trails as one. Each event of the newer trail must be newer than all events of the older
 * one. The newer trail must be small, because some methods read all of its events. A listing has the same number in
 * both trails.
 */
export class MergedTrail implements AuditTrail {
  readonly #newer: AuditTrail;
  readonly #older: OlderTrail;
  readonly #events = new Map<number, NewerEvents>();
  readonly #shared = new Map<number, SharedIDs>();
  /** For each view and set whose order depends on values, the order of its rows, so that it is computed only once. */
  readonly #orders = new WeakMap<object, Interleaving>();
  #views: readonly KeptView[] = [];

  constructor(newer: AuditTrail, older: OlderTrail) {
    this.#newer = newer;
    this.#older = older;
  }

  async view(query: TrailQuery, signal?: AbortSignalLike): Promise<TrailView> {
    throwIfCancelled(signal);
    const { listing, filters, facetLimits } = query;
    const events = await this.#readNewer(listing, signal);
    const [sorts, extent] = await Promise.all([
      this.#findSorts(query, events, signal),
      facetLimits && this.#older.findExtent(listing, events.times, signal),
    ]);
    const common = { ...query, sorts, ...(extent && { extent }) };
    const newer = await this.#newer.view(
      {
        ...common,
        filters: filtersOfSide(filters, 'newer'),
        ...(facetLimits && { facetLimits: allFacetValues }),
      },
      signal,
    );
    const older = await this.#older.view(
      { ...common, filters: filtersOfSide(filters, 'older'), facetValues: valuesOfFacets(newer.facets) },
      signal,
    );
    const { handle } = this.#keepView(query, sorts, newer, older);
    const passing = newer.counts.passing + older.counts.passing;
    const gaps = passing === 0 ? [] : selectGapsInRange(query.gaps, filters.range);
    const placed = addGapPositions(gaps, newer.gaps, older.gaps);
    const [changeIDs, ownRuns] = await Promise.all([
      this.#countChangeIDs(listing, events, older.counts.total, signal),
      this.#findOwnRuns(query, { newer, older }, placed, signal),
    ]);
    return {
      handle,
      isComplete: newer.isComplete && older.isComplete,
      counts: {
        total: newer.counts.total + older.counts.total,
        passing,
        conflicting: countConflicting(events.changeIDs, changeIDs, older.counts.conflicting),
      },
      gaps: placed,
      ownRuns,
      facets: facetLimits ? addFacets(newer.facets, older.facets, facetLimits) : [],
      histogram: addHistograms(newer.histogram, older.histogram),
    };
  }

  async window(
    handle: ViewHandle,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[] | undefined> {
    throwIfCancelled(signal);
    const view = this.#findView(handle);
    const order = view && (await this.#orderOfView(view, signal));
    if (!order) return undefined;
    const rows = order.split(from, to);
    const [newer, older] = await Promise.all([
      isEmpty(rows.newer)
        ? []
        : this.#newer.window(view.newer.handle, rows.newer.from, rows.newer.to, signal),
      isEmpty(rows.older)
        ? []
        : this.#older.window(view.older.handle, rows.older.from, rows.older.to, signal),
    ]);
    return newer && older && order.join(rows, newer.map(ofSide('newer')), older.map(ofSide('older')));
  }
  async rows(handle: ViewHandle, signal?: AbortSignalLike): Promise<EventSet | undefined> {
    throwIfCancelled(signal);
    const view = this.#findView(handle);
    if (!view) return undefined;
    const [newer, older] = await Promise.all([
      this.#newer.rows(view.newer.handle, signal),
      this.#older.rows(view.older.handle, signal),
    ]);
    return newer && older && toEventSet({ newer, older, order: view.order });
  }
  async groups(
    handle: ViewHandle,
    by: Exclude<Grouping, 'none'>,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<TrailGroups | undefined> {
    throwIfCancelled(signal);
    const kept = this.#findView(handle);
    if (!kept) return undefined;
    const { query, newer, older, grouped } = kept;
    const { listing, filters } = query;
    const gaps = selectGapsInRange(query.gaps, filters.range);
    const sides = { newer: this.#newer, older: this.#older };
    const view = { listing, newer: newer.handle, older: older.handle, gaps };
    const found = grouped.get(by) ?? (await readNewerGroups(sides, view, by, signal));
    if (!found) return undefined;
    grouped.set(by, found);
    return readGroups(sides, view, found, { by, from, to }, signal);
  }
  async events(
    listing: number,
    keys: readonly EventKey[],
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[]> {
    throwIfCancelled(signal);
    const parsed = keys.map(parseKey);
    const keysOf = (side: Side): readonly EventKey[] =>
      parsed.flatMap((one) => (one.side === side ? [one.key] : []));
    const [newer, older] = await Promise.all([
      this.#newer.events(listing, keysOf('newer'), signal),
      this.#older.events(listing, keysOf('older'), signal),
    ]);
    const found = new Map(
      [...newer.map(ofSide('newer')), ...older.map(ofSide('older'))].map((event) => [event.key, event]),
    );
    return keys.flatMap((key) => found.get(key) ?? []);
  }
  async members(
    listing: number,
    set: EventSet,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[]> {
    throwIfCancelled(signal);
    const merged = findMergedSet(set);
    const order = await this.#orderOfSet(listing, merged, signal);
    const rows = order.split(from, to);
    const [newer, older] = await Promise.all([
      !merged.newer || isEmpty(rows.newer)
        ? []
        : this.#newer.members(listing, merged.newer, rows.newer.from, rows.newer.to, signal),
      !merged.older || isEmpty(rows.older)
        ? []
        : this.#older.members(listing, merged.older, rows.older.from, rows.older.to, signal),
    ]);
    return order.join(rows, newer.map(ofSide('newer')), older.map(ofSide('older')));
  }
  async find(listing: number, changeID: string, signal?: AbortSignalLike): Promise<TrailEvent | undefined> {
    throwIfCancelled(signal);
    const [newer, older] = await Promise.all([
      this.#newer.find(listing, changeID, signal),
      this.#older.find(listing, changeID, signal),
    ]);
    return older ? ofSide('older')(older) : newer && ofSide('newer')(newer);
  }
  async values(listing: number, field: FieldID, signal?: AbortSignalLike): Promise<readonly SeenValue[]> {
    throwIfCancelled(signal);
    const [newer, older] = await Promise.all([
      this.#newer.values(listing, field, signal),
      this.#older.values(listing, field, signal),
    ]);
    const known = new Set(older.map(({ value }) => value));
    const unknown = newer.flatMap(({ value }) => (known.has(value) ? [] : [value]));
    const isAll = older.length < MAX_SEEN_VALUES || unknown.length === 0;
    const missing = isAll ? [] : await this.#older.countValues(listing, field, unknown, signal);
    return addValues(newer, older, missing);
  }
  async vaultNames(listing: number, signal?: AbortSignalLike): Promise<readonly VaultNames[] | undefined> {
    throwIfCancelled(signal);
    const [newer = [], older] = await Promise.all([
      this.#newer.vaultNames(listing, signal),
      this.#older.vaultNames(listing, signal),
    ]);
    return older && joinVaultNames(newer, older);
  }
  async whoReadWhat(handle: ViewHandle, signal?: AbortSignalLike): Promise<WhoReadWhat | undefined> {
    throwIfCancelled(signal);
    const view = this.#findView(handle);
    if (!view) return undefined;
    const [newer, older] = await Promise.all([
      this.#newer.whoReadWhat(view.newer.handle, signal),
      this.#older.whoReadWhat(view.older.handle, signal),
    ]);
    return newer && older && addWhoReadWhat(newer, older, view.order);
  }
  async unusualValues(
    handle: ViewHandle,
    { from, to, own }: RowsToCompare,
    signal?: AbortSignalLike,
  ): Promise<UnusualResult | undefined> {
    throwIfCancelled(signal);
    const view = this.#findView(handle);
    const order = view && (await this.#orderOfView(view, signal));
    if (!order) return undefined;
    const rows = order.split(from, to);
    const examined = isEmpty(rows.newer)
      ? []
      : await this.#newer.window(view.newer.handle, rows.newer.from, rows.newer.to, signal);
    if (!examined) return undefined;
    const { events } = await this.#readNewer(view.query.listing, signal);
    const newer = countForComparison(
      events,
      examined.map(({ data }) => eventFromData(data)),
      own,
    );
    return this.#older.unusualValuesWith(view.older.handle, { ...rows.older, own }, newer, signal);
  }

  async #readNewer(listing: number, signal: AbortSignalLike | undefined): Promise<NewerEvents> {
    const events = await readNewerEvents(this.#newer, listing, this.#events.get(listing), signal);
    this.#events.set(listing, events);
    return events;
  }
  /**
   * Resolves to a map from each change ID of the newer `events` to the number of older events that have it. `total` is
   * the number of all older events.
   */
  async #countChangeIDs(
    listing: number,
    events: NewerEvents,
    total: number,
    signal: AbortSignalLike | undefined,
  ): Promise<ReadonlyMap<string, number>> {
    const known = this.#shared.get(listing);
    if (known?.events === events && known.total === total) return known.counts;
    const ids = [...events.changeIDs.keys()];
    const found = ids.length === 0 ? [] : await this.#older.countValues(listing, 'changeID', ids, signal);
    const counts = new Map(found.map(({ value = '', count }) => [value, count]));
    this.#shared.set(listing, { events, total, counts });
    return counts;
  }
  /**
   * Resolves to the sorts of a query, changed so that both trails compare the values of a field in the same way: as
   * integers only if the values in both trails are integers, else as text.
   */
  async #findSorts(
    { listing, sorts }: TrailQuery,
    { events }: NewerEvents,
    signal: AbortSignalLike | undefined,
  ): Promise<readonly TrailSort[]> {
    const fields = [...new Set(sorts.filter(isByFewValues).map(({ field }) => field))];
    if (fields.length === 0) return sorts;
    const integers = await this.#older.findIntegerFields(listing, fields, signal);
    const isInteger = (field: FieldID): boolean => integers.has(field) && areIntegers(events, field);
    return sorts.map((sort) =>
      isByFewValues(sort) && !isInteger(sort.field) ? { ...sort, isText: true } : sort,
    );
  }
  async #findOwnRuns(
    { own, sorts }: TrailQuery,
    { newer, older }: Pick<KeptView, 'newer' | 'older'>,
    gaps: readonly GapPosition[],
    signal: AbortSignalLike | undefined,
  ): Promise<readonly OwnRun[]> {
    if (!own || !isNewestFirst(sorts)) return [];
    const readOf =
      (side: Side, trail: AuditTrail, { handle }: TrailView) =>
      async (at: number): Promise<LoadedEvent | undefined> =>
        (await trail.window(handle, at, at + 1, signal))?.map(ofSide(side)).map(toLoadedEvent)[0];
    const runsOf = (side: Side, trail: AuditTrail, view: TrailView) => ({
      count: view.counts.passing,
      runs: view.ownRuns.map((run) => ({ ...run, keys: run.keys.map((key) => toEventKey(side, key)) })),
      read: readOf(side, trail, view),
    });
    return joinOwnRuns(
      own,
      runsOf('newer', this.#newer, newer),
      runsOf('older', this.#older, older),
      gaps.map(({ at }) => at),
    );
  }
  async #orderOfView(view: KeptView, signal: AbortSignalLike | undefined): Promise<Interleaving | undefined> {
    const { newer, older, order, query } = view;
    const [newerCount, olderCount] = [newer.counts.passing, older.counts.passing];
    const simple = orderWithoutValues(newerCount, olderCount, order);
    if (simple) return simple;
    const known = this.#orders.get(view);
    if (known) return known;
    const set = await this.rows(view.handle, signal);
    const found = set && (await this.#orderOfSet(query.listing, findMergedSet(set), signal));
    if (found) this.#orders.set(view, found);
    return found;
  }
  async #orderOfSet(
    listing: number,
    set: MergedSet,
    signal: AbortSignalLike | undefined,
  ): Promise<Interleaving> {
    const { newer, older, order } = set;
    const [newerCount, olderCount] = [newer?.length ?? 0, older?.length ?? 0];
    const known = orderWithoutValues(newerCount, olderCount, order) ?? this.#orders.get(set);
    if (known || !newer || !older) return known ?? new Interleaving(newerCount, olderCount, () => 0);
    const events = (await this.#newer.members(listing, newer, 0, newerCount, signal)).map(toLoadedEvent);
    const rows = events.map(({ event }) =>
      order.keys.map(({ field }): FieldValue => fieldText(findAuditField(field), event)),
    );
    const names = rows.map((row) => JSON.stringify(row.map((value) => value ?? null)));
    const distinct = [...new Map(names.map((name, at) => [name, rows[at] ?? []]))];
    const counts = await this.#older.countPreceding(
      listing,
      older,
      order,
      distinct.map(([, row]) => row),
      signal,
    );
    const countOf = new Map(distinct.map(([name], at) => [name, counts[at] ?? 0]));
    const preceding = names.map((name) => countOf.get(name) ?? 0);
    const found = new Interleaving(newerCount, olderCount, (row) => preceding[row] ?? olderCount);
    this.#orders.set(set, found);
    return found;
  }
  #findView(handle: ViewHandle): KeptView | undefined {
    return this.#views.find((view) => view.handle === handle);
  }
  #keepView(query: TrailQuery, sorts: readonly TrailSort[], newer: TrailView, older: TrailView): KeptView {
    const handle = `merged ${query.listing} ${JSON.stringify([newer.handle, older.handle])}` as ViewHandle;
    const order = orderBetweenSides(sorts);
    const view: KeptView = { handle, query, newer, older, order, grouped: new Map() };
    this.#views = [...this.#views.filter((other) => other.handle !== handle), view].slice(-MAX_VIEWS);
    return view;
  }
}

const isEmpty = ({ from, to }: { readonly from: number; readonly to: number }): boolean => from >= to;

const ofSide =
  (side: Side) =>
  ({ key, data }: TrailEvent): TrailEvent => ({ key: toEventKey(side, key), data });

/**
 * Returns how the rows of both sides interleave if that does not depend on the values of events, else undefined.
 * `newer` and `older` are the numbers of rows.
 */
function orderWithoutValues(newer: number, older: number, order: ValueOrder): Interleaving | undefined {
  if (order.keys.length > 0 && newer > 0 && older > 0) return undefined;
  const preceding = order.isOldestFirst ? older : 0;
  return new Interleaving(newer, older, () => preceding);
}

/**
 * Returns filters for the trail of one side. If `filters` is limited to a set of events, the result is limited to those
 * of the set that are events of that trail.
 */
function filtersOfSide(filters: TrailFilters, side: Side): TrailFilters {
  if (!filters.events) return filters;
  const { events, terms = [], ...rest } = filters;
  const own = findMergedSet(events)[side];
  // An empty list of keys matches no event.
  return own
    ? { ...filters, events: own }
    : { ...rest, terms: [...terms, { kind: 'keys', keys: [], isNegated: false }] };
}
