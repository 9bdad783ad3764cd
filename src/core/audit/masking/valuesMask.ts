import { isJsonObject, type JsonValue, keysOf, objectOf } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import { isQueryText } from '../feed/queryOf.ts';
import { MASK, type MaskSql } from './mask.ts';

/** Parameters of a listing (S24, S28, S29), whose values are no record's, unless they are somebody's e-mail address. */
const LISTING = /^(?:filterOps|afterOps|sortOps)\.|^(?:limit|offset)$/;
const WORD = /^(?:true|false|null)$/;
const ADDRESS = /[@＠]|%40|%EF%BC%A0/i;

/** Masks the values of what is not a query, but may hold one. */
export function createValuesMask(maskSql: MaskSql, onHidden: (literal: string) => void) {
  const hidden = (value: string): string => {
    onHidden(value);
    if (isQueryText(value)) maskSql(value, onHidden);
    return MASK;
  };
  /** Keys stay, and of a body that holds a query (S33) the query without its literals. */
  const json = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(json);
    if (!isJsonObject(value))
      return value === null || typeof value === 'boolean' ? value : hidden(String(value));
    return objectOf(keysOf(value), (key) => {
      const inner = value[key] ?? null;
      const isQuery = key === 'query' && typeof inner === 'string' && isQueryText(inner);
      return isQuery ? maskSql(inner, onHidden) : json(inner);
    });
  };
  return {
    json,
    /** The same of JSON text that ends too early, or of other text: what is neither a key nor a mark of JSON is masked. */
    cutJson(text: string): string {
      let result = '';
      let done = 0;
      for (const { start, end, isKey } of jsonPieces(text)) {
        const piece = text.slice(start, end);
        const masked = isKey || WORD.test(piece) ? piece : hidden(unquoted(piece));
        result += text.slice(done, start) + masked;
        done = end;
      }
      return result + text.slice(done);
    },
    parameter(parameter: string): string {
      const [name = ''] = parameter.split('=', 1);
      const value = parameter.slice(name.length + 1);
      if (LISTING.test(name) && !ADDRESS.test(value)) return parameter;
      hidden(decoded(value));
      return `${name}=${MASK}`;
    },
  };
}

/**
 * Of JSON text the strings, ended or not, and all else that is no mark, with their UTF-16 ranges; keys are told by the
 * colon after them. No one pattern for a whole string: on megabytes of escapes it would exhaust the stack.
 */
function* jsonPieces(text: string): Generator<{ start: number; end: number; isKey: boolean }> {
  const begin = /"|[^\s[\]{},:"]+/gu;
  const colon = /\s*:(?!:)/y;
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const isString = found[0] === '"';
    const end = isString ? stringEnd(text, begin.lastIndex) : begin.lastIndex;
    begin.lastIndex = end;
    colon.lastIndex = end;
    yield { start: found.index, end, isKey: isString && text[end - 1] === '"' && colon.test(text) };
  }
}

/** The end of a JSON string whose text begins at `from`: after its quote, or that of the whole text. */
function stringEnd(text: string, from: number): number {
  const mark = /["\\]/g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '"') return mark.lastIndex;
    mark.lastIndex++;
  }
  return text.length;
}

/** A JSON string's text; of one without end or with odd escapes, and of what is no string, what is written. */
function unquoted(piece: string): string {
  if (!piece.startsWith('"')) return piece;
  const parsed = parseJson(piece);
  return parsed.ok && typeof parsed.value === 'string' ? parsed.value : piece.replace(/^"|"$/g, '');
}

/** Once decoded, a blank written as `+` too; as it is where it is not encoded. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}
