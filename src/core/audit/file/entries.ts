/** One entry of an exported file: whether it is an event, and what is wrong with it if not. */
import { toAuditEvent } from '../../service/decode.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../service/json.ts';
import { MAX_JSON_DEPTH, parseJson } from '../../service/parseJson.ts';
import type { AuditEvent } from '../../service/types.ts';
import { hasExactNumbers } from '../feed/compactEvent.ts';
import { withoutMark } from '../marks/markMember.ts';
import type { Mark } from '../marks/marks.ts';
import { auditFields } from '../table/fields.ts';

/**
 * json: no JSON · notEvent: another thing than an event · tooLong: more bytes than are read at a time · notText: no UTF-8 ·
 * columns: no row of the table.
 */
export type EntryProblem = 'json' | 'notEvent' | 'tooLong' | 'notText' | 'columns';

/** `object`: has nothing of an event · `frame`: has its parts, empty · `event`: something that the service names (S10). */
type EntryKind = 'object' | 'frame' | 'event';

export interface Entry {
  readonly event: AuditEvent;
  readonly kind: EntryKind;
  /** Whether it has numbers that a double would change, and was read with them. */
  readonly isExact: boolean;
  /** What a person said of the event: it was written beside it, and is not part of it. */
  readonly mark?: Mark;
}

/** Reads the text of one entry. */
export function readEntry(text: string): Entry | EntryProblem {
  const value = valueIn(text);
  if (value === undefined) return 'json';
  if (!isJsonObject(value)) return 'notEvent';
  const entry = entryOf(value, false);
  if (!entry.mark && !hasExactNumbers(entry.event, text)) return entry;
  const exactly = parseJson(text);
  return exactly.ok && isJsonObject(exactly.value) ? entryOf(exactly.value, true) : 'json';
}

/** The engine's own reader is ten times as fast; what it takes beyond ours is only depth. */
function valueIn(text: string): JsonValue | undefined {
  if (isDeep(text)) {
    const parsed = parseJson(text);
    return parsed.ok ? parsed.value : undefined;
  }
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // The answer for what is not JSON: nothing more is known of it.
    return undefined;
  }
}

/** Whether a text may nest deeper than is read; a short one has no room for that. */
function isDeep(text: string): boolean {
  if (text.length < 2 * MAX_JSON_DEPTH) return false;
  let [open, most] = [0, 0];
  for (let at = 0; at < text.length && most <= MAX_JSON_DEPTH; at++) {
    const code = text.charCodeAt(at);
    // In texts too: a guess that is too high costs only time.
    if (code === 0x7b || code === 0x5b) most = Math.max(most, ++open);
    else if (code === 0x7d || code === 0x5d) open--;
  }
  return most > MAX_JSON_DEPTH;
}

/** An entry out of a value that was read already. */
export function entryOf(value: JsonObject, isExact: boolean): Entry {
  const { own, mark } = withoutMark(value);
  const event = toAuditEvent(own);
  const [hasContext, hasRequest] = [isJsonObject(value.context), isJsonObject(value.request)];
  // The parts may be left out (S10). Other logs have a `response` too, but not beside the IDs of an event.
  const hasIDs = [own.accountID, own.parentAccountID, own.resourceIDs].some(
    (id) => id !== undefined && id !== null,
  );
  const isOther = isJsonObject(value.response) && hasIDs;
  const isNamed =
    (hasContext || hasRequest || isOther) && auditFields.some(({ read }) => read(event) !== undefined);
  const kind = isNamed ? 'event' : hasContext && hasRequest ? 'frame' : 'object';
  return { event, kind, isExact, ...(mark ? { mark } : {}) };
}
