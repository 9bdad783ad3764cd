/** Who read what: loaded query events summed up by actor, table, column and REDACTION level. */
import type { EventData } from '../feed/compactEvent.ts';
import type { EventSet } from './eventSet.ts';
import type { EventOutcome } from './outcome.ts';
import type { ColumnRead, ReadUse } from './queryReads.ts';

/** What is known of the events behind a row. */
export interface ReadFigures {
  readonly actor: string | undefined;
  /** Events by outcome: a refused query asked, but was given nothing. */
  readonly counts: Readonly<Record<EventOutcome, number>>;
  /** Times as the service gave them; absent where no event has a usable one. */
  readonly first?: string;
  readonly last?: string;
  /** The events behind the row. */
  readonly events: EventSet;
}

export interface ReadRow extends ReadFigures {
  readonly read: ColumnRead;
}

export interface UnreadRow extends ReadFigures {
  readonly missing: 'none' | 'part';
  readonly query: string;
  /** One of its events. */
  readonly sample: EventData;
}

export interface WhoReadWhat {
  /** Plain-text reads first, then by number of answered events. */
  readonly rows: readonly ReadRow[];
  /** Queries that could not be read, or in part only. Those read in part are in `rows` too. */
  readonly unread: readonly UnreadRow[];
  /** Events that hold a query. */
  readonly queries: number;
  /** Those of `queries` that are not summed up, because their rows would take too much memory. */
  readonly leftOut: number;
  /** Actors of all these queries. */
  readonly actors: number;
  /** Events looked at that hold no query. */
  readonly others: number;
}

/** The level that gives values in plain text. */
export const plainText = 'PLAIN_TEXT';

const useRank: Readonly<Record<ReadUse, number>> = { returned: 0, condition: 1, rows: 2 };

/** For sorting reads: plain text first, then what was returned, then by number. */
export function compareReads(a: ReadRow, b: ReadRow): number {
  const plain = Number(b.read.level === plainText) - Number(a.read.level === plainText);
  return (
    plain ||
    useRank[a.read.use] - useRank[b.read.use] ||
    b.counts.succeeded - a.counts.succeeded ||
    b.events.length - a.events.length
  );
}

/** For sorting queries that could not be read: the most frequent first. */
export const compareUnread = (a: UnreadRow, b: UnreadRow): number => b.events.length - a.events.length;
