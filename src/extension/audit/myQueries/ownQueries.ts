import { DistinctQueries, type DistinctQuery } from '../../../core/audit/feed/distinctQueries.ts';
import { readRowChunks } from '../../../core/audit/table/trailReads.ts';
import type { AbortSignalLike } from '../../../core/service/transport.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { readDisplayedListing } from '../model/displayedListing.ts';

/** Maximum number of queries in the list, because a quick pick with more items becomes slow. */
const MAX_QUERIES = 1000;
/** Number of the actor's events after which no further chunk is read, so that the list opens quickly. */
const MAX_EVENTS_READ = 20_000;

export interface OwnQueries {
  readonly queries: readonly DistinctQuery[];
  /** Number of events, of all actors, in the listing that was searched for the queries. */
  readonly searched: number;
  /** Whether older events of the actor in that listing were not read, because a limit was reached. */
  readonly isLimited: boolean;
}

interface OwnQueriesOptions {
  readonly actorID: string;
  /** The LIMIT with which the user requests pages. */
  readonly pageSize: number;
  readonly signal: AbortSignalLike;
}

/**
 * Returns distinct queries of an actor in the displayed listing, the most recently sent first. The number of queries
 * and of events read is limited. Filters on loaded events do not apply. Sends no request to the service. Rejects with
 * `TrailCancelled` if `signal` is aborted, and with `SourceError` if events can't be read.
 */
export function readOwnQueries(
  { filters, state, trail }: Pick<AuditModel, 'filters' | 'state' | 'trail'>,
  { actorID, pageSize, signal }: OwnQueriesOptions,
): Promise<OwnQueries> {
  const fields = new Map([['actor', { only: new Set([actorID]), not: new Set<undefined>() }]] as const);
  return readDisplayedListing(state, async () => {
    const view = await trail.view({ ...filters.createTrailQuery(), filters: { fields }, gaps: [] }, signal);
    const found = new DistinctQueries(pageSize);
    let read = 0;
    let isLimited = false;
    for await (const rows of readRowChunks(trail, view, signal)) {
      for (const { event } of rows) found.add(event);
      read += rows.length;
      isLimited = read < view.counts.passing && (found.size >= MAX_QUERIES || read >= MAX_EVENTS_READ);
      if (isLimited) break;
    }
    // The view was dropped before all of its rows were read. Undefined makes `readDisplayedListing` try again.
    if (!isLimited && read < view.counts.passing) return undefined;
    const queries = found.listDistinctQueries();
    return {
      queries: queries.slice(0, MAX_QUERIES),
      searched: view.counts.total,
      isLimited: isLimited || queries.length > MAX_QUERIES,
    };
  });
}
