/** The records that a collector writes to its sink: audit events, and notices of events that may be missing. */
import type { AuditEvent } from '../../service/types.ts';
import { CompactEvent, type EventData, getEventJson } from '../feed/compactEvent.ts';
import { isUsableText } from './eventParts.ts';

export interface EventRecord {
  readonly kind: 'event';
  /**
   * The event as it is to be written, with masks already applied. Code that masks an event must keep its `variant`,
   * because it is a part of the record's ID.
   */
  readonly event: AuditEvent & Pick<EventData, 'variant'>;
  /** Whether parts of `event` were replaced by a mask, so that it is not the event as the service sent it. */
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
  /** Identifies the gap in the notice that it was found and in the notice that it was closed. */
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

/** Returns the SHA-256 hash of the UTF-8 form of a text, in lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string;

/**
 * Returns the ID by which two records are recognized as the same one. For an event, the ID is its change ID (S12), for
 * further events with the same change ID followed by a hash of their content, or that hash alone for an event without a
 * usable change ID. A gap has two records with different IDs: one for when it was found, one for when it was closed.
 */
export function getRecordID(record: OutputRecord, sha256: Sha256): string {
  if (record.kind === 'gap') {
    const { id, closedAt } = record.gap;
    return closedAt === undefined ? `gap:${id}` : `gap:${id}:closed`;
  }
  const { event } = record;
  const { variant = 1 } = event;
  // A compact event has its change ID at hand; reading its context would parse the text.
  const { changeID } = event instanceof CompactEvent ? event : event.context;
  if (!isUsableText(changeID)) return `sha256:${sha256(getEventJson(event))}`;
  return variant > 1 ? `${changeID}~${sha256(getEventJson(event))}` : changeID;
}
