import type { Call, Expression } from '../nodes.ts';
import type { Parser } from '../parser.ts';
import { openTableFunctionArguments } from './calls.ts';
import { type ExpectedNext, ExpressionParser } from './frames.ts';
import { parseOperand } from './operand.ts';
import { parseAfterOperand } from './operators.ts';

/**
 * The clause that an expression is in. `targets` is the SELECT list, `where` is also the condition of FILTER, and
 * `page` is LIMIT, OFFSET or FETCH. `other` is any other place, such as VALUES or the second number of `LIMIT 20, 10`.
 */
export type ExpressionPlace =
  | 'targets'
  | 'on'
  | 'where'
  | 'groupBy'
  | 'having'
  | 'orderBy'
  | 'page'
  | 'other';

/**
 * Parses one expression at the current token. The caller must check whether the token after the expression is allowed.
 */
export function parseExpression(p: Parser, place: ExpressionPlace): Expression {
  return parseWholeExpression(new ExpressionParser(p, place));
}

export function parseExpressionList(p: Parser, place: ExpressionPlace): Expression[] {
  const items: Expression[] = [];
  do items.push(parseExpression(p, place));
  while (p.consumeIfWord(','));
  return items;
}

/**
 * Parses the arguments of a table function, starting at their opening parenthesis, and returns them as a call without a
 * name. If an operator, a subscript or the like follows, parses that too and returns undefined.
 */
export function parseTableFunctionArguments(p: Parser): Call | undefined {
  const e = new ExpressionParser(p, 'other');
  openTableFunctionArguments(e);
  const call = parseWholeExpression(e);
  return call.kind === 'call' ? call : undefined;
}

function parseWholeExpression(e: ExpressionParser): Expression {
  let expected: ExpectedNext = 'operand';
  while (expected !== 'nothing') expected = expected === 'operand' ? parseOperand(e) : parseAfterOperand(e);
  return e.endExpression();
}
