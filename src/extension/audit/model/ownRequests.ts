import { listOwnRequestIDs, type OwnEvents } from '../../../core/audit/table/ownEvents.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';

/**
 * The IDs of the latest requests that this window sent: for audit events, by `PageRequests`, and for queries. For each
 * connection, also the actor that the service recorded for requests of this window. Stored in memory only.
 */
export interface OwnRequests {
  addRequestID(requestID: string | undefined): void;
  /** Whether this window sent the request with this ID, and it was a request for audit events. */
  isLogRead(requestID: string | undefined): boolean;
  /** Returns the IDs of the requests for audit events, and those of the queries by run. */
  requestIDs(): Omit<OwnEvents, 'unfoldedKeys'>;
  /** Returns the IDs of all requests, for audit events and for queries, in one list. */
  listRequestIDs(): readonly string[];
  /**
   * Stores the actor of the first of `events` that belongs to an own request or to the displayed query and has an
   * actor. `identity` is that of the connection (`connectionIdentity`).
   */
  storeOwnActor(events: Iterable<AuditEvent>, identity: string): void;
  /** Returns the stored actor of a connection; undefined if there is none. */
  actor(identity: string): string | undefined;
  forget(): void;
}

/** Maximum number of request IDs remembered, so that memory use stays bounded. */
const MAX_REQUEST_IDS = 10_000;

export function createOwnRequests(deps: Pick<Deps, 'displayedQuery' | 'lastRuns'>): OwnRequests {
  const sent = new Set<string>();
  const actors = new Map<string, string>();
  const requestIDs = (): Omit<OwnEvents, 'unfoldedKeys'> => ({
    logReadIDs: [...sent],
    queryRuns: deps.lastRuns.listRequestIDsByRun(),
  });
  return {
    addRequestID(requestID) {
      if (requestID) sent.add(requestID);
      for (const oldest of sent) {
        if (sent.size <= MAX_REQUEST_IDS) break;
        sent.delete(oldest);
      }
    },
    requestIDs,
    listRequestIDs: () => listOwnRequestIDs(requestIDs()),
    isLogRead: (requestID) => requestID !== undefined && sent.has(requestID),
    storeOwnActor(events, identity) {
      for (const { context } of events) {
        const { requestID, actor } = context;
        const isOwn =
          requestID !== undefined &&
          (sent.has(requestID) || requestID === deps.displayedQuery.current()?.requestID);
        // The event of a rejected request may have no actor.
        if (!isOwn || !actor) continue;
        actors.set(identity, actor);
        break;
      }
    },
    actor: (identity) => actors.get(identity),
    forget() {
      sent.clear();
      actors.clear();
    },
  };
}
