/**
 * Operands by PostgreSQL's precedence (gram.y). Only what is surely read is answered: a name, a literal, a call, brackets, and these
 * joined by operators that bind more tightly than comparisons. For everything else there is no rewrite.
 */
import { canNameColumn, isReserved } from '../nameWords.ts';
import type { StatementTokens } from './site.ts';

/** Tokens `from` to `to`, both included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
/** What stands on both sides of an operator. */
export interface Sides {
  readonly left: Span;
  readonly right: Span;
  /** Whether what replaces them needs brackets of its own unless it is one operand. */
  readonly tight: boolean;
}

const comparisons = new Set('< > = <= >= <> !='.split(' '));
/** Looser in other dialects than in PostgreSQL, or no operators of an expression. */
const foreign = new Set('== <=> && := =>'.split(' '));
const values = new Set('NULL TRUE FALSE'.split(' '));
const likes = new Set(['LIKE', 'ILIKE']);
const queries = ['SELECT', 'WITH', 'VALUES', 'TABLE'];
const suffixes = new Set('OVER FILTER WITHIN IGNORE RESPECT'.split(' '));

/** The last token of the operand that begins at `token` and has no operator outside brackets; -1 where none does. */
export function primaryEnd(statement: StatementTokens, token: number): number {
  const word = statement.word(token);
  switch (statement.kind(token)) {
    case 'string':
    case 'dollar':
    case 'number':
    case 'placeholder':
    case 'parameter':
      return statement.tokens[token]?.flaw === '' ? token : -1;
    case 'operator':
      return (word === '-' || word === '+') && statement.kind(token + 1) === 'number' ? token + 1 : -1;
    case 'punctuation':
      if (word !== '(' || queries.includes(statement.word(token + 1))) return -1;
      return isRow(statement, token) ? -1 : statement.partner(token);
    case 'word':
    case 'quoted':
      return values.has(word) ? token : nameEnd(statement, token);
    default:
      return -1;
  }
}

/** Whether the brackets hold a list: a row, whose comparisons and tests for NULL have rules of their own. */
function isRow(statement: StatementTokens, opening: number): boolean {
  const closing = statement.partner(opening);
  for (let token = opening + 1; token < closing; token++) {
    if (statement.word(token) === ',' && statement.depth(token) === statement.depth(opening) + 1) return true;
  }
  return closing === opening + 1;
}

function nameEnd(statement: StatementTokens, first: number): number {
  const opens = statement.word(first + 1) === '(';
  if (statement.kind(first) === 'word') {
    const word = statement.word(first);
    if (isReserved(word) || (!opens && !canNameColumn(word))) return -1;
  }
  let token = first;
  while (statement.word(token + 1) === '.') {
    const kind = statement.kind(token + 2);
    if (kind !== 'word' && kind !== 'quoted') return -1;
    token += 2;
  }
  if (statement.word(token + 1) !== '(') return token;
  const closing = statement.partner(token + 1);
  return suffixes.has(statement.word(closing + 1)) ? -1 : closing;
}

/** What may join the parts of an operand: `tight` for what stands in a comparison, `test` for what IS tests. */
type Level = 'tight' | 'test';

/** Length in tokens of the operator at `token`, 0 where none of that level stands there. */
function operatorLength(statement: StatementTokens, token: number, level: Level): number {
  const word = statement.word(token);
  if (statement.kind(token) === 'operator') {
    return foreign.has(word) || (comparisons.has(word) && level === 'tight') ? 0 : 1;
  }
  if (level === 'tight') return 0;
  if (likes.has(word)) return 1;
  return word === 'NOT' && likes.has(statement.word(token + 1)) ? 2 : 0;
}

/** The last token of the operand that begins at `token` and ends before `limit`; -1 where none is surely read. */
export function operandEnd(
  statement: StatementTokens,
  token: number,
  level: Level = 'tight',
  limit = statement.count,
): number {
  let end = primaryEnd(statement, token);
  while (end >= 0) {
    const length = end + 1 < limit ? operatorLength(statement, end + 1, level) : 0;
    if (length === 0) return end;
    end = primaryEnd(statement, end + 1 + length);
  }
  return -1;
}

const beginnings = new Set(
  '( , SELECT DISTINCT ALL WHERE ON AND OR NOT HAVING BY CASE WHEN THEN ELSE'.split(' '),
);
const endings = new Set(
  ') , ; AND OR WHERE ON USING LIMIT OFFSET FETCH FOR GROUP HAVING ORDER WINDOW UNION INTERSECT EXCEPT JOIN INNER LEFT RIGHT FULL CROSS NATURAL FROM AS WHEN THEN ELSE END ASC DESC NULLS'.split(
    ' ',
  ),
);
const tests = new Set(['IS', 'ISNULL', 'NOTNULL']);

/** The operand that ends right before `token`; undefined where none is surely read. */
export function operandBefore(
  statement: StatementTokens,
  token: number,
  level: Level = 'tight',
): Span | undefined {
  let from = token - 1;
  while (from >= 0 && !beginnings.has(statement.word(from))) {
    const word = statement.word(from);
    if (word === ')' || word === ']') from = statement.partner(from);
    if (from < 0) return undefined;
    from--;
    // The NOT of NOT LIKE is none of an operand's beginnings.
    if (statement.word(from) === 'NOT' && likes.has(statement.word(from + 1))) from--;
  }
  if (statement.word(from) === 'AND' && isOfBetween(statement, from)) return undefined;
  from++;
  return from < token && operandEnd(statement, from, level, token) === token - 1
    ? { from, to: token - 1 }
    : undefined;
}

/** Whether the AND at `token` is that of a BETWEEN. */
function isOfBetween(statement: StatementTokens, and: number): boolean {
  const depth = statement.depth(and);
  for (let token = and - 1; token >= 0 && statement.depth(token) >= depth; token--) {
    if (statement.depth(token) > depth) continue;
    const word = statement.word(token);
    if (word === 'BETWEEN') return true;
    if (beginnings.has(word) && word !== '(') return false;
  }
  return false;
}

/** What a replacement that ends with token `to` has to heed; undefined where what follows could belong to it. */
export function contextOf(statement: StatementTokens, to: number): 'plain' | 'tested' | undefined {
  if (to + 1 >= statement.count) return 'plain';
  const word = statement.word(to + 1);
  if (tests.has(word)) return 'tested';
  if (endings.has(word)) return 'plain';
  // A column's name without AS.
  const isLabel = statement.kind(to + 1) === 'quoted' || (statement.kind(to + 1) === 'word' && word === '');
  return isLabel ? 'plain' : undefined;
}

/** Both operands of the operator that is `tokens[first, last]`; undefined where they are not surely read. */
export function sidesOf(statement: StatementTokens, first: number, last: number): Sides | undefined {
  const left = operandBefore(statement, first);
  const to = operandEnd(statement, last + 1);
  if (!left || to < 0) return undefined;
  const context = contextOf(statement, to);
  return context && { left, right: { from: last + 1, to }, tight: context === 'tested' };
}
