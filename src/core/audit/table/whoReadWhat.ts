/** Who read what: loaded query events summed up by actor, table, column and REDACTION level. */
import type { AuditEvent } from '../../service/types.ts';
import { queryOf } from '../feed/queryOf.ts';
import { eventTimestamp, isProperTimestamp } from '../feed/timestamps.ts';
import { type EventOutcome, outcomeOfEvent } from './outcome.ts';
import type { ColumnRead, QueryReads, ReadUse } from './queryReads.ts';

export interface ReadRow {
  readonly actor: string | undefined;
  readonly read: ColumnRead;
  /** Events by outcome: a refused query asked, but was given nothing. */
  readonly counts: Readonly<Record<EventOutcome, number>>;
  /** Times as the service gave them; absent where no event has a usable one. */
  readonly first?: string;
  readonly last?: string;
  /** By number. */
  readonly events: readonly number[];
}

export interface UnreadRow {
  readonly actor: string | undefined;
  readonly missing: 'none' | 'part';
  readonly query: string;
  /** One of its events. */
  readonly sample: AuditEvent;
  readonly counts: Readonly<Record<EventOutcome, number>>;
  readonly first?: string;
  readonly last?: string;
  /** By number. */
  readonly events: readonly number[];
}

export interface WhoReadWhat {
  /** Plain-text reads first, then by number of answered events. */
  readonly rows: readonly ReadRow[];
  /** Queries that could not be read, or in part only. Those read in part are in `rows` too. */
  readonly unread: readonly UnreadRow[];
  /** Events that hold a query, and their actors. */
  readonly queries: number;
  readonly actors: number;
  /** Events looked at that hold no query. */
  readonly others: number;
}

export interface WhoReadWhatBuilder {
  /** Takes one event: some ten microseconds for a query not seen before. */
  add(number: number, event: AuditEvent): void;
  result(): WhoReadWhat;
}

interface Growing {
  readonly actor: string | undefined;
  readonly counts: Record<EventOutcome, number>;
  first?: string;
  last?: string;
  readonly events: number[];
}
/** The level that gives values in plain text. */
export const plainText = 'PLAIN_TEXT';
/** Queries remembered, so that one asked again is not read again. */
const remembered = 5_000;

/** `readQuery` is that of queryReads; given, because it brings the whole dialect along. */
export function createWhoReadWhat(readQuery: (text: string) => QueryReads): WhoReadWhatBuilder {
  const rows = new Map<string, Growing & { readonly read: ColumnRead }>();
  const unread = new Map<
    string,
    Growing & {
      readonly missing: 'none' | 'part';
      readonly query: string;
      readonly sample: AuditEvent;
    }
  >();
  const actors = new Set<string | undefined>();
  const known = new Map<string, QueryReads>();
  let queries = 0;
  let others = 0;

  const readsOf = (query: string): QueryReads => {
    const before = known.get(query);
    if (before) return before;
    const reads = readQuery(query);
    if (known.size < remembered) known.set(query, reads);
    return reads;
  };
  const start = (actor: string | undefined): Growing => ({
    actor,
    counts: { succeeded: 0, failed: 0, unknown: 0 },
    events: [],
  });

  return {
    add(number, event) {
      const query = queryOf(event);
      if (query === undefined) {
        others++;
        return;
      }
      queries++;
      const { actor } = event.context;
      actors.add(actor);
      const { reads, missing } = readsOf(query);
      for (const read of reads) {
        const key = JSON.stringify([actor ?? null, read.tables, read.column, read.level ?? null, read.use]);
        const row = rows.get(key) ?? { ...start(actor), read };
        rows.set(key, row);
        count(row, number, event);
      }
      if (!missing) return;
      const key = JSON.stringify([actor ?? null, query]);
      const row = unread.get(key) ?? {
        ...start(actor),
        missing,
        query,
        sample: event,
      };
      unread.set(key, row);
      count(row, number, event);
    },
    result: () => ({
      rows: [...rows.values()].sort(compareReads),
      unread: [...unread.values()].sort((a, b) => b.events.length - a.events.length),
      queries,
      actors: actors.size,
      others,
    }),
  };
}

function count(row: Growing, number: number, event: AuditEvent): void {
  row.counts[outcomeOfEvent(event)]++;
  row.events.push(number);
  const time = eventTimestamp(event);
  if (time === undefined || !isProperTimestamp(time)) return;
  if (row.first === undefined || time < row.first) row.first = time;
  if (row.last === undefined || time > row.last) row.last = time;
}

const useRank: Readonly<Record<ReadUse, number>> = { returned: 0, condition: 1, rows: 2 };

function compareReads(a: ReadRow, b: ReadRow): number {
  const plain = Number(b.read.level === plainText) - Number(a.read.level === plainText);
  return (
    plain ||
    useRank[a.read.use] - useRank[b.read.use] ||
    b.counts.succeeded - a.counts.succeeded ||
    b.events.length - a.events.length
  );
}
