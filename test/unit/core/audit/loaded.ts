/** A ledger with its events beside it, for tests that look at both at once. */

import { eventFromData, toCompactEvent } from '../../../../src/core/audit/feed/compactEvent.ts';
import { createLedger, type Ledger, type PagingSupport } from '../../../../src/core/audit/feed/ledger.ts';
import { EventStore } from '../../../../src/core/audit/store/eventStore.ts';
import { noFilters, type TrailFilters } from '../../../../src/core/audit/table/filter.ts';
import { parseQueryReads } from '../../../../src/core/audit/table/queryReads.ts';
import { newestFirst } from '../../../../src/core/audit/table/trail.ts';
import type { AuditEvent } from '../../../../src/core/service/types.ts';
import { plainBytes } from './plainBytes.ts';

export interface LoadedListing extends Ledger {
  /** All events, newest first. */
  events(): readonly AuditEvent[];
  get(changeID: string): AuditEvent | undefined;
}

export function createLoaded({ paging }: { readonly paging?: PagingSupport } = {}): LoadedListing {
  const loaded = new EventStore(plainBytes, parseQueryReads);
  const ledger = createLedger({ listing: 1, paging, onNewEvents: (events) => loaded.add(events) });
  const at = (number: number | undefined): readonly AuditEvent[] => {
    const event = loaded.event(number ?? -1);
    return event ? [eventFromData(event)] : [];
  };
  return {
    ...ledger,
    events: () => Array.from(loaded.rows(noFilters, newestFirst)).flatMap(at),
    get: (changeID) => at(loaded.findRowOfVariant(changeID))[0],
  };
}

/** Whether each event passes by the engine of the trail. */
export const passingBy =
  (filters: TrailFilters) =>
  (event: AuditEvent): boolean => {
    const loaded = new EventStore(plainBytes, parseQueryReads);
    loaded.add([toCompactEvent(event)]);
    return loaded.rows(filters, newestFirst).length === 1;
  };
