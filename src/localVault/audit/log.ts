/**
 * The audit trail. It is in the memory of the server, not of the engine, so that it is kept when the engine's thread is
 * replaced.
 */
import type { Event } from './event.ts';

export interface AuditLimits {
  /** Maximum number of events. */
  readonly events: number;
  /**
   * Maximum total length of content, URI, vault ID and origin of all events, in UTF-16 code units. A single event may
   * exceed it.
   */
  readonly content: number;
}

/**
 * Names the event at which the previous page ended, by its response timestamp, its change ID, or both (S28). Empty for
 * the first page.
 */
export interface Cursor {
  readonly timestamp?: string;
  readonly changeID?: string;
}

export interface AuditPage {
  readonly event: readonly Event[];
  /** Cursor of the next page; null if no further event matches. */
  readonly nextOps: { readonly timestamp: string; readonly changeID: string } | null;
}

export interface AuditLog {
  /**
   * Adds an event, and deletes the oldest ones if a limit is exceeded. `readPage` needs the events in the order of
   * their response timestamps.
   */
  add(event: Event): void;
  /**
   * Returns at most `limit` matching events that are older than the event of `cursor`, the newest first. `limit` must
   * be at least 1.
   */
  readPage(matches: (event: Event) => boolean, cursor: Cursor, limit: number): AuditPage;
  readonly size: number;
  readonly events: readonly Event[];
}

export function createAuditLog(limits: AuditLimits): AuditLog {
  const events: Event[] = [];
  let content = 0;

  const getContentLength = ({ context, request }: Event) =>
    request.data.content.length +
    request.httpInfo.URI.length +
    (request.vaultID?.length ?? 0) +
    (context.origin?.length ?? 0);
  function removeOldest(): void {
    while (events.length > limits.events || (content > limits.content && events.length > 1)) {
      for (const event of events.splice(0, Math.ceil(events.length / 10))) content -= getContentLength(event);
    }
  }

  function findCursorIndex({ timestamp, changeID }: Cursor): number {
    if (timestamp === undefined) {
      if (changeID === undefined) return events.length;
      // If the event is no longer stored, it was deleted with all older ones. An unknown ID has the same effect.
      return Math.max(
        0,
        events.findLastIndex(({ context }) => context.changeID === changeID),
      );
    }
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((events[middle]?.response.timestamp ?? '') < timestamp) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    events,
    get size() {
      return events.length;
    },
    add(event) {
      events.push(event);
      content += getContentLength(event);
      removeOldest();
    },
    readPage(matches, cursor, limit) {
      const found: Event[] = [];
      for (let i = findCursorIndex(cursor) - 1; i >= 0; i--) {
        const event = events[i];
        if (event === undefined || !matches(event)) continue;
        const last = found.at(-1);
        if (found.length === limit && last !== undefined) {
          const { timestamp } = last.response;
          return { event: found, nextOps: { timestamp, changeID: last.context.changeID } };
        }
        found.push(event);
      }
      return { event: found, nextOps: null };
    },
  };
}
