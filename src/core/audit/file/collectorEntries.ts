/** Recognizes what `audit follow` writes beside raw events: gap records, and events in the formats OCSF and ECS. */
import { toAuditEvent } from '../../service/decode.ts';
import { getKeysInOrder, isJsonObject, type JsonObject, type JsonValue } from '../../service/json.ts';
import type { AuditEvent } from '../../service/types.ts';
import type { Gap } from '../feed/listingGaps.ts';
import type { GapDescription } from '../handover/records.ts';
import { definedOnly } from '../handover/values.ts';

/** The formats in which `audit follow` writes events for other programs. They are recognized, but not read. */
export type MappedFormat = 'ocsf' | 'ecs';

/** Returns the schema in which an event or a gap was written; undefined if `value` has no sign of one. */
export function detectMappedFormat(value: JsonObject): MappedFormat | undefined {
  if (typeof value.class_uid === 'number' && isJsonObject(value.metadata)) return 'ocsf';
  return isJsonObject(value.ecs) && typeof value['@timestamp'] === 'string' ? 'ecs' : undefined;
}

/** Whether `value` claims to be a gap record of the format `raw`, which may still be malformed. */
export const isGapEntry = (value: JsonObject): boolean =>
  getKeysInOrder(value).length === 1 && value.gap !== undefined;

/** Parses the value of the member `gap` of a gap record. Returns undefined if it is malformed. */
export function parseGapDescription(value: JsonValue | undefined): GapDescription | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, isOpenEnded, foundAt, closedAt } = value;
  const [above, below] = [parseGapEnd(value.above), parseGapEnd(value.below)];
  if (typeof id !== 'string' || typeof foundAt !== 'string' || typeof isOpenEnded !== 'boolean')
    return undefined;
  if (!isAbsentOrText(closedAt) || above === 'malformed' || below === 'malformed') return undefined;
  return {
    id,
    isOpenEnded,
    foundAt,
    ...(above ? { above } : {}),
    ...(below ? { below } : {}),
    ...(closedAt === undefined ? {} : { closedAt }),
  };
}

type GapEnd = NonNullable<GapDescription['above']>;

function parseGapEnd(value: JsonValue | undefined): GapEnd | 'malformed' | undefined {
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) return 'malformed';
  const { timestamp, changeID } = value;
  if (!isAbsentOrText(timestamp) || !isAbsentOrText(changeID)) return 'malformed';
  return {
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(changeID === undefined ? {} : { changeID }),
  };
}

const isAbsentOrText = (value: JsonValue | undefined): value is string | undefined =>
  value === undefined || typeof value === 'string';

/**
 * Converts the description of a gap in a file or a table to a gap of a listing. The description identifies the events
 * above and below the gap by time and change ID, so those events of the gap have no other fields.
 */
export function toListingGap({
  above,
  below,
  isOpenEnded,
}: Pick<GapDescription, 'above' | 'below' | 'isOpenEnded'>): Gap {
  const upper = toEventOfGapEnd(above);
  return { above: upper, below: isOpenEnded || !below ? upper : toEventOfGapEnd(below) };
}

const toEventOfGapEnd = ({ timestamp, changeID }: GapEnd = {}): AuditEvent =>
  toAuditEvent({ context: definedOnly({ changeID }), request: definedOnly({ timestamp }) });
