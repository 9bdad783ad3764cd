/** Who read what, event by event: what the store is held to. */

import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { findQueryText } from '../../../../../src/core/audit/feed/queryOf.ts';
import { eventTimestamp, isValidTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { toEventSet } from '../../../../../src/core/audit/store/localKeys.ts';
import type { EventSet } from '../../../../../src/core/audit/table/eventSet.ts';
import { type EventOutcome, outcomeOfEvent } from '../../../../../src/core/audit/table/outcome.ts';
import type { ColumnRead, QueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import {
  compareReads,
  compareUnread,
  type WhoReadWhat,
} from '../../../../../src/core/audit/table/whoReadWhat.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';

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
/** Queries remembered, so that one asked again is not read again. */
const remembered = 5_000;

/** Sums up events with `readQuery` of queryReads. `setFor` names the events of a row: by default as the local store does. */
export function createWhoReadWhat(
  readQuery: (text: string) => QueryReads,
  setFor: (rows: readonly number[]) => EventSet = toEventSet,
): WhoReadWhatBuilder {
  const withSet = <Row extends Growing>({ events, ...row }: Row) => ({ ...row, events: setFor(events) });
  const rows = new Map<string, Growing & { readonly read: ColumnRead }>();
  const unread = new Map<
    string,
    Growing & {
      readonly missing: 'none' | 'part';
      readonly query: string;
      readonly sample: ReturnType<typeof toCompactEvent>;
    }
  >();
  const actors = new Set<string | undefined>();
  const known = new Map<string, QueryReads>();
  let queries = 0;
  let failed = 0;
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
      const query = findQueryText(event);
      if (query === undefined) {
        others++;
        return;
      }
      queries++;
      if (outcomeOfEvent(event) === 'failed') failed++;
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
        sample: toCompactEvent(event),
      };
      unread.set(key, row);
      count(row, number, event);
    },
    result: () => ({
      rows: [...rows.values()].map(withSet).sort(compareReads),
      unread: [...unread.values()].map(withSet).sort(compareUnread),
      queries,
      failed,
      leftOut: 0,
      actors: actors.size,
      others,
    }),
  };
}

function count(row: Growing, number: number, event: AuditEvent): void {
  row.counts[outcomeOfEvent(event)]++;
  row.events.push(number);
  const time = eventTimestamp(event);
  if (time === undefined || !isValidTimestamp(time)) return;
  if (row.first === undefined || time < row.first) row.first = time;
  if (row.last === undefined || time > row.last) row.last = time;
}
