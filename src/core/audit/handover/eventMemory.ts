import type { AuditEvent } from '../../service/types.ts';
import { getEventJson, toCompactEvent, withVariant } from '../feed/compactEvent.ts';
import type { Gap } from '../feed/listingGaps.ts';
import { createEventIdentity, type ListingRun, validTimeOf } from '../feed/listingReader.ts';
import { HashedEvent, type RememberedData, RememberedEvent } from '../feed/rememberedEvent.ts';
import { compareNewestFirst, msToTimestamp, normalizeTimestamp, timestampToMs } from '../feed/timestamps.ts';
import type { Sha256 } from './records.ts';

/** Length of the period before the newest events that is remembered between runs, in milliseconds. */
const WINDOW_MS = 600_000;
/**
 * Length of the period that is remembered also if it has more events than `MemoryLimits.maxEvents`, in milliseconds.
 * Longer than the time in which following looks for late events.
 */
const MIN_WINDOW_MS = 60_000;
/** Maximum number of remembered events in any case, so that the state file can be read again. */
const MAX_EVENTS = 200_000;
/** Number of the newest events that may be dated ahead, so that the window does not depend on a wrong time. */
export const MAX_EVENTS_AHEAD = 9;

/**
 * Returns the event in a form whose identity can be stored. Without a change ID, the identity of an event is its whole
 * content, which must not be stored.
 */
export const toStorableEvent = (event: AuditEvent, sha256: Sha256): AuditEvent =>
  event.context.changeID
    ? event
    : new HashedEvent(toCompactEvent(event), `sha256:${sha256(getEventJson(event))}`);

/** Returns what is stored between runs of an event that `toStorableEvent` has returned. */
export const rememberEvent = (event: AuditEvent): RememberedData => ({
  identity: createEventIdentity(event),
  changeID: event.context.changeID,
  timestamp: event.request.timestamp ?? event.response.timestamp,
});

/** How many events are remembered between runs. */
export interface MemoryLimits {
  /** Number of the newest events that are remembered, however old they are. */
  readonly minEvents: number;
  /** Maximum number of events, unless the last minute has more. */
  readonly maxEvents: number;
}

/** With these limits, the state file usually has at most a few megabytes. */
export const MEMORY_LIMITS: MemoryLimits = { minEvents: 100, maxEvents: 20_000 };

/** What is known about the listing of which events are remembered. */
export interface ListingFacts {
  /** False if the listing is in order of arrival. */
  readonly isByTime: boolean;
  /** Number of events in the largest page so far. */
  readonly pageSize: number;
  /** The gaps that are open now. */
  readonly gaps: readonly Gap[];
}

/** The events that a collector has read: their identities, and what is needed to follow on from the newest ones. */
export class EventMemory {
  readonly #events = new Map<string, RememberedData>();
  /**
   * The events whose place in the listing is known, from top to bottom. Not those of a page that the service returned in
   * place of another one: events around them may not have been read.
   */
  #listed: readonly RememberedData[] = [];
  readonly #isListed = new Set<RememberedData>();
  /** Identities of the events with a change ID, in order of arrival, for those IDs that several events share. */
  readonly #variants = new Map<string, string[]>();
  readonly #limits: MemoryLimits;
  /** The newest events that are to be remembered between runs, followed by some older ones. */
  #newest: readonly RememberedData[] = [];
  #followedCount = 0;
  #added: RememberedData[] = [];

