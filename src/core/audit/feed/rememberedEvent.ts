import type { AuditContext, AuditEvent, AuditRequest } from '../../service/types.ts';
import { CompactEvent, type EventData } from './compactEvent.ts';

/** What is stored of an event so that it is recognized later. It contains nothing of the event's content. */
export interface RememberedData {
  /** The event's identity: as `createEventIdentity` returns it, or a hash if the event has no change ID. */
  readonly identity: string;
  readonly changeID?: string | undefined;
  /** The event's time as the service sent it; undefined if the event has none. */
  readonly timestamp?: string | undefined;
}

/** An event of which only its identity, its change ID, and its time are known. */
export class RememberedEvent implements AuditEvent {
  readonly identity: string;
  readonly context: AuditContext;
  readonly request: AuditRequest;
  readonly response = {};
  readonly resourceIDs: readonly string[] = [];
  readonly raw = {};

  constructor({ identity, changeID, timestamp }: RememberedData) {
    this.identity = identity;
    this.context = changeID === undefined ? {} : { changeID };
    this.request = timestamp === undefined ? {} : { timestamp };
  }
}

/** An event without a change ID, with a hash of its content as its identity, so that it can be remembered. */
export class HashedEvent extends CompactEvent {
  readonly identity: string;

  constructor(data: EventData, identity: string) {
    super(data);
    this.identity = identity;
  }
}
