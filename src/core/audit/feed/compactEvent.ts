import { toAuditEvent } from '../../service/decode.ts';
import {
  getKeysInOrder,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditContext, AuditEvent, AuditRequest, AuditResponse } from '../../service/types.ts';
import { eventTimestamp } from './timestamps.ts';

/** An event as plain data that can be sent to another thread. */
export interface EventData {
  readonly text: string;
  /** The event's time as returned by `eventTimestamp`, for sorting. */
  readonly time: string | undefined;
  readonly changeID: string | undefined;
  /** Whether `parseEventText` must parse the text with exact numbers. */
  readonly isExact: boolean;
  /**
   * The event's number, from 1, among different events that share its change ID. Absent if no other event is known to
   * share it; can also be absent for the first of them.
   */
  readonly variant?: number;
  // Absent if the event has none.
  readonly accountID?: string;
  readonly parentAccountID?: string;
}

/** An audit event that keeps its JSON text and parses it on access, to save memory. */
export class CompactEvent implements AuditEvent, EventData {
  readonly text: string;
  readonly time: string | undefined;
  readonly changeID: string | undefined;
  readonly isExact: boolean;
  declare readonly variant?: number;
  declare readonly accountID?: string;
  declare readonly parentAccountID?: string;
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
    return this.#getParsedEvent().context;
  }
  get request(): AuditRequest {
    return this.#getParsedEvent().request;
  }
  get response(): AuditResponse {
    return this.#getParsedEvent().response;
  }
  get resourceIDs(): readonly string[] {
    return this.#getParsedEvent().resourceIDs;
  }
  get raw(): JsonObject {
    return parseExactly(this.text);
  }

  #getParsedEvent(): AuditEvent {
    const known = this.#parsed?.deref();
    if (known) return known;
    const event = parseEventText(this);
    this.#parsed = new WeakRef(event);
    return event;
  }
}

export const toCompactEvent = (event: AuditEvent): CompactEvent =>
  event instanceof CompactEvent ? event : new CompactEvent(toEventData(event));

export const withVariant = (event: AuditEvent, variant: number): CompactEvent =>
  new CompactEvent({ ...toCompactEvent(event), variant });

export const eventFromData = (data: EventData): CompactEvent =>
  data instanceof CompactEvent ? data : new CompactEvent(data);

function toEventData(event: AuditEvent): EventData {
  const { accountID, parentAccountID } = event;
  const text = flattenStringInMemory(stringifyJson(event.raw));
  return {
    text,
    time: sharedSubstring(text, eventTimestamp(event)),
    changeID: sharedSubstring(text, event.context.changeID),
    isExact: needsExactNumbers(event, text),
    ...(accountID === undefined ? {} : { accountID }),
    ...(parentAccountID === undefined ? {} : { parentAccountID }),
  };
}

export const getEventJson = (event: AuditEvent): string =>
  event instanceof CompactEvent ? event.text : stringifyJson(event.raw);

const INEXACT_CODE = /"code"\s*:\s*-?(?:0\d|0\s*[,}]|\d{16}|\d+[.eE])/;

/**
 * Whether an event is to be parsed with exact numbers, because its content might otherwise be changed. `text` is its
 * JSON text.
 */
export const needsExactNumbers = ({ raw, response: { data, code } }: AuditEvent, text: string): boolean =>
  (isJsonObject(data) && getKeysInOrder(data).length > 0) ||
  hasUnusualType(raw) ||
  !isCodeUnchangedByParsing(code, text);

function isCodeUnchangedByParsing(code: number | string | undefined, text: string): boolean {
  const written = `"code":${code}`;
  const end = text.indexOf(written) + written.length;
  // The code usually has this form, and finding it is faster than searching the whole text for the pattern.
  return (end >= written.length && (text[end] === ',' || text[end] === '}')) || !INEXACT_CODE.test(text);
}

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

const CHANGED = /(?:"\s*:|[[,])\s*(?:-?\d{16}|-?\d+[.eE]|-0)|"\d+"\s*:/;

/**
 * Parses an event's JSON text without changing its numbers or the order of its keys. Throws if the text is not valid
 * JSON.
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
function flattenStringInMemory(text: string): string {
  text.indexOf('\u0000');
  return text;
}

function sharedSubstring(text: string, part: string | undefined): string | undefined {
  if (part === undefined) return undefined;
  const at = text.indexOf(part);
  return at < 0 ? part : text.slice(at, at + part.length);
}
