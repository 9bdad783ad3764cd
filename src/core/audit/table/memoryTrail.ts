import type { EventData } from '../feed/compactEvent.ts';
import { type GapSides, type PlacedGap, placedGaps } from '../feed/gaps.ts';
import type { Placed } from '../feed/order.ts';
import type { FieldID } from './fields.ts';
import { isEmpty, isSameFilters, type LocalFilters } from './filter.ts';
import type { EventGroup, Grouping } from './groups.ts';
import { LoadedEvents } from './loadedEvents.ts';
import {
  type AuditTrail,
  isNewestFirst,
  type SeenValue,
  type TrailEvent,
  type TrailGroups,
  type TrailQuery,
  type TrailSort,
  type TrailView,
} from './trail.ts';

/** Answers cross with changes: so many views before the newest one still give their rows. */
const KEPT_VIEWS = 8;
/** Events taken into the index before others get their turn; some ten milliseconds. */
const STEP = 500;

/** The rows of a view, and what they are told from others by. */
interface KeptView {
  readonly revision: number;
  readonly listing: number;
  readonly events: LoadedEvents;
  /** How many events they are of. */
  readonly size: number;
  readonly filters: LocalFilters;
  readonly sort: TrailSort;
  readonly gaps: readonly GapSides[];
  readonly rows: Uint32Array;
}

/** The trail in this thread's memory. */
export class MemoryTrail implements AuditTrail {
  readonly #turn: () => Promise<unknown>;
  readonly #listings = new Map<number, LoadedEvents>();
  /** The events of a listing that has none: the same each time, so that its view stays the same too. */
  readonly #none = new LoadedEvents();
  /** The last ones, the newest at the end. */
  #views: readonly KeptView[] = [];
  #revision = 0;

  /** `turn` lets others work. */
  constructor(turn: () => Promise<unknown> = () => Promise.resolve()) {
    this.#turn = turn;
  }

  async add(listing: number, events: readonly EventData[]): Promise<void> {
    const known = this.#listings.get(listing) ?? new LoadedEvents();
    known.add(events);
    this.#listings.set(listing, known);
  }
  async drop(listing: number): Promise<void> {
    this.#listings.delete(listing);
    this.#views = this.#views.filter((view) => view.listing !== listing);
  }

  async view(query: TrailQuery): Promise<TrailView> {
    const { filters, sort, facetLimits } = query;
    const events = this.#of(query.listing);
    const isCounted = facetLimits !== undefined || !isEmpty(filters) || !isNewestFirst(sort);
    if (isCounted) await this.#takeIn(events, query.isPartial === true);
    const { revision, rows, size } = this.#keep(query, events, isCounted ? events.indexed : events.size);
    return {
      revision,
      isComplete: size === events.size,
      counts: { loaded: size, passing: rows.length },
      gaps: gapsAmong(events, rows, query),
      facets: facetLimits ? events.facets(filters, facetLimits) : [],
      histogram: facetLimits && events.histogram(filters),
    };
  }

  async window(revision: number, from: number, to: number): Promise<readonly TrailEvent[] | undefined> {
    const view = this.#viewOf(revision);
    return view && eventsOf(view.events, view.rows.subarray(from, to));
  }

  async groups(
    revision: number,
    by: Exclude<Grouping, 'none'>,
    from: number,
    to: number,
  ): Promise<TrailGroups | undefined> {
    const view = this.#viewOf(revision);
    if (!view) return undefined;
    const { events, filters, gaps } = view;
    const all = events.groups(view.rows, by);
    const placed = (numbers: readonly number[]): readonly PlacedGap[] =>
      gapsAmong(events, numbers, { filters, gaps });
    const inside = ({ numbers }: EventGroup): readonly PlacedGap[] =>
      numbers.length < 2 ? [] : placed(numbers).filter(({ at }) => at > 0 && at < numbers.length);
    return {
      count: all.length,
      groups: all.slice(from, to).map((group) => ({
        ...group,
        newest: events.event(group.numbers[0] ?? -1)?.time,
        gaps: gaps.length > 0 ? inside(group) : [],
      })),
      gaps: gaps.length > 0 ? placed(all.map(({ numbers }) => numbers[0] ?? -1)) : [],
    };
  }

  async events(listing: number, numbers: readonly number[]): Promise<readonly TrailEvent[]> {
    return eventsOf(this.#of(listing), numbers);
  }
  async find(listing: number, changeID: string): Promise<TrailEvent | undefined> {
    const events = this.#of(listing);
    const number = events.find(changeID);
    return number === undefined ? undefined : eventsOf(events, [number])[0];
  }
  async values(listing: number, field: FieldID): Promise<readonly SeenValue[]> {
    const events = this.#of(listing);
    await this.#takeIn(events, false);
    return events.values(field);
  }

  #of(listing: number): LoadedEvents {
    return this.#listings.get(listing) ?? this.#none;
  }
  #viewOf(revision: number): KeptView | undefined {
    return this.#views.find((view) => view.revision === revision);
  }
  /** Makes all events known to filters and counts; of many that are new a part, twice as many as are known, will do. */
  async #takeIn(events: LoadedEvents, isPartial: boolean): Promise<void> {
    const most = Math.max(STEP, 2 * events.indexed);
    const to = isPartial ? events.indexed + most : Number.POSITIVE_INFINITY;
    while (events.indexed < Math.min(to, events.size)) {
      events.takeIn(STEP);
      if (events.indexed < Math.min(to, events.size)) await this.#turn();
    }
  }
  /** The view with the rows that are wanted, where it was asked for just before; else a new one. */
  #keep(query: TrailQuery, events: LoadedEvents, size: number): KeptView {
    const { listing, filters, sort, gaps } = query;
    const known = this.#views.findLast(
      (view) =>
        view.events === events &&
        view.size === size &&
        view.sort.field === sort.field &&
        view.sort.descending === sort.descending &&
        isSameFilters(view.filters, filters),
    );
    const rows = known?.rows ?? events.rows(filters, sort, size);
    const revision = known?.revision ?? ++this.#revision;
    const view = { ...{ revision, listing, events, size }, ...{ filters, sort, gaps, rows } };
    this.#views = [...this.#views.filter((other) => other !== known), view].slice(-KEPT_VIEWS);
    return view;
  }
}

function eventsOf(events: LoadedEvents, numbers: Iterable<number>): TrailEvent[] {
  return Array.from(numbers).flatMap((number) => {
    const data = events.event(number);
    return data ? [{ number, data }] : [];
  });
}

const nowhere: Placed = { time: undefined, changeID: undefined };

function gapsAmong(
  events: LoadedEvents,
  numbers: Uint32Array | readonly number[],
  { filters, gaps }: Pick<TrailQuery, 'filters' | 'gaps'>,
): readonly PlacedGap[] {
  return placedGaps(
    numbers.length,
    (index) => events.event(numbers[index] ?? -1) ?? nowhere,
    gaps,
    filters.range,
  );
}
