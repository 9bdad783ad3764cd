/** The records that a collector writes to its sink: audit events, and notices of events that may be missing. */
import type { AuditEvent } from '../../service/types.ts';
import { CompactEvent, type EventData, getEventJson } from '../feed/compactEvent.ts';
import { isUsableText } from './eventParts.ts';

export interface EventRecord {
  readonly kind: 'event';
  /**
   * The event to write, with masks already applied. Code that masks an event must keep its `variant`, on which the
   * record's ID depends.
   */
  readonly event: AuditEvent & Pick<EventData, 'variant'>;
  /** Whether masks changed `event`, so that it differs from the event that the service sent. */
  readonly isMasked: boolean;
}

export interface GapRecord {
  readonly kind: 'gap';
  readonly gap: GapDescription;
}

export type OutputRecord = EventRecord | GapRecord;

/** An event next to a gap. Absent properties were absent from that event. */
interface GapEnd {
  /** The event's time as the service sent it. */
  readonly timestamp?: string;
  readonly changeID?: string;
}

/** A range of a listing, sorted newest first, in which events may exist that the collector could not read. */
export interface GapDescription {
  /** ID of the gap, which is the same in the notice that it was found and in the notice that it was closed. */
  readonly id: string;
  /** The last event that was read before the gap, which is newer than the missing ones; absent if there is none. */
  readonly above?: GapEnd;
  /** The first event that was read after the gap, which is older than the missing ones; absent if there is none. */
  readonly below?: GapEnd;
  /** Whether the lower end of the gap is unknown. */
  readonly isOpenEnded: boolean;
  /** When the collector found the gap, in ISO 8601 with the time zone. */
  readonly foundAt: string;
  /** When the collector had read what was missing, in ISO 8601 with the time zone; absent while the gap is open. */
  readonly closedAt?: string;
}

/** Returns the SHA-256 hash of a text in UTF-8, in lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string;

/**
 * Returns the ID of a record, which is the same if the record is written again. The ID of an event is its change ID (S12).
 * For a further event with the same change ID, a hash of its content is appended. For an event without a usable change
 * ID, the ID is that hash. The two records of a gap, which say that it was found and that it was closed, have different
 * IDs.
 */
export function getRecordID(record: OutputRecord, sha256: Sha256): string {
  if (record.kind === 'gap') {
    const { id, closedAt } = record.gap;
    return closedAt === undefined ? `gap:${id}` : `gap:${id}:closed`;
  }
  const { event } = record;
  const { variant = 1 } = event;
  // Reading the context of a compact event would parse its text.
  const { changeID } = event instanceof CompactEvent ? event : event.context;
  if (!isUsableText(changeID)) return `sha256:${sha256(getEventJson(event))}`;
  return variant > 1 ? `${changeID}~${sha256(getEventJson(event))}` : changeID;
}
