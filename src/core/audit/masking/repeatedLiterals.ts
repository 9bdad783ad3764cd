/** Masks the literals of an event's query, also where they recur in the event, such as in the service's messages. */
import { toAuditEvent } from '../../service/decode.ts';
import {
  ExactNumber,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  mapList,
  mapObject,
} from '../../service/json.ts';
import type { AuditContext, AuditEvent } from '../../service/types.ts';
import { findQueryText, isQueryText } from '../feed/queryOf.ts';
import { isValidTimestamp } from '../feed/timestamps.ts';
import { outcomeOfEvent } from '../table/outcome.ts';
import { decodeText, mayContainEncoding } from './decodedText.ts';
import { MASK, type MaskSql } from './mask.ts';
import { isProbablySql, maskContent } from './maskedContent.ts';
import { createNameTest, maskQuoted } from './quotedText.ts';
import { replaceContent } from './replaceContent.ts';

/**
 * Minimum length, in UTF-16 code units without surrounding whitespace, of a literal that is searched for outside the
 * query. Shorter literals would also be found in many timestamps, codes, and IDs.
 */
const MIN_LITERAL_LENGTH = 3;
/**
 * For each part of the context (S12–S18), whether literals of the query are masked in it. They are masked only in parts
 * that a client can write freely.
 */
