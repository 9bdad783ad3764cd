/** The audit trail: in the server's process, so that no event is lost when the engine is replaced; bounded. */
import type { Event } from './event.ts';

/** Beyond either, the oldest tenth is forgotten. */
export interface AuditLimits {
  readonly events: number;
  /** UTF-16 units of what clients sent: query texts, paths, origins. */
  readonly content: number;
}

/** Where a page starts: strictly before this event. Both or either (S28). */
export interface Cursor {
  readonly timestamp?: string;
  readonly changeID?: string;
}

export interface AuditPage {
  readonly event: readonly Event[];
  /** Null where nothing older matches. */
  readonly nextOps: { readonly timestamp: string; readonly changeID: string } | null;
}

export interface AuditLog {
  /** Events come in the order of their response timestamps. */
  add(event: Event): void;
  /** The newest matching events first, at most `limit`. */
  page(matches: (event: Event) => boolean, cursor: Cursor, limit: number): AuditPage;
  readonly size: number;
}

export function createAuditLog(limits: AuditLimits): AuditLog {
  const events: Event[] = [];
  let content = 0;

  const length = ({ context, request }: Event) =>
    request.data.content.length +
    request.httpInfo.URI.length +
    (request.vaultID?.length ?? 0) +
    (context.origin?.length ?? 0);
  function forget(): void {
    while (events.length > limits.events || (content > limits.content && events.length > 1)) {
      for (const event of events.splice(0, Math.ceil(events.length / 10))) content -= length(event);
    }
  }

  /** Index after the newest event that the cursor lets through. */
  function endBefore({ timestamp, changeID }: Cursor): number {
    if (timestamp === undefined) {
      if (changeID === undefined) return events.length;
      // An event no longer there has been forgotten with all that were older.
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
    get size() {
      return events.length;
    },
    add(event) {
      events.push(event);
      content += length(event);
      forget();
    },
    page(matches, cursor, limit) {
      const found: Event[] = [];
      for (let i = endBefore(cursor) - 1; i >= 0; i--) {
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
