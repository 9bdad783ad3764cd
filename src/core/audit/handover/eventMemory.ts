import type { AuditEvent } from '../../service/types.ts';
import { getEventJson, toCompactEvent, withVariant } from '../feed/compactEvent.ts';
import { createEventIdentity } from '../feed/listingReader.ts';
import { HashedEvent, type RememberedData } from '../feed/rememberedEvent.ts';
import { compareNewestFirst, msToTimestamp, normalizeTimestamp, timestampToMs } from '../feed/timestamps.ts';
import type { Sha256 } from './records.ts';

/** Length of the period before the newest events that is remembered between runs, in milliseconds. */
const WINDOW_MS = 600_000;
const MIN_WINDOW = 100;
/** Maximum number of remembered events between runs, so that the state file stays below a few megabytes. */
const MAX_WINDOW = 20_000;
/** Number of the newest events that may be dated ahead, so that the window does not depend on a wrong time. */
const MAX_EVENTS_AHEAD = 9;

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

/** The events that a collector has read: their identities, and what is needed to follow on from the newest ones. */
export class EventMemory {
  readonly #events = new Map<string, RememberedData>();
  /** Identities of the events with a change ID, in order of arrival, for those IDs that several events share. */
  readonly #variants = new Map<string, string[]>();
  #newest: readonly RememberedData[] = [];
  #added: RememberedData[] = [];

  constructor(known: readonly RememberedData[]) {
    for (const event of known) if (!this.#events.has(event.identity)) this.#remember(event);
  }

  get size(): number {
    return this.#events.size;
  }

  /**
   * Remembers events that `toStorableEvent` has returned, and returns those that were not known. An event that shares its change ID with a different one that
   * is remembered gets a number among them (`variant`).
   */
  add(events: readonly AuditEvent[]): readonly AuditEvent[] {
    return events.flatMap((event) => {
      const data = rememberEvent(event);
      if (this.#events.has(data.identity)) return [];
      const variant = this.#remember(data);
      return [variant > 1 ? withVariant(event, variant) : event];
    });
  }

  /** Returns what is to be remembered between runs: the events of the last ten minutes, and at least 100. */
  listNewest(): readonly RememberedData[] {
    if (this.#added.length > 0) {
      const sorted = sortNewestFirst([...this.#added, ...this.#newest]);
      const reference = timeOf(sorted[Math.min(MAX_EVENTS_AHEAD, sorted.length - 1)]);
      const ms = timestampToMs(reference ?? '');
      const end = ms === undefined ? '' : msToTimestamp(ms - WINDOW_MS);
      const inWindow = sorted.findIndex((event) => (timeOf(event) ?? '') < end);
      const length = inWindow < 0 ? sorted.length : Math.max(inWindow, MIN_WINDOW);
      this.#newest = sorted.slice(0, Math.min(length, MAX_WINDOW));
      this.#added = [];
    }
    return this.#newest;
  }

  /** Returns the newest events that are remembered, newest first. */
  listAll(maxCount: number): readonly RememberedData[] {
    return sortNewestFirst([...this.#events.values()].reverse()).slice(0, maxCount);
  }

  #remember(data: RememberedData): number {
    const { identity, changeID } = data;
    this.#events.set(identity, data);
    this.#added.push(data);
    if (!changeID) return 1;
    const others = this.#variants.get(changeID) ?? [];
    others.push(identity);
    this.#variants.set(changeID, others);
    return others.length;
  }
}

const timeOf = (event: RememberedData | undefined): string | undefined =>
  event?.timestamp === undefined ? undefined : normalizeTimestamp(event.timestamp);

const sortNewestFirst = (events: readonly RememberedData[]): readonly RememberedData[] =>
  events
    .map((event) => ({ event, time: timeOf(event) }))
    .sort((a, b) => compareNewestFirst(a.time, b.time))
    .map(({ event }) => event);
