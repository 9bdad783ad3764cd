import type { SourceTable } from '../../schema/catalogue.ts';
import type { AbortSignalLike } from '../../service/transport.ts';
import type { EventData } from '../feed/compactEvent.ts';
import type { EventSortKey } from '../feed/eventOrder.ts';
import { computeGapPositions, type GapEnds, type GapPosition } from '../feed/gapPositions.ts';
import type { MaskSql } from '../masking/mask.ts';
import { type CopyChunk, type CopyRules, createTableRowsChunk } from '../sql/copyChunk.ts';
import { throwIfCancelled } from '../table/cancelling.ts';
import type { EventKey, EventSet, ViewHandle } from '../table/eventSet.ts';
import type { FieldID } from '../table/fields.ts';
import type { TrailFilters } from '../table/filter.ts';
import type { Grouping } from '../table/grouping.ts';
import type { QueryReads } from '../table/queryReads.ts';
import {
  isNewestFirst,
  type LocalTrail,
  type RowsToCompare,
  type SeenValue,
  type TrailEvent,
  type TrailGroups,
  type TrailQuery,
  type TrailSort,
  type TrailView,
  type VaultNames,
} from '../table/trail.ts';
import type { WhoReadWhat } from '../table/whoReadWhat.ts';
import type { UnusualResult } from '../unusual/significance.ts';
import { aggregateReads } from './aggregates/aggregateReads.ts';
import { findUnusualInRows } from './aggregates/unusualRows.ts';
import { findVaultNames } from './aggregates/vaultNames.ts';
import type { Utf8 } from './columns/utf8.ts';
import type { EventGroup } from './counts/eventGroups.ts';
import { findOwnRuns } from './counts/ownRuns.ts';
import { EventStore } from './eventStore.ts';
import { rowsOfKeys, rowsOfSet, toEventKey, toEventSet, toViewHandle } from './localKeys.ts';
import { isSameFilters } from './sameFilters.ts';

/** Maximum number of views kept, so that a caller can still read rows of a view after newer ones were computed. */
const MAX_VIEWS = 8;

interface KeptView {
  readonly handle: ViewHandle;
  readonly listing: number;
  readonly events: EventStore;
  readonly size: number;
  readonly filters: TrailFilters;
  readonly sorts: readonly TrailSort[];
  readonly gaps: readonly GapEnds[];
  readonly rows: Uint32Array;
}

interface TrailDependencies {
  readonly readQuery: (text: string) => QueryReads;
  readonly maskSql: MaskSql;
  readonly namesOf: (text: string) => Iterable<SourceTable>;
  readonly turn: () => Promise<unknown>;
}

/** Stores the fields of loaded events in columns, and evaluates queries over them in the calling thread. */
export class ColumnTrail implements Omit<LocalTrail, 'read' | 'stop'> {
  readonly #tools: Utf8;
  readonly #listings = new Map<number, EventStore>();
  readonly #reading = new Set<number>();
  /** The empty store used for unknown listings. It is one object because kept views are matched by their store. */
  readonly #none: EventStore;
  readonly #parts: TrailDependencies;
  #views: readonly KeptView[] = [];
  #revision = 0;

  constructor(tools: Utf8, parts: TrailDependencies) {
    this.#parts = parts;
    this.#tools = tools;
    this.#none = new EventStore(tools, parts.readQuery);
  }

