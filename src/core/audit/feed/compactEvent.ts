/**
 * An audit event stored as its JSON text, which is parsed when a property such as `context` is read. Parsed objects
 * would need several times as much memory.
 */
import { toAuditEvent } from '../../service/decode.ts';
import { isJsonObject, type JsonObject, type JsonValue, keysOf, stringifyJson } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditContext, AuditEvent, AuditRequest, AuditResponse } from '../../service/types.ts';
import { eventTimestamp } from './timestamps.ts';

/**
 * An event as plain data that can be sent to another thread: its JSON text, and the values that are needed without
 * parsing the text.
 */
export interface EventData {
  readonly text: string;
  /** The event's time as returned by `eventTimestamp`, for sorting. */
  readonly time: string | undefined;
  readonly changeID: string | undefined;
  /**
   * Whether the response data, the response code, or a time may contain numbers that a double can't represent
   * exactly, so that the text must be parsed with exact numbers.
   */
  readonly isExact: boolean;
  /**
   * The event's number, counted from 1, among different events that share its change ID, in an order of the source of
   * the events. Can be absent for the first of them, and while no other event with its change ID is known.
   */
  readonly variant?: number;
  // Absent where the service left them out.
  readonly accountID?: string;
  readonly parentAccountID?: string;
}

/**
 * An audit event that keeps its JSON text and parses it when `context`, `request`, `response`, `resourceIDs`, or
 * `raw` is read.
 */
export class CompactEvent implements AuditEvent, EventData {
  readonly text: string;
  readonly time: string | undefined;
  readonly changeID: string | undefined;
  readonly isExact: boolean;
  declare readonly variant?: number;
  declare readonly accountID?: string;
  declare readonly parentAccountID?: string;
  /**
   * The parsed event, so that reading several properties parses the text once. Weak, so that the garbage collector can
   * free it while this event is kept.
   */
  #parsed: WeakRef<AuditEvent> | undefined;

  constructor(data: EventData) {
    this.text = data.text;
    this.time = data.time;
    this.changeID = data.changeID;
    this.isExact = data.isExact;
    for (const name of ['variant', 'accountID', 'parentAccountID'] as const) {
      const value = data[name];
      if (value !== undefined) Object.assign(this, { [name]: value });
    }
  }
  get context(): AuditContext {
    return this.#read().context;
  }
  get request(): AuditRequest {
    return this.#read().request;
  }
  get response(): AuditResponse {
    return this.#read().response;
  }
  get resourceIDs(): readonly string[] {
    return this.#read().resourceIDs;
  }
  get raw(): JsonObject {
    return parseExactly(this.text);
  }

  #read(): AuditEvent {
    const known = this.#parsed?.deref();
    if (known) return known;
    const event = parseEventText(this);
    this.#parsed = new WeakRef(event);
    return event;
  }
}

/** Returns the event as a `CompactEvent`; the same object if it already is one. */
export const compactEvent = (event: AuditEvent): CompactEvent =>
  event instanceof CompactEvent ? event : new CompactEvent(dataOf(event));

/** Returns the event with `variant` as its number, counted from 1, among different events that share its change ID. */
export const withVariant = (event: AuditEvent, variant: number): CompactEvent =>
  new CompactEvent({ ...compactEvent(event), variant });

/** Returns the event for its plain data; the same object if it already is a `CompactEvent`. */
export const eventFromData = (data: EventData): CompactEvent =>
  data instanceof CompactEvent ? data : new CompactEvent(data);

function dataOf(event: AuditEvent): EventData {
  const { accountID, parentAccountID } = event;
  const text = flattened(stringifyJson(event.raw));
  return {
    text,
    time: sharedSubstring(text, eventTimestamp(event)),
    changeID: sharedSubstring(text, event.context.changeID),
    isExact: needsExactNumbers(event, text),
    ...(accountID === undefined ? {} : { accountID }),
    ...(parentAccountID === undefined ? {} : { parentAccountID }),
  };
}

/** Returns the event's JSON text. */
export const eventJson = (event: AuditEvent): string =>
  event instanceof CompactEvent ? event.text : stringifyJson(event.raw);

/** Matches a numeric value named `code` that JSON.parse and serialization may change, such as `-0` or `2e2`. */
const INEXACT_CODE = /"code"\s*:\s*-?(?:0\d|0\s*[,}]|\d{16}|\d+[.eE])/;

/**
 * Whether an event's JSON text, `text`, is to be parsed with exact numbers: the response has data, or the response code
 * or a time may contain a number that JSON.parse would change.
 */
export const needsExactNumbers = ({ raw, response: { data, code } }: AuditEvent, text: string): boolean =>
  (isJsonObject(data) && keysOf(data).length > 0) || hasUnusualType(raw) || !isPlainCode(code, text);

function isPlainCode(code: number | string | undefined, text: string): boolean {
  const written = `"code":${code}`;
  const end = text.indexOf(written) + written.length;
  // Mostly it is there, and a look at all that is called so can be saved.
  return (end >= written.length && (text[end] === ',' || text[end] === '}')) || !INEXACT_CODE.test(text);
}

/** Whether a time is present but not a string, or a response code is present but neither a string nor an integer. */
function hasUnusualType({ request, response }: JsonObject): boolean {
  const isNoString = (value: JsonValue | undefined): boolean =>
    value !== undefined && typeof value !== 'string';
  const asked = isJsonObject(request) ? request : undefined;
  const answered = isJsonObject(response) ? response : undefined;
  const code = answered?.code;
  return (
    isNoString(asked?.timestamp) ||
    isNoString(answered?.timestamp) ||
    (isNoString(code) && !Number.isInteger(code))
  );
}

/** Parses an event's JSON text, with exact numbers if `isExact`. Throws if the text is not valid JSON. */
export const parseEventText = ({ text, isExact }: Pick<EventData, 'text' | 'isExact'>): AuditEvent =>
  toAuditEvent(isExact ? parseExactly(text) : (JSON.parse(text) as JsonObject));

/** Matches numbers that JSON.parse may change, and keys that are numbers, which it would move to the front. */
const CHANGED = /(?:"\s*:|[[,])\s*(?:-?\d{16}|-?\d+[.eE]|-0)|"\d+"\s*:/;

/**
 * Parses an event's JSON text without changing its numbers or the order of its keys. Keeps the event's `variant`.
 * Throws if the text is not valid JSON.
 */
export function parseExactEvent({
  text,
  variant,
}: Pick<EventData, 'text' | 'variant'>): AuditEvent & Pick<EventData, 'variant'> {
  const event = toAuditEvent(CHANGED.test(text) ? parseExactly(text) : (JSON.parse(text) as JsonObject));
  return variant === undefined ? event : { ...event, variant };
}

function parseExactly(text: string): JsonObject {
  const result = parseJson(text);
  if (!result.ok || !isJsonObject(result.value)) throw new Error('not the text of an event');
  return result.value;
}

/**
 * Returns the same string stored as one block of memory. A string that was concatenated keeps all its parts;
 * searching in it makes the engine flatten it.
 */
function flattened(text: string): string {
  text.indexOf('\u0000');
  return text;
}

/**
 * Returns `part` as a substring of `text` if it occurs there, so that the engine can share the memory of `text`;
 * otherwise `part` itself.
 */
function sharedSubstring(text: string, part: string | undefined): string | undefined {
  if (part === undefined) return undefined;
  const at = text.indexOf(part);
  return at < 0 ? part : text.slice(at, at + part.length);
}
