import { createObject, getKeysInOrder, isJsonObject, type JsonValue } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import { isQueryText } from '../feed/queryOf.ts';
import { MASK, type MaskSql } from './mask.ts';

/** Matches the names of parameters of requests that list data (S24, S28, S29). */
const LISTING_PARAMETER = /^(?:filterOps|afterOps|sortOps)\.|^(?:limit|offset)$/;
const JSON_WORD = /^(?:true|false|null)$/;
const AT_SIGN = /[@＠]|%40|%EF%BC%A0/i;

/**
 * Creates functions that mask the values in JSON and in parameters. `onHidden` is called with the masked values and, if
 * a value is a query, with the literals of the query.
 */
export function createValuesMask(maskSql: MaskSql, onHidden: (literal: string) => void) {
  const maskValue = (value: string): string => {
    onHidden(value);
    if (isQueryText(value)) maskSql(value, onHidden);
    return MASK;
  };
  /**
   * Masks the values of parsed JSON; keys, booleans, and null stay. If the value of a key `query` is the text of a
   * query (S33), it is masked by `maskSql`.
   */
  const json = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(json);
    if (!isJsonObject(value))
      return value === null || typeof value === 'boolean' ? value : maskValue(String(value));
    return createObject(getKeysInOrder(value), (key) => {
      const inner = value[key] ?? null;
      const isQuery = key === 'query' && typeof inner === 'string' && isQueryText(inner);
      return isQuery ? maskSql(inner, onHidden) : json(inner);
    });
  };
  return {
    json,
    /**
     * Masks truncated JSON, or other text that contains JSON. Keys, JSON punctuation, whitespace, and the words true,
     * false, and null stay.
     */
    truncatedJson(text: string): string {
      let result = '';
      let done = 0;
      for (const { start, end, isKey } of scanJsonTokenRanges(text)) {
        const piece = text.slice(start, end);
        const masked = isKey || JSON_WORD.test(piece) ? piece : maskValue(unquoteJsonString(piece));
        result += text.slice(done, start) + masked;
        done = end;
      }
      return result + text.slice(done);
    },
    /**
     * Returns the parameter `name=value` with its value masked. A parameter that `LISTING_PARAMETER` matches is
     * returned unchanged if its value contains no at sign, plain or percent-encoded.
     */
    parameter(parameter: string): string {
      const [name = ''] = parameter.split('=', 1);
      const value = parameter.slice(name.length + 1);
      if (LISTING_PARAMETER.test(name) && !AT_SIGN.test(value)) return parameter;
      maskValue(decodeParameterValue(value));
      return `${name}=${MASK}`;
    },
  };
}

/**
 * Yields the ranges of the keys, strings, and words in JSON text, which may be truncated. Offsets are in UTF-16 code
 * units, with `end` excluded. Strings are not matched by one regular expression, because that would exhaust the stack
 * on megabytes of escapes.
 */
function* scanJsonTokenRanges(text: string): Generator<{ start: number; end: number; isKey: boolean }> {
  const begin = /"|[^\s[\]{},:"]+/gu;
  const colon = /\s*:(?!:)/y;
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const isString = found[0] === '"';
    const end = isString ? findJsonStringEnd(text, begin.lastIndex) : begin.lastIndex;
    begin.lastIndex = end;
    colon.lastIndex = end;
    yield { start: found.index, end, isKey: isString && text[end - 1] === '"' && colon.test(text) };
  }
}

function findJsonStringEnd(text: string, from: number): number {
  const mark = /["\\]/g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '"') return mark.lastIndex;
    mark.lastIndex++;
  }
  return text.length;
}

function unquoteJsonString(piece: string): string {
  if (!piece.startsWith('"')) return piece;
  const parsed = parseJson(piece);
  return parsed.ok && typeof parsed.value === 'string' ? parsed.value : piece.replace(/^"|"$/g, '');
}

function decodeParameterValue(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}
