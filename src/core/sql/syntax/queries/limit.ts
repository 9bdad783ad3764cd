import { isMalformed } from '../../lexer/tokens.ts';
import { parseExpression } from '../expressions/expression.ts';
import type { Construct, Expression, Limit } from '../nodes.ts';
import type { Parser } from '../parser.ts';

/** Parses LIMIT or OFFSET with its number, or with the two numbers of `LIMIT 20, 10`. */
export function parseLimitOrOffset(p: Parser): Limit {
  const from = p.position;
  const { word } = p;
  const isLimit = word === 'LIMIT';
  const words = p.createConstruct(word, from);
  p.skipTokens();
  const constructs: Construct[] = [];
  const all = isLimit ? p.consumeWordsAsConstructIfNext('LIMIT ALL', ['ALL']) : undefined;
  if (all) constructs.push(all);
  const value = p.position;
  const count = all ? undefined : parseExpression(p, 'page');
  if (count && p.position > value && !isPlainCount(p, count, value)) {
    constructs.push(p.createConstruct('LIMIT EXPRESSION', value, p.position - 1));
  }
  let second: Expression | undefined;
  if (isLimit && p.isWord(',')) {
    p.reportUnexpectedToken('limit-comma');
    p.skipTokens();
    second = parseExpression(p, 'other');
  } else if (!isLimit) {
    const rows = p.consumeConstructIfNext('ROW') ?? p.consumeConstructIfNext('ROWS');
    if (rows) constructs.push(rows);
  }
  const { start, end } = p.rangeSince(from);
  return { kind: 'limit', word, words, constructs, count, second, start, end };
}

function isPlainCount(p: Parser, count: Expression, from: number): boolean {
  if (p.position !== from + 1 || count.kind !== 'literal' || isMalformed(p.tokenAt(from))) return false;
  if (count.literal !== 'number') return count.literal === 'placeholder';
  // `1e3` and `5.0` are whole numbers too, but the pager can't use them as the number of rows.
  return /^(?:[\d_]+|0[xob][\da-f_]+)$/i.test(p.textOf(count));
}
