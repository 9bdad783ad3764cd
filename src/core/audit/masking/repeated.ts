/**
 * Literals of an event's query that come back elsewhere in the event: the service repeats them in its messages
 * (`invalid input syntax for type bigint: "…"`) and answers, and they may stand in the path.
 */
import { toAuditEvent } from '../../service/decode.ts';
import { ExactNumber, isJsonObject, type JsonObject, type JsonValue, keysOf } from '../../service/json.ts';
import type { AuditContext, AuditEvent } from '../../service/types.ts';
import { queryOf } from '../feed/queryOf.ts';
import { isProperTimestamp } from '../feed/timestamps.ts';
import { copyOf, MASK, type MaskSql, maskedText, withContent } from './masked.ts';

/**
 * Shorter ones stay outside of the query, or everything would be dots: in UTF-16 units, of numbers in digits. They stand
 * in every timestamp, code and ID.
 */
const SHORTEST = 3;
/** Of the context (S12), what is the service's own record and what a client may have written as it liked. */
const CONTEXT: Readonly<Record<keyof AuditContext, 'kept' | 'masked'>> = {
  changeID: 'kept',
  requestID: 'kept',
  traceID: 'kept',
  actor: 'kept',
  actorType: 'kept',
  accessType: 'kept',
  ipAddress: 'kept',
  authMode: 'kept',
  jwtID: 'kept',
  origin: 'masked',
  bearerTokenContextID: 'masked',
  keyID: 'kept',
  sessionID: 'kept',
};
/**
 * Never touched: the content is masked by itself; IDs, names of operations and who it was are the service's own record,
 * whatever was asked for: `'ada'` may stand in any ID, `'READ'` is every reading's action.
 */
const KEPT: ReadonlySet<string> = new Set([
  'request.data.content',
  ...Object.entries(CONTEXT).flatMap(([name, how]) => (how === 'kept' ? [`context.${name}`] : [])),
  ...'actionType apiName resourceType tags vaultID workspaceID httpInfo.method'
    .split(' ')
    .map((name) => `request.${name}`),
  ...['accountID', 'parentAccountID', 'resourceIDs'],
]);
/** The service's own clock: a date that was asked for is none of its time. */
const TIMES: ReadonlySet<string> = new Set(['request.timestamp', 'response.timestamp']);
const ANSWER = 'response.data';
/** Comparisons of characters for one event; beyond, what a hostile trail may hold, all else is masked. */
const EFFORT = 50_000_000;

/** The event with its content masked, and wherever they come back the literals of its query; the same event if it has none. */
export function maskedEvent(event: AuditEvent, maskSql: MaskSql): AuditEvent {
  const content = event.request.data?.content;
  if (!content) return event;
  const literals = new Set<string>();
  const isQuery = queryOf(event) !== undefined;
  const onHidden = (literal: string): unknown => isQuery && literals.add(literal);
  const masked = maskedText(content, maskSql, isQuery, onHidden);
  return withoutRepeated(masked === content ? event : withContent(event, masked), literals);
}

/**
 * The event with each of `literals` masked wherever it occurs in a string, a name or a number of the answer; the same
 * event where none does. A number is not looked for within a longer one.
 */
function withoutRepeated(event: AuditEvent, literals: ReadonlySet<string>): AuditEvent {
  const mask = maskOf(literals);
  if (!mask) return event;
  let found = false;
  const text = (of: string): string => {
    const masked = mask(of);
    found ||= masked !== of;
    return masked;
  };
  const value = (of: JsonValue, path: string): JsonValue => {
    if (typeof of === 'string')
      return KEPT.has(path) || (TIMES.has(path) && isProperTimestamp(of)) ? of : text(of);
    if (Array.isArray(of)) return of.map((one) => value(one, path));
    const isAnswer = path === ANSWER;
    if (isJsonObject(of)) return object(of, path);
    if (!isAnswer || !(typeof of === 'number' || of instanceof ExactNumber)) return of;
    const number = text(String(of));
    return number === String(of) ? of : number;
  };
  const object = (of: JsonObject, path: string): JsonObject => {
    const isAnswer = path === ANSWER;
    const names = new Map<string, string>();
    for (const key of keysOf(of)) {
      // What the service names stays (S10): an event is read by it.
      let name = isAnswer ? text(key) : key;
      while (names.has(name)) name += ' ';
      names.set(name, key);
    }
    return copyOf([...names.keys()], (name) => {
      const key = names.get(name) ?? name;
      return value(of[key] ?? null, isAnswer ? ANSWER : path === '' ? key : `${path}.${key}`);
    });
  };
  const raw = object(event.raw, '');
  return found ? toAuditEvent(raw) : event;
}

function maskOf(literals: ReadonlySet<string>): ((text: string) => string) | undefined {
  const forms = new Set<string>();
  for (const literal of literals) {
    for (const text of [literal, literal.trim()]) {
      if (text.trim().length < SHORTEST || text === MASK) continue;
      const encoded = encodeURIComponent(text.toWellFormed());
      const spaced = encoded.replaceAll('%20', '+');
      // As it is, within JSON, within SQL, and in a path.
      for (const form of [
        text,
        JSON.stringify(text).slice(1, -1),
        text.replaceAll("'", "''"),
        encoded,
        spaced,
      ])
        forms.add(form);
    }
  }
  if (forms.size === 0) return undefined;
  // The longest first: a shorter one may be a part of it.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  let effort = EFFORT;
  return (text) => {
    effort -= text.length * ordered.length;
    if (effort < 0) return MASK;
    return ordered.reduce((rest, form) => (rest.includes(form) ? masked(rest, form) : rest), text);
  };
}

const NUMBER = /^\d+$/;
const DIGIT = /\d/;

function masked(text: string, form: string): string {
  if (!NUMBER.test(form)) return text.replaceAll(form, MASK);
  let result = '';
  let done = 0;
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const end = at + form.length;
    if (at < done || DIGIT.test(text[at - 1] ?? '') || DIGIT.test(text[end] ?? '')) continue;
    result += text.slice(done, at) + MASK;
    done = end;
  }
  return result + text.slice(done);
}
