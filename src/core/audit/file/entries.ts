import { toAuditEvent } from '../../service/decode.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../service/json.ts';
import { MAX_JSON_DEPTH, parseJson } from '../../service/parseJson.ts';
import type { AuditEvent } from '../../service/types.ts';
import { needsExactNumbers } from '../feed/compactEvent.ts';
import { splitMark } from '../marks/markMember.ts';
import type { Mark } from '../marks/marks.ts';
import { auditFields } from '../table/fields.ts';
import type { MappedFormat } from './collectorEntries.ts';

/**
 * Why an entry is not read as an event. `notText`: it is not UTF-8. `columns`: it is a row of a CSV table that can't be
 * converted to an event. `gap`: it is a gap record that is malformed, or one of too many. `ocsf`, `ecs`: it is an event
 * in that format.
 */
export type EntryProblem = 'json' | 'notEvent' | 'tooLong' | 'notText' | 'columns' | 'gap' | MappedFormat;

/**
 * How much an object looks like an event of the service (S10). `event`: it has parts of an event and a field that the
 * service defines. `frame`: it has `context` and `request`, but no such field.
 */
type EntryKind = 'object' | 'frame' | 'event';

export interface Entry {
  readonly event: AuditEvent;
  readonly kind: EntryKind;
  readonly isExact: boolean;
  /** The user's mark, which is not part of the event. Absent if there is none. */
  readonly mark?: Mark;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Parses the text of one entry. Returns a problem if the text is not a JSON object. */
export function parseEntry(text: string): Entry | EntryProblem {
  const value = parseJsonOrUndefined(text);
  if (value === undefined) return 'json';
  if (!isJsonObject(value)) return 'notEvent';
  const entry = classifyEntry(value, false);
  if (!entry.mark && !needsExactNumbers(entry.event, text)) return entry;
  const exactly = parseJson(text);
  return exactly.ok && isJsonObject(exactly.value) ? classifyEntry(exactly.value, true) : 'json';
}

/**
 * Parses JSON text; undefined if it is not valid or nested too deeply. Uses `parseJson` only for deeply nested text,
 * because `JSON.parse` is faster.
 */
function parseJsonOrUndefined(text: string): JsonValue | undefined {
  if (isDeep(text)) {
    const parsed = parseJson(text);
    return parsed.ok ? parsed.value : undefined;
  }
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // Undefined stands for text that is not JSON; the error has no further information.
    return undefined;
  }
}

function isDeep(text: string): boolean {
  if (text.length < 2 * MAX_JSON_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuoteOf(text, at + 1);
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

function closingQuoteOf(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

export function classifyEntry(value: JsonObject, isExact: boolean): Entry {
  const { own, mark } = splitMark(value);
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