  /** `known` are sorted as in the listing, from top to bottom. */
  constructor(known: readonly RememberedData[], limits = MEMORY_LIMITS) {
    this.#limits = limits;
    for (const event of known) if (!this.#events.has(event.identity)) this.#remember(event);
    this.#list(0, [...this.#events.values()]);
  }

  get size(): number {
    return this.#events.size;
  }

  /** Number of events whose place in the listing is known. */
  get placedCount(): number {
    return this.#listed.length;
  }

  /**
   * Remembers events that `toStorableEvent` has returned, and returns those that were not known. An event that shares
   * its change ID with a different one that is remembered gets a number among them (`variant`).
   */
  add(events: readonly AuditEvent[]): readonly AuditEvent[] {
    return events.flatMap((event) => {
      const data = rememberEvent(event);
      if (this.#events.has(data.identity)) return [];
      const variant = this.#remember(data);
      return [variant > 1 ? withVariant(event, variant) : event];
    });
  }

  /**
   * Records the place of a run's events in the listing. `from` is the event above the run; undefined for a run from the
   * top of the listing.
   */
  place({ events }: ListingRun, from: AuditEvent | undefined): void {
    const placed = events.flatMap(({ key }) => this.#events.get(key) ?? []);
    if (!from && placed.every((event, index) => event === this.#listed[index])) return;
    const moved = new Set(placed.filter((event) => this.#isListed.has(event)));
    if (moved.size > 0) this.#listed = this.#listed.filter((event) => !moved.has(event));
    const above = from && createEventIdentity(from);
    const index = this.#listed.findLastIndex(({ identity }) => identity === above);
    // An event that is forgotten was below all those that are remembered.
    this.#list(above === undefined ? 0 : index < 0 ? this.#listed.length : index + 1, placed);
  }

  /** Returns the highest event in the listing that has a valid time, apart from those with the identities `read`. */
  findHighest(read: ReadonlySet<string>): AuditEvent | undefined {
    for (const data of this.#listed) {
      if (read.has(data.identity)) continue;
      const event = new RememberedEvent(data);
      if (validTimeOf(event) !== undefined) return event;
    }
    return undefined;
  }

  /**
   * Returns what is to be remembered between runs, of the events whose place is known: those of the last ten minutes,
   * within the limits (`followed`), and up to a page of events before them (`older`). In a listing in order of arrival,
   * they are as many of those at its top, and those at the lower ends of gaps.
   */
  listNewest(listing: ListingFacts): {
    readonly followed: readonly RememberedData[];
    readonly older: readonly RememberedData[];
  } {
    const { pageSize } = listing;
    if (this.#added.length > 0) {
      const { minEvents, maxEvents } = this.#limits;
      const sorted = sortNewestFirst([...this.#added, ...this.#newest]);
      const length = Math.min(countWithin(sorted, WINDOW_MS), maxEvents);
      const inLastMinute = countInLastMinute(sorted);
      this.#followedCount = Math.max(length, minEvents, inLastMinute);
      if (!listing.isByTime)
        this.#followedCount = Math.max(this.#followedCount, this.#findDepth(sorted.slice(0, inLastMinute)));
      this.#newest = sorted.slice(0, this.#followedCount + pageSize);
      this.#added = [];
    }
    const count = this.#followedCount;
    if (listing.isByTime) return { followed: this.#newest.slice(0, count), older: this.#newest.slice(count) };
    const followed = this.#listHighest(count, listing);
    const kept = new Set(followed);
    const older = this.#listed.slice(0, count + pageSize).filter((event) => !kept.has(event));
    return { followed, older };
  }

  /**
   * Returns the newest events whose place is known, newest first: `count` of them, or as many as the last minute has if
   * that is more. In a listing in order of arrival, they are those at its top, and those at the lower ends of gaps.
   */
  listAll(count: number, listing: ListingFacts): readonly RememberedData[] {
    const sorted = sortNewestFirst(this.#listed);
    const length = countInLastMinute(sorted);
    if (listing.isByTime) return sorted.slice(0, Math.max(count, length));
    return this.#listHighest(Math.max(count, this.#findDepth(sorted.slice(0, length))), listing);
  }

  /**
   * Returns how many events, counted from the top of the listing, include all of `events`; at most `MAX_EVENTS`. That can
   * be more than `events` has, because in order of arrival, older events and those without a time can be between them.
   */
  #findDepth(events: readonly RememberedData[]): number {
    const wanted = new Set(events);
    return Math.min(MAX_EVENTS, this.#listed.findLastIndex((event) => wanted.has(event)) + 1);
  }

  /** Returns the `count` highest events in the listing, and a page of events from the lower end of each gap. */
  #listHighest(count: number, { pageSize, gaps }: ListingFacts): readonly RememberedData[] {
    if (gaps.length === 0) return this.#listed.slice(0, count);
    const ends = new Set(gaps.map(({ below }) => createEventIdentity(below)));
    let end = count;
    return this.#listed.filter(({ identity }, index) => {
      if (ends.has(identity)) end = Math.max(end, index + pageSize);
      return index < end;
    });
  }

  #list(at: number, events: readonly RememberedData[]): void {
    for (const event of events) {
      if (!this.#isListed.has(event)) this.#added.push(event);
      this.#isListed.add(event);
    }
    this.#listed = [...this.#listed.slice(0, at), ...events, ...this.#listed.slice(at)];
  }

  #remember(data: RememberedData): number {
    const { identity, changeID } = data;
    this.#events.set(identity, data);
    if (!changeID) return 1;
    const others = this.#variants.get(changeID) ?? [];
    others.push(identity);
    this.#variants.set(changeID, others);
    return others.length;
  }
}

const timeOf = (event: RememberedData | undefined): string | undefined =>
  event?.timestamp === undefined ? undefined : normalizeTimestamp(event.timestamp);

/** Returns how many events are at most `ms` milliseconds older than the newest ones. `sorted` is sorted newest first. */
function countWithin(sorted: readonly RememberedData[], ms: number): number {
  const newest = timestampToMs(timeOf(sorted[Math.min(MAX_EVENTS_AHEAD, sorted.length - 1)]) ?? '');
  const end = newest === undefined ? '' : msToTimestamp(newest - ms);
  const first = sorted.findIndex((event) => (timeOf(event) ?? '') < end);
  return first < 0 ? sorted.length : first;
}

const countInLastMinute = (sorted: readonly RememberedData[]): number =>
  Math.min(MAX_EVENTS, countWithin(sorted, MIN_WINDOW_MS));

const sortNewestFirst = (events: readonly RememberedData[]): readonly RememberedData[] =>
  events
    .map((event) => ({ event, time: timeOf(event) }))
    .sort((a, b) => compareNewestFirst(a.time, b.time))
    .map(({ event }) => event);
