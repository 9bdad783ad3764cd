import { listOwnRequestIDs, type OwnEvents } from '../../../core/audit/table/ownEvents.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import { connectionIdentity } from './connectionSwitch.ts';

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
   * Learns from events of a connection who sends the requests of this window, and the request IDs of its queries that
   * ended without a response, also from events of earlier calls in which the actor was unknown. The actor is that of
   * the first of the events that belongs to a request of this window and has an actor.
   */
  learnFromEvents(events: readonly AuditEvent[], connection: AnyConnection): void;
  /**
   * Records the ID that the user entered as the actor of this window's requests to a connection. An actor found in an
   * event of such a request takes precedence. Returns whether loaded events were recognized as those of own queries by
   * this ID.
   */
  learnEnteredActor(actor: string, connection: AnyConnection): boolean;
  /**
   * Returns the actor of a connection as learned from events, by its `connectionIdentity`; undefined if there is none.
   */
  actor(identity: string): string | undefined;
  forget(): void;
}

/** Maximum number of request IDs remembered, so that memory use stays bounded. */
const MAX_REQUEST_IDS = 10_000;

export function createOwnRequests(deps: Pick<Deps, 'lastRuns'>): OwnRequests {
  const sent = new Set<string>();
  const actors = new Map<string, string>();
  const enteredActors = new Map<string, string>();
  const requestIDs = (): Omit<OwnEvents, 'unfoldedKeys'> => ({
    logReadIDs: [...sent],
    queryRuns: deps.lastRuns.listRequestIDsByRun(),
  });
  const learnRequestIDs = (events: readonly AuditEvent[], connection: AnyConnection): boolean => {
    const identity = connectionIdentity(connection) ?? '';
    const actor = actors.get(identity) ?? connection.local?.actor ?? enteredActors.get(identity);
    return deps.lastRuns.learnRequestIDs(events, { connectionName: connection.name, actor });
  };
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
    learnFromEvents(events, connection) {
      const identity = connectionIdentity(connection) ?? '';
      // The event of a rejected request may have no actor.
      const own = events.find(
        ({ context: { actor, requestID } }) =>
          actor && requestID !== undefined && (sent.has(requestID) || deps.lastRuns.hasRequest(requestID)),
      );
      if (own?.context.actor) actors.set(identity, own.context.actor);
      learnRequestIDs(events, connection);
    },
    learnEnteredActor(actor, connection) {
      enteredActors.set(connectionIdentity(connection) ?? '', actor);
      return learnRequestIDs([], connection);
    },
    actor: (identity) => actors.get(identity),
    forget() {
      sent.clear();
      actors.clear();
      enteredActors.clear();
    },
  };
}
