/** Who read what: query events aggregated by actor, tables, column, REDACTION level, and use of the column. */
import type { EventData } from '../feed/compactEvent.ts';
import type { EventSet } from './eventSet.ts';
import type { EventOutcome } from './outcome.ts';
import type { ColumnRead, ReadUse } from './queryReads.ts';

export interface ReadFigures {
  readonly actor: string | undefined;
  readonly counts: Readonly<Record<EventOutcome, number>>;
  /** Time of the earliest event, as in its field `time`; absent if no event has a valid time. */
  readonly first?: string;
  /** Time of the latest event, as in its field `time`; absent if no event has a valid time. */
  readonly last?: string;
  readonly events: EventSet;
}

export interface ReadRow extends ReadFigures {
  readonly read: ColumnRead;
}

/** The events of one actor with one query text, whose reads could not be determined completely. */
export interface UnreadRow extends ReadFigures {
  readonly missing: 'none' | 'part';
  readonly query: string;
  readonly sample: EventData;
}

export interface WhoReadWhat {
  readonly rows: readonly ReadRow[];
  /**
   * Queries whose reads could not be determined completely: one row per actor and query text. The reads that were found
   * are in `rows`.
   */
  readonly unread: readonly UnreadRow[];
  readonly queries: number;
  /** Number of events, included in `queries`, whose request failed. */
  readonly failed: number;
  /** Number of events, included in `queries`, that are not aggregated because that would need too much memory. */
  readonly leftOut: number;
  /** Number of distinct actors of the queries. Events without an actor count as those of one more actor. */
  readonly actors: number;
  /** Number of events without a query. */
  readonly others: number;
}

/** The REDACTION level that returns values in plain text. */
export const plainTextLevel = 'PLAIN_TEXT';

const useRank: Readonly<Record<ReadUse, number>> = { returned: 0, condition: 1, rows: 2 };

/**
 * Compares two rows for sorting: plain text first, then by use in the order of `useRank`, then rows with more succeeded
 * events first, then rows with more events first, then by actor, tables, column, and level, so that the order is the
 * same wherever the events are stored.
 */
export function compareReads(a: ReadRow, b: ReadRow): number {
  const plain = Number(b.read.level === plainTextLevel) - Number(a.read.level === plainTextLevel);
  return (
    plain ||
    useRank[a.read.use] - useRank[b.read.use] ||
    b.counts.succeeded - a.counts.succeeded ||
    b.events.length - a.events.length ||
    compareTexts(a.actor, b.actor) ||
    compareTexts(a.read.tables.join(), b.read.tables.join()) ||
    compareTexts(a.read.column, b.read.column) ||
    compareTexts(a.read.level, b.read.level)
  );
}

/** Compares two rows for sorting: rows with more events first, then by actor and query. */
export const compareUnread = (a: UnreadRow, b: UnreadRow): number =>
  b.events.length - a.events.length || compareTexts(a.actor, b.actor) || compareTexts(a.query, b.query);

/** Compares texts by their UTF-16 code units. An absent text is before all others. */
function compareTexts(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  return a === undefined || (b !== undefined && a < b) ? -1 : 1;
}
