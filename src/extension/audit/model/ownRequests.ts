import type { AuditEvent } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';

/**
 * The IDs of requests that this extension sent for audit events, and the actor that the service logs for them, by
 * connection. In memory only.
 */
export interface OwnRequests {
  /** Remembers the ID of a request that was answered; ignores undefined, which the service sent no ID with. */
  add(requestID: string | undefined): void;
  isOwn(requestID: string | undefined): boolean;
  /** Looks among events for one of a remembered request, or of the query answered last, whose actor is then the user. */
  learn(events: Iterable<AuditEvent>, identity: string): void;
  /** The actor of this extension's requests to the connection `identity`; undefined if not learnt yet. */
  actor(identity: string): string | undefined;
  forget(): void;
}

/** Maximum number of request IDs remembered, so that they do not grow without end. */
const MOST = 10_000;

export function createOwnRequests(deps: Pick<Deps, 'shownQuery'>): OwnRequests {
  const sent = new Set<string>();
  const actors = new Map<string, string>();
  return {
    add(requestID) {
      if (requestID) sent.add(requestID);
      for (const oldest of sent) {
        if (sent.size <= MOST) break;
        sent.delete(oldest);
      }
    },
    isOwn: (requestID) => requestID !== undefined && sent.has(requestID),
    learn(events, identity) {
      for (const { context } of events) {
        const { requestID, actor } = context;
        const isOwn =
          requestID !== undefined &&
          (sent.has(requestID) || requestID === deps.shownQuery.current()?.requestID);
        // An own request that was refused has no actor.
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
