import type { Mutable } from '../building.ts';
import { parseExpression, parseExpressionList } from '../expressions/expression.ts';
import type { Expression, Name, Quantifier, Select, Star, Target } from '../nodes.ts';
import type { Parser } from '../parser.ts';

export function parseSelect(p: Parser): Mutable<Select> {
  const from = p.position;
  p.skipTokens();
  const quantifier = parseQuantifier(p);
  const { top, topCount } = parseTop(p);
  const targets: Target[] = [];
  do targets.push(parseTarget(p));
  while (p.consumeIfWord(','));
  const { start, end } = p.rangeSince(from);
  return {
    kind: 'select',
    setOperator: undefined,
    quantifier,
    top,
    topCount,
    targets,
    clauses: [],
    start,
    end,
  };
}

function parseTarget(p: Parser): Target {
  const from = p.position;
  if (p.isWord('*')) {
    const value = parseStar(p);
    return { kind: 'target', value, ...p.rangeSince(from) };
  }
  const value = parseExpression(p, 'targets');
  if (p.position === from) return { kind: 'target', value, start: value.start, end: value.end };
  const alias = parseAlias(p, value);
  const { start, end } = p.rangeSince(from);
  return { kind: 'target', value, alias, start, end };
}

function parseAlias(p: Parser, value: Expression): Name | undefined {
  if (p.consumeIfWord('AS')) {
    if (p.token.kind === 'typographic-quote') return p.consumeName();
    const name = p.consumeNameOrReport('label');
    return name.kind === 'name' ? name : undefined;
  }
  // After an operator and its operands, as in `a > b SIMILAR`, PostgreSQL does not accept these words as an alias.
  const isOperator = /^(SIMILAR|AT|OPERATOR)$/.test(p.word) && /^(infix|prefix|between)$/.test(value.kind);
  return p.canBeName('bareLabel') && !isOperator ? p.consumeName() : undefined;
}

function parseQuantifier(p: Parser): Quantifier | undefined {
  const from = p.position;
  const all = p.consumeWordsAsConstructIfNext('SELECT ALL', ['ALL']);
  const on = p.consumeConstructIfNext('DISTINCT ON');
  const distinct = on ?? p.consumeConstructIfNext('DISTINCT');
  const words = [all, distinct].filter((one) => one !== undefined);
  if (words.length === 0) return undefined;
  let items: Expression[] = [];
  // The parentheses are not parsed as an expression, because a `*` after them is not a multiplication.
  if (on && p.consumeWordOrReport('(')) {
    items = parseExpressionList(p, 'other');
    p.consumeWordOrReport(')');
  }
  return { kind: 'quantifier', words, items, ...p.rangeSince(from) };
}

/**
 * Parses `TOP 10` or `TOP (10)` at the current token. Returns an empty object and consumes nothing if there is neither.
 * In `SELECT top FROM t`, TOP is a column, and in `SELECT top(10) FROM t`, a function.
 */
function parseTop(p: Parser): Pick<Select, 'top' | 'topCount'> {
  if (!p.isWord('TOP')) return {};
  const places = p.peekWord(1) === '(' ? 2 : 1;
  const count = p.tokenAt(p.position + places);
  if (count.kind !== 'number') return {};
  const after = p.tokenAt(p.position + 4);
  const isCall =
    places === 2 && (p.peekWord(3) !== ')' || after.kind === 'end' || /^(,|FROM)$/.test(after.word));
  if (isCall) return {};
  const top = p.createConstruct('TOP', p.position, p.position, 'foreign');
  p.skipTokens(places === 2 ? 4 : 2);
  return { top, topCount: { kind: 'literal', literal: 'number', start: count.start, end: count.end } };
}

/**
 * Parses `*` together with `EXCEPT (a)`, `REPLACE (…)` or the like, as in other dialects. If a query follows EXCEPT, as
 * in `* EXCEPT (SELECT …)`, EXCEPT is a set operator and is not consumed.
 */
function parseStar(p: Parser): Star {
  const from = p.position;
  p.skipTokens();
  const isChange =
    /^(EXCEPT|EXCLUDE|REPLACE|RENAME)$/.test(p.word) &&
    p.peekWord(1) === '(' &&
    !/^(SELECT|VALUES|WITH|TABLE|\()$/.test(p.peekWord(2));
  const change = isChange ? p.consumeWordsAsConstructIfNext('STAR CHANGE', [p.word], 'foreign') : undefined;
  if (change) p.skipBrackets();
  return { kind: 'star', change, ...p.rangeSince(from) };
}
