import type { JSONScanner } from 'jsonc-parser';
import { createScanner } from 'jsonc-parser/lib/esm/impl/scanner.js';
import { ExactNumber, type JsonValue, rememberKeyOrder } from './json.ts';

/**
 * The parsed value, or why parsing failed. `offset` is the 0-based offset of the first token that was not accepted, in
 * UTF-16 code units. `tooDeep`: nested deeper than `MAX_JSON_DEPTH`; the text may be valid JSON.
 */
export type ParsedJson =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: 'syntax' | 'tooDeep'; readonly offset: number };

/**
 * Maximum nesting depth, so that code which visits a value recursively (a tree view, structured cloning) does not
 * exhaust the stack on a hostile response.
 */
export const MAX_JSON_DEPTH = 1000;

// The kinds of token; jsonc-parser declares them as a const enum, which isolated modules can't read.
const OPEN_BRACE = 1;
const CLOSE_BRACE = 2;
const OPEN_BRACKET = 3;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const COLON = 6;
const NULL = 7;
const TRUE = 8;
const FALSE = 9;
const STRING = 10;
const NUMBER = 11;
const LINE_BREAK = 14;
const WHITESPACE = 15;
const UNKNOWN = 16;
const END = 17;

interface OpenList {
  readonly close: typeof CLOSE_BRACKET;
  readonly value: JsonValue[];
}
interface OpenObject {
  readonly close: typeof CLOSE_BRACE;
  readonly value: Record<string, JsonValue>;
  key: string;
  order?: string[];
}
type OpenContainer = OpenList | OpenObject;

/**
 * Parses `text` as JSON (RFC 8259: no comments, no trailing commas). A leading byte order mark is skipped. Numbers that
 * a double can't represent character for character become `ExactNumber`.
 */
export function parseJson(text: string): ParsedJson {
  const scanner = createScanner(text, false);
  if (text.startsWith('\ufeff')) scanner.setPosition(1);
  const fail = (reason: 'syntax' | 'tooDeep'): ParsedJson => ({
    ok: false,
    reason,
    offset: scanner.getTokenOffset(),
  });
  const stack: OpenContainer[] = [];
  let token = scanNextSignificantToken(scanner);
  for (;;) {
    let value: JsonValue;
    if (token === OPEN_BRACE || token === OPEN_BRACKET) {
      if (stack.length === MAX_JSON_DEPTH) return fail('tooDeep');
      const open: OpenContainer =
        token === OPEN_BRACE
          ? // Object.create(null) would make a hash table, which takes half as much memory again.
            { close: CLOSE_BRACE, value: Object.setPrototypeOf({}, null), key: '' }
          : { close: CLOSE_BRACKET, value: [] };
      token = scanNextSignificantToken(scanner);
      if (token !== open.close) {
        stack.push(open);
        if (open.close === CLOSE_BRACE) {
          if (!readKeyAndColon(scanner, token, open)) return fail('syntax');
          token = scanNextSignificantToken(scanner);
        }
        continue;
      }
      value = open.value;
    } else {
      const scalar = scalarOf(token, scanner);
      if (scalar === undefined) return fail('syntax');
      value = scalar;
    }
    for (;;) {
      const top = stack.at(-1);
      token = scanNextSignificantToken(scanner);
      if (top === undefined) return token === END ? { ok: true, value } : fail('syntax');
      if (top.close === CLOSE_BRACE) setMember(top, value);
      else top.value.push(value);
      if (token === top.close) {
        value = top.value;
        if (top.close === CLOSE_BRACE && top.order !== undefined) rememberKeyOrder(top.value, top.order);
        stack.pop();
      } else if (token === COMMA) {
        token = scanNextSignificantToken(scanner);
        if (top.close === CLOSE_BRACE) {
          if (!readKeyAndColon(scanner, token, top)) return fail('syntax');
          token = scanNextSignificantToken(scanner);
        }
        break;
      } else return fail('syntax');
    }
  }
}

function scanNextSignificantToken(scanner: JSONScanner): number {
  let token: number;
  do token = scanner.scan();
  while (token === WHITESPACE || token === LINE_BREAK);
  // A token error is, for example, an invalid escape, a raw control character, or an incomplete string or number.
  return (scanner.getTokenError() as number) === 0 ? token : UNKNOWN;
}

function readKeyAndColon(scanner: JSONScanner, token: number, open: OpenObject): boolean {
  if (token !== STRING) return false;
  open.key = scanner.getTokenValue();
  return scanNextSignificantToken(scanner) === COLON;
}

const INTEGER_LIKE = /^(?:0|[1-9]\d{0,9})$/;

function setMember(open: OpenObject, value: JsonValue): void {
  const { key } = open;
  if (open.order === undefined && INTEGER_LIKE.test(key)) open.order = Object.keys(open.value);
  if (open.order !== undefined && !(key in open.value)) open.order.push(key);
  open.value[key] = value;
}

function scalarOf(token: number, scanner: JSONScanner): JsonValue | undefined {
  if (token === STRING) return scanner.getTokenValue();
  if (token === NUMBER) {
    const text = scanner.getTokenValue();
    const double = Number(text);
    return String(double) === text ? double : new ExactNumber(text);
  }
  if (token === NULL) return null;
  if (token === TRUE) return true;
  return token === FALSE ? false : undefined;
}
