/** The SELECT list. */
import type { Mutable } from '../building.ts';
import { parseExpression, parseList } from '../expressions/expression.ts';
import type { Expression, Literal, Name, Quantifier, Select, Star, Target } from '../nodes.ts';
import type { Parser } from '../parser.ts';

type SelectList = Omit<Mutable<Select>, 'kind' | 'clauses' | 'setOperator'>;

/** After SELECT: DISTINCT or ALL, then the list. */
export function parseSelectList(p: Parser): SelectList {
  const list: SelectList = { targets: [], start: 0, end: 0 };
  const quantifier = parseQuantifier(p);
  if (quantifier) list.quantifier = quantifier;
  parseTop(p, list);
  const targets: Target[] = [];
  do {
    const target = parseTarget(p);
    if (target) targets.push(target);
  } while (p.accept(','));
  return { ...list, targets };
}

/** One item; undefined where nothing could be read. */
function parseTarget(p: Parser): Target | undefined {
  const from = p.position;
  if (p.is('*')) {
    const value = parseStar(p);
    return { kind: 'target', value, ...p.since(from) };
  }
  const value = parseExpression(p, 'targets');
  if (p.position === from) return { kind: 'target', value, start: value.start, end: value.end };
  const alias = parseLabel(p);
  return { kind: 'target', value, ...(alias && { alias }), ...p.since(from) };
}

/** An alias with or without AS; after AS any word will do. */
function parseLabel(p: Parser): Name | undefined {
  if (p.accept('AS')) {
    if (p.token.kind === 'typographic-quote') return p.takeName();
    const name = p.expectName('label');
    return name.kind === 'name' ? name : undefined;
  }
  // `a > b SIMILAR`: PostgreSQL takes an operator's word for an alias only in places.
  return p.canName('bareLabel') && !/^(SIMILAR|AT|OPERATOR)$/.test(p.word) ? p.takeName() : undefined;
}

function parseQuantifier(p: Parser): Quantifier | undefined {
  const from = p.position;
  const all = p.takeAs('SELECT ALL', ['ALL']);
  const on = p.take('DISTINCT ON');
  const distinct = on ?? p.take('DISTINCT');
  const words = [all, distinct].filter((one) => one !== undefined);
  if (words.length === 0) return undefined;
  let items: Expression[] = [];
  // Only the parentheses: a `*` after them is no product.
  if (on && p.expect('(')) {
    items = parseList(p, 'other');
    p.expect(')');
  }
  return { kind: 'quantifier', words, items, ...p.since(from) };
}

/** `TOP 10` and `TOP (10)` of another dialect. `top` alone is a column, and `top(10)` alone a call. */
function parseTop(p: Parser, list: SelectList): void {
  if (!p.is('TOP')) return;
  const places = p.wordAt(1) === '(' ? 2 : 1;
  const count = p.tokenAt(p.position + places);
  if (count.kind !== 'number') return;
  const after = p.tokenAt(p.position + 4);
  const isCall =
    places === 2 && (p.wordAt(3) !== ')' || after.kind === 'end' || /^(,|FROM)$/.test(after.word));
  if (isCall) return;
  list.top = p.construct('TOP', p.position, p.position, 'foreign');
  list.topCount = {
    kind: 'literal',
    literal: 'number',
    start: count.start,
    end: count.end,
  } satisfies Literal;
  p.next(places === 2 ? 4 : 2);
}

/** `* EXCEPT (a)`, `* REPLACE (…)` of other dialects. `* EXCEPT (SELECT …)` is a set operation. */
function parseStar(p: Parser): Star {
  const from = p.position;
  p.next();
  const isChange =
    /^(EXCEPT|EXCLUDE|REPLACE|RENAME)$/.test(p.word) &&
    p.wordAt(1) === '(' &&
    !/^(SELECT|VALUES|WITH|TABLE|\()$/.test(p.wordAt(2));
  const change = isChange ? p.takeAs('STAR CHANGE', [p.word], 'foreign') : undefined;
  if (change) p.skipBrackets();
  return { kind: 'star', ...(change && { change }), ...p.since(from) };
}
