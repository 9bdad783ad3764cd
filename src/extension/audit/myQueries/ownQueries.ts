import { DistinctQueries, type DistinctQuery } from '../../../core/audit/feed/distinctQueries.ts';
import { readRowChunks } from '../../../core/audit/table/trailReads.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { readDisplayedListing } from '../model/displayedListing.ts';

/** Limits how long the list takes to open. A quick pick with more items also becomes slow. */
const MAX_QUERIES = 1000;
const MAX_EVENTS_READ = 20_000;

export interface OwnQueries {
  readonly queries: readonly DistinctQuery[];
  /** Number of loaded events, of all actors. */
  readonly loaded: number;
  /** Whether older loaded events were not read, because the list is limited. */
  readonly isLimited: boolean;
}

/**
 * Returns the distinct queries of an actor in the loaded events, newest first, up to `MAX_QUERIES`. Filters on loaded
 * events do not apply. Sends no request. `pageSize` is the LIMIT with which the user requests pages.
 */
export function readOwnQueries(
  { filters, state, trail }: Pick<AuditModel, 'filters' | 'state' | 'trail'>,
  actorID: string,
  pageSize: number,
): Promise<OwnQueries> {
  const fields = new Map([['actor', { only: new Set([actorID]), not: new Set<undefined>() }]] as const);
  return readDisplayedListing(state, async () => {
    const view = await trail.view({ ...filters.query(), filters: { fields }, gaps: [] });
    const found = new DistinctQueries(pageSize);
    let read = 0;
    let isLimited = false;
    for await (const rows of readRowChunks(trail, view)) {
      for (const { event } of rows) found.add(event);
      read += rows.length;
      isLimited = read < view.counts.passing && (found.size >= MAX_QUERIES || read >= MAX_EVENTS_READ);
      if (isLimited) break;
    }
    // The view may have been dropped meanwhile. It is read again then.
    if (!isLimited && read < view.counts.passing) return undefined;
    const queries = found.listDistinctQueries();
    return {
      queries: queries.slice(0, MAX_QUERIES),
      loaded: view.counts.total,
      isLimited: isLimited || queries.length > MAX_QUERIES,
    };
  });
}
