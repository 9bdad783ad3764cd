import type { AuditEvent } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';

/** The requests of this extension for audit events, which their events are recognized by, and who they come from. In memory only. */
export interface OwnRequests {
  /** A request was answered; nothing where the service gave no ID. */
  add(requestID: string | undefined): void;
  isOwn(requestID: string | undefined): boolean;
  /** Looks among events for one of an own request, also of the query answered last: its actor is the person. */
  learn(events: Iterable<AuditEvent>, identity: string): void;
  /** Who the requests of that connection come from, as far as it has been learnt. */
  actor(identity: string): string | undefined;
  forget(): void;
}

/** Requests that are remembered. */
const MOST = 10_000;

/** Knows of no request yet. */
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
