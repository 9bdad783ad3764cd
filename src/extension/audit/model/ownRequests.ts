import type { AuditEvent } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';

/**
 * The IDs of the requests that this extension sent for audit events, and for each connection the actor (user name) as
 * which the service logs such requests. Stored in memory only.
 */
export interface OwnRequests {
  /**
   * Remembers the ID of a request that the service answered. Ignores undefined, which means that the response
   * contained no ID.
   */
  add(requestID: string | undefined): void;
  /** Whether this is a remembered ID of a request for audit events. False for undefined. */
  isOwn(requestID: string | undefined): boolean;
  requestIDs(): readonly string[];
  /**
   * Learns the user's actor for the connection `identity` from the first event that names an actor and belongs to a
   * remembered request or to the query whose result is displayed.
   */
  learn(events: Iterable<AuditEvent>, identity: string): void;
  /**
   * Returns the actor of this extension's requests to the connection `identity`; undefined if it was not learned yet.
   */
  actor(identity: string): string | undefined;
  forget(): void;
}

/** Maximum number of request IDs remembered, so that memory use stays bounded. The oldest ones are dropped first. */
const MAX_REQUEST_IDS = 10_000;

export function createOwnRequests(deps: Pick<Deps, 'displayedQuery'>): OwnRequests {
  const sent = new Set<string>();
  const actors = new Map<string, string>();
  return {
    add(requestID) {
      if (requestID) sent.add(requestID);
      for (const oldest of sent) {
        if (sent.size <= MAX_REQUEST_IDS) break;
        sent.delete(oldest);
      }
    },
    requestIDs: () => [...sent],
    isOwn: (requestID) => requestID !== undefined && sent.has(requestID),
    learn(events, identity) {
      for (const { context } of events) {
        const { requestID, actor } = context;
        const isOwn =
          requestID !== undefined &&
          (sent.has(requestID) || requestID === deps.displayedQuery.current()?.requestID);
        // The event of a rejected request has no actor.
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
