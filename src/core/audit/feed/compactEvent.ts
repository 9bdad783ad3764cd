/**
 * An event in about the memory of its JSON text: the text is kept, and read again whenever the event is looked at.
 * As objects a hundred thousand events would take five times as much.
 */
import { toAuditEvent } from '../../service/decode.ts';
import { isJsonObject, type JsonObject, type JsonValue, keysOf, stringifyJson } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditContext, AuditEvent, AuditRequest, AuditResponse } from '../../service/types.ts';
import { eventTimestamp } from './timestamps.ts';

/** Events read, so that looking at one twice reads it once; the oldest go. Bounds memory, not what can be looked at. */
const keptParsed = 2_000;
const parsed = new Map<CompactEvent, AuditEvent>();

/** Lets go of what was read: for events that are no longer shown. They are read again where somebody looks. */
export const forgetParsed = (): void => parsed.clear();

/** An event as it goes from one thread to another: its text, and what is wanted of it without reading that. */
export interface EventData {
  /** The event's JSON, in one line. */
  readonly text: string;
  /** `eventTimestamp`, available for sorting. */
  readonly time: string | undefined;
  readonly changeID: string | undefined;
  /** Whether the answer's data, its code or a time may hold numbers that a double would change. */
  readonly isExact: boolean;
  /**
   * Which of several different events with one change ID this is, in the order in which they came, from 1. Absent while
   * no other event with its change ID is known.
   */
  readonly variant?: number;
  // Absent where the service left them out.
  readonly accountID?: string;
  readonly parentAccountID?: string;
}

export class CompactEvent implements AuditEvent, EventData {
  readonly text: string;
  readonly time: string | undefined;
  readonly changeID: string | undefined;
  readonly isExact: boolean;
  declare readonly variant?: number;
  declare readonly accountID?: string;
  declare readonly parentAccountID?: string;

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
    return exactly(this.text);
  }

  #read(): AuditEvent {
    const known = parsed.get(this);
    if (known) return known;
    const event = readEventText(this);
    for (const oldest of parsed.keys()) {
      if (parsed.size < keptParsed) break;
      parsed.delete(oldest);
    }
    parsed.set(this, event);
    return event;
  }
}

/** `event` in little memory; one that already is stays as it is. */
export const compactEvent = (event: AuditEvent): CompactEvent =>
  event instanceof CompactEvent ? event : new CompactEvent(dataOf(event));

/** `event` as one of several different events with its change ID: the second for `variant` 2. */
export const variantEvent = (event: AuditEvent, variant: number): CompactEvent =>
  new CompactEvent({ ...compactEvent(event), variant });

/** The event of data that came from where the events are; what never left this thread is the event already. */
export const eventOf = (data: EventData): CompactEvent =>
  data instanceof CompactEvent ? data : new CompactEvent(data);

function dataOf(event: AuditEvent): EventData {
  const { accountID, parentAccountID } = event;
  const text = flat(stringifyJson(event.raw));
  return {
    text,
    time: within(text, eventTimestamp(event)),
    changeID: within(text, event.context.changeID),
    isExact: hasExactNumbers(event, text),
    ...(accountID === undefined ? {} : { accountID }),
    ...(parentAccountID === undefined ? {} : { parentAccountID }),
  };
}

/** The event as JSON text in one line, as exact as it came. */
export const jsonOf = (event: AuditEvent): string =>
  event instanceof CompactEvent ? event.text : stringifyJson(event.raw);

/** Written otherwise than a double gives it back. */
const oddCode = /"code"\s*:\s*-?(?:0\d|0\s*[,}]|\d{16}|\d+[.eE])/;

/** Whether the answer's data, its code or a time in an event's text may hold numbers that a double would change. */
export const hasExactNumbers = ({ raw, response: { data, code } }: AuditEvent, text: string): boolean =>
  (isJsonObject(data) && keysOf(data).length > 0) || hasOddNumber(raw) || !isPlainCode(code, text);

/** Whether a code is written in the text as it was read. */
function isPlainCode(code: number | string | undefined, text: string): boolean {
  const written = `"code":${code}`;
  const end = text.indexOf(written) + written.length;
  // Mostly it is there, and a look at all that is called so can be saved.
  return (end >= written.length && (text[end] === ',' || text[end] === '}')) || !oddCode.test(text);
}

/** Whether a time came as a number, or a code as one that is no integer. */
function hasOddNumber({ request, response }: JsonObject): boolean {
  const isOdd = (value: JsonValue | undefined): boolean => value !== undefined && typeof value !== 'string';
  const asked = isJsonObject(request) ? request : undefined;
  const answered = isJsonObject(response) ? response : undefined;
  const code = answered?.code;
  return isOdd(asked?.timestamp) || isOdd(answered?.timestamp) || (isOdd(code) && !Number.isInteger(code));
}

/** The event in a text, with exact numbers where they matter. */
export const readEventText = ({ text, isExact }: Pick<EventData, 'text' | 'isExact'>): AuditEvent =>
  toAuditEvent(isExact ? exactly(text) : (JSON.parse(text) as JsonObject));

/** What JSON.parse would change: numbers that a double does not give back, and the place of a key that is a number. */
const CHANGED = /(?:"\s*:|[[,])\s*(?:-?\d{16}|-?\d+[.eE]|-0)|"\d+"\s*:/;

/** The event of data, read at once, all of it as exact as it came. It keeps its `variant`. */
export function exactEvent({
  text,
  variant,
}: Pick<EventData, 'text' | 'variant'>): AuditEvent & Pick<EventData, 'variant'> {
  const event = toAuditEvent(CHANGED.test(text) ? exactly(text) : (JSON.parse(text) as JsonObject));
  return variant === undefined ? event : { ...event, variant };
}

function exactly(text: string): JsonObject {
  const result = parseJson(text);
  if (!result.ok || !isJsonObject(result.value)) throw new Error('not the text of an event');
  return result.value;
}

/** Joined from pieces, a text would keep each of them; a search makes it one. */
function flat(text: string): string {
  text.indexOf('\u0000');
  return text;
}

/** The same text as a part of `text`, which costs no copy. */
function within(text: string, part: string | undefined): string | undefined {
  if (part === undefined) return undefined;
  const at = text.indexOf(part);
  return at < 0 ? part : text.slice(at, at + part.length);
}