  async add(listing: number, events: readonly EventData[]): Promise<void> {
    this.getOrCreateStore(listing).add(events);
  }
  async drop(listing: number): Promise<void> {
    // Files that are being read into the listing are closed when the reading ends.
    if (!this.#reading.has(listing)) this.#listings.get(listing)?.close();
    this.#listings.delete(listing);
    this.#views = this.#views.filter((view) => view.listing !== listing);
  }
  setReading(listing: number, isReading: boolean): void {
    if (isReading) this.#reading.add(listing);
    else this.#reading.delete(listing);
  }
  has(listing: number): boolean {
    return this.#listings.has(listing);
  }
  async whoReadWhat(handle: ViewHandle, signal?: AbortSignalLike): Promise<WhoReadWhat | undefined> {
    throwIfCancelled(signal);
    const view = this.#findKeptView(handle);
    if (!view) return undefined;
    const { listing, events, rows } = view;
    const reads = events.reads;
    const isStopped = (): boolean => signal?.aborted === true || this.#getStoreOrEmpty(listing) !== events;
    const found = await aggregateReads(events, reads, rows, { turn: this.#parts.turn, isStopped });
    throwIfCancelled(signal);
    return found;
  }
  async unusualValues(
    handle: ViewHandle,
    { from, to, own }: RowsToCompare,
    signal?: AbortSignalLike,
  ): Promise<UnusualResult | undefined> {
    throwIfCancelled(signal);
    const view = this.#findKeptView(handle);
    if (!view) return undefined;
    const { listing, events, filters, size } = view;
    const isStopped = (): boolean => signal?.aborted === true || this.#getStoreOrEmpty(listing) !== events;
    const ownRows = own && events.ownRows(own);
    const compared = { rows: view.rows.subarray(from, to), size, filters, own: ownRows };
    const found = await findUnusualInRows(events.columns, compared, { turn: this.#parts.turn, isStopped });
    throwIfCancelled(signal);
    return found;
  }
  async vaultNames(listing: number, signal?: AbortSignalLike): Promise<readonly VaultNames[] | undefined> {
    throwIfCancelled(signal);
    const events = this.#getStoreOrEmpty(listing);
    const isStopped = (): boolean => signal?.aborted === true || this.#getStoreOrEmpty(listing) !== events;
    const found = await findVaultNames(events, this.#parts.namesOf, { turn: this.#parts.turn, isStopped });
    throwIfCancelled(signal);
    return found;
  }
  getOrCreateStore(listing: number): EventStore {
    const known = this.#listings.get(listing) ?? new EventStore(this.#tools, this.#parts.readQuery);
    this.#listings.set(listing, known);
    return known;
  }

  async view(query: TrailQuery, signal?: AbortSignalLike): Promise<TrailView> {
    throwIfCancelled(signal);
    const { filters, facetLimits, zone, own, sorts, extent } = query;
    const events = this.#getStoreOrEmpty(query.listing);
    const { handle, rows, size } = this.#getOrCreateKeptView(query, events);
    const gaps = placeGapsAmongRows(events, rows, query);
    const ownRows = own && events.ownRows(own);
    return {
      handle,
      isComplete: !this.#reading.has(query.listing),
      counts: { total: size, passing: rows.length, conflicting: events.conflictingCount },
      gaps,
      ownRuns:
        own && isNewestFirst(sorts)
          ? findOwnRuns(
              rows,
              events.foldableRows(own),
              gaps.map(({ at }) => at),
              events.createOwnGroupGetter(own),
            )
          : [],
      facets: facetLimits ? events.facets(filters, facetLimits) : [],
      histogram: facetLimits && events.histogram(filters, zone, ownRows, extent),
    };
  }

  async window(
    handle: ViewHandle,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[] | undefined> {
    throwIfCancelled(signal);
    const view = this.#findKeptView(handle);
    return view && readTrailEvents(view.events, view.rows.subarray(from, to));
  }
  async rows(handle: ViewHandle, signal?: AbortSignalLike): Promise<EventSet | undefined> {
    throwIfCancelled(signal);
    const view = this.#findKeptView(handle);
    return view && toEventSet(view.rows);
  }

  async groups(
    handle: ViewHandle,
    by: Exclude<Grouping, 'none'>,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<TrailGroups | undefined> {
    throwIfCancelled(signal);
    const view = this.#findKeptView(handle);
    if (!view) return undefined;
    const { events, filters, gaps } = view;
    const all = events.groups(view.rows, by);
    const placed = (numbers: Uint32Array): readonly GapPosition[] =>
      gaps.length === 0 ? [] : placeGapsAmongRows(events, numbers, { filters, gaps });
    const inside = ({ numbers }: EventGroup): readonly GapPosition[] =>
      numbers.length < 2 ? [] : placed(numbers).filter(({ at }) => at > 0 && at < numbers.length);
    return {
      count: all.count,
      groups: all.createGroupsInRange(from, to).map((group) => ({
        value: group.value,
        failed: group.failed,
        // An array with a buffer of its own, because an array is sent to another thread with its whole buffer.
        events: toEventSet(group.numbers.slice()),
        newestTime: events.sortKey(group.numbers[0] ?? -1).time,
        gaps: inside(group),
      })),
      gaps: placed(all.listFirstRowOfEachGroup()),
    };
  }

  async events(
    listing: number,
    keys: readonly EventKey[],
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[]> {
    throwIfCancelled(signal);
    return readTrailEvents(this.#getStoreOrEmpty(listing), rowsOfKeys(keys));
  }
  async members(
    listing: number,
    set: EventSet,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[]> {
    throwIfCancelled(signal);
    return readTrailEvents(this.#getStoreOrEmpty(listing), rowsOfSet(set).slice(from, to));
  }
  async find(listing: number, changeID: string, signal?: AbortSignalLike): Promise<TrailEvent | undefined> {
    throwIfCancelled(signal);
    const events = this.#getStoreOrEmpty(listing);
    const number = events.findRowOfOldest(changeID);
    return number === undefined ? undefined : readTrailEvents(events, [number])[0];
  }
  async values(listing: number, field: FieldID, signal?: AbortSignalLike): Promise<readonly SeenValue[]> {
    throwIfCancelled(signal);
    return this.#getStoreOrEmpty(listing).values(field);
  }

  async copyRows(
    listing: number,
    from: number,
    to: number,
    rules: CopyRules,
  ): Promise<CopyChunk | undefined> {
    const store = this.#listings.get(listing);
    if (!store) return undefined;
    const { maskSql } = this.#parts;
    const source = { store, maskSql, reads: store.reads, tools: this.#tools };
    return createTableRowsChunk(source, { from, to }, rules);
  }

  #getStoreOrEmpty(listing: number): EventStore {
    return this.#listings.get(listing) ?? this.#none;
  }
  #findKeptView(handle: ViewHandle): KeptView | undefined {
    return this.#views.find((view) => view.handle === handle);
  }
  #getOrCreateKeptView({ listing, filters, sorts, gaps }: TrailQuery, events: EventStore): KeptView {
    const { size } = events;
    const known = this.#views.findLast(
      (view) =>
        view.events === events &&
        view.size === size &&
        isSameSorts(view.sorts, sorts) &&
        isSameFilters(view.filters, filters),
    );
    const rows = known?.rows ?? events.rows(filters, sorts);
    const handle = known?.handle ?? toViewHandle(++this.#revision);
    const view = { handle, listing, events, size, filters, sorts, gaps, rows };
    this.#views = [...this.#views.filter((other) => other !== known), view].slice(-MAX_VIEWS);
    return view;
  }
}

const isSameSorts = (some: readonly TrailSort[], others: readonly TrailSort[]): boolean =>
  some.length === others.length &&
  some.every(
    ({ field, descending, isText }, place) =>
      field === others[place]?.field &&
      descending === others[place].descending &&
      isText === others[place].isText,
  );

function readTrailEvents(events: EventStore, numbers: Iterable<number>): TrailEvent[] {
  return Array.from(numbers).flatMap((number) => {
    const data = events.event(number);
    return data ? [{ key: toEventKey(number), data }] : [];
  });
}

const nowhere: EventSortKey = { time: undefined, changeID: undefined };

/**
 * Returns the gaps that may contain events in the filtered time range, with their positions among the rows. Empty if
 * there are no rows. The positions are meaningful only if the rows are sorted newest first.
 */
function placeGapsAmongRows(
  events: EventStore,
  numbers: Uint32Array,
  { filters, gaps }: Pick<TrailQuery, 'filters' | 'gaps'>,
): readonly GapPosition[] {
  const placeAt = (index: number): EventSortKey => {
    const number = numbers[index];
    return number === undefined ? nowhere : events.sortKey(number);
  };
  return computeGapPositions(numbers.length, placeAt, gaps, filters.range);
}