const CONTEXT_HANDLING: Readonly<Record<keyof AuditContext, 'kept' | 'masked'>> = {
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
 * Paths of event parts that are not searched for literals of the query. The query itself, in `request.data.content`, is
 * masked by another function. The other parts, such as IDs, operation names, and the actor, do not depend on the
 * literals: `'ada'` may occur in any ID, and `'READ'` is the action of every read.
 */
const KEPT_PATHS: ReadonlySet<string> = new Set([
  'request.data.content',
  ...Object.entries(CONTEXT_HANDLING).flatMap(([name, how]) => (how === 'kept' ? [`context.${name}`] : [])),
  ...'actionType apiName resourceType tags vaultID workspaceID httpInfo.method'
    .split(' ')
    .map((name) => `request.${name}`),
  ...['accountID', 'parentAccountID', 'resourceIDs'],
]);
const TIME_PATHS: ReadonlySet<string> = new Set(['request.timestamp', 'response.timestamp']);
const RESPONSE_DATA_PATH = 'response.data';
/**
 * Limit for the estimated number of character comparisons per event. Beyond it, as in a malicious trail, strings are
 * masked completely instead of being searched.
 */
const MAX_COMPARISONS = 50_000_000;

/**
 * Returns the event with its content masked. If the content is a query, its literals of at least `MIN_LITERAL_LENGTH`
 * are also masked in other strings and in the response data, but not in `KEPT_PATHS` and valid timestamps. Then
 * `maskQuotedPartsOfResponse` is applied.
 */
export function maskQueryLiterals(event: AuditEvent, maskSql: MaskSql): AuditEvent {
  const content = event.request.data?.content;
  if (!content) return event;
  const literals = new Set<string>();
  // Without a path, the content may be a statement that the service rejected, such as SELCT or DELETE.
  const hasPath = event.request.httpInfo?.URI !== undefined;
  const isQuery =
    findQueryText(event) !== undefined || (hasPath ? isQueryText(content) : isProbablySql(content));
  const onHidden = (literal: string): unknown => isQuery && literals.add(literal);
  const masked = maskContent(content, maskSql, isQuery, onHidden);
  const rest = maskRepeatedLiterals(masked === content ? event : replaceContent(event, masked), literals);
  return isQuery ? maskQuotedPartsOfResponse(rest, masked) : rest;
}

/**
 * Returns the event of a query with the quoted parts of the service's message masked. Unless the query succeeded,
 * quoted parts of the response data are masked too. Names that occur in `query`, the masked query, stay readable.
 */
function maskQuotedPartsOfResponse(event: AuditEvent, query: string): AuditEvent {
  const isName = createNameTest(query);
  const mask = (text: string): string => maskQuoted(text, isName);
  const value = (of: JsonValue): JsonValue => {
    if (typeof of === 'string') return mask(of);
    if (Array.isArray(of)) return mapList(of, value);
    return isJsonObject(of) ? mapObject(of, mask, value) : of;
  };
  const isAnswerMasked = outcomeOfEvent(event) !== 'succeeded';
  const part = (of: JsonValue, name: string): JsonValue =>
    name === 'message' || (isAnswerMasked && name === 'data') ? value(of) : of;
  const asItIs = (key: string): string => key;
  const { raw } = event;
  const masked = mapObject(raw, asItIs, (of, name) =>
    name === 'response' && isJsonObject(of) ? mapObject(of, asItIs, part) : of,
  );
  return masked === raw ? event : toAuditEvent(masked);
}

function maskRepeatedLiterals(event: AuditEvent, literals: ReadonlySet<string>): AuditEvent {
  const mask = createLiteralMask(literals);
  if (!mask) return event;
  const value = (of: JsonValue, path: string): JsonValue => {
    if (typeof of === 'string')
      return KEPT_PATHS.has(path) || (TIME_PATHS.has(path) && isValidTimestamp(of)) ? of : mask(of);
    if (Array.isArray(of)) return mapList(of, (one) => value(one, path));
    const isAnswer = path === RESPONSE_DATA_PATH;
    if (isJsonObject(of)) return object(of, path);
    if (!isAnswer || !(typeof of === 'number' || of instanceof ExactNumber)) return of;
    const number = mask(String(of));
    return number === String(of) ? of : number;
  };
  const object = (of: JsonObject, path: string): JsonObject => {
    const isAnswer = path === RESPONSE_DATA_PATH;
    const pathOf = (key: string): string =>
      isAnswer ? RESPONSE_DATA_PATH : path === '' ? key : `${path}.${key}`;
    // Keys outside the response data are defined by the service (S10). They stay, because the event is parsed by them.
    const name = (key: string): string => (isAnswer ? mask(key) : key);
    return mapObject(of, name, (inner, key) => value(inner, pathOf(key)));
  };
  const { raw } = event;
  const masked = object(raw, '');
  return masked === raw ? event : toAuditEvent(masked);
}

function createLiteralMask(literals: ReadonlySet<string>): ((text: string) => string) | undefined {
  const plain = [...literals]
    .flatMap((literal) => [literal, literal.trim()])
    .filter((text) => text.trim().length >= MIN_LITERAL_LENGTH && text !== MASK);
  if (plain.length === 0) return undefined;
  const written = new Set(plain.flatMap(listWrittenFormsOfLiteral));
  const decoded = new Set(
    plain
      .map((literal) => decodeText(literal).text)
      .filter((text) => text.length >= MIN_LITERAL_LENGTH && text.trim() !== ''),
  );
  const isOneEncoded = plain.some(mayContainEncoding);
  let effort = MAX_COMPARISONS;
  return (text) => {
    const looksBehind = isOneEncoded || mayContainEncoding(text);
    effort -= text.length * (written.size + (looksBehind ? decoded.size : 0));
    if (effort < 0) return MASK;
    const found: TextRange[] = [];
    for (const form of written) addOccurrences(found, text, form);
    if (looksBehind) {
      const behind = decodeText(text);
      const places: TextRange[] = [];
      for (const form of decoded) addOccurrences(places, behind.text, form);
      const at = (place: number): number => behind.offsets[place] ?? 0;
      found.push(...places.map(({ from, to }) => ({ from: at(from), to: at(to) })));
    }
    return found.length === 0 ? text : maskRanges(text, found);
  };
}

function listWrittenFormsOfLiteral(literal: string): readonly string[] {
  const json = JSON.stringify(literal).slice(1, -1);
  const encoded = encodeURIComponent(literal.toWellFormed());
  return [
    literal,
    json,
    JSON.stringify(json).slice(1, -1),
    literal.replaceAll("'", "''"),
    encoded,
    encoded.replaceAll('%20', '+'),
  ];
}

interface TextRange {
  readonly from: number;
  readonly to: number;
}

const NUMBER = /^\d+$/;
const DIGIT = /\d/;

function addOccurrences(places: TextRange[], text: string, form: string): void {
  const isNumber = NUMBER.test(form);
  for (let from = text.indexOf(form); from >= 0; from = text.indexOf(form, from + 1)) {
    const to = from + form.length;
    const isPart = isNumber && (DIGIT.test(text[from - 1] ?? '') || DIGIT.test(text[to] ?? ''));
    if (!isPart) places.push({ from, to });
  }
}

function maskRanges(text: string, places: readonly TextRange[]): string {
  let result = '';
  let done = 0;
  for (const { from, to } of places.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from >= done) result += text.slice(done, from) + MASK;
    done = Math.max(done, to);
  }
  return result + text.slice(done);
}
