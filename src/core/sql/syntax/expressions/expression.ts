/**
 * Expressions, by operator precedence: an operand is wanted, or one is complete and an operator may follow. What is
 * open (parentheses, CASE, a BETWEEN before its AND) is a frame, and what waits for its right side is in the frame;
 * both are kept off the engine's own stack, so that no nesting can overflow it.
 */

import type { Call, Expression } from '../nodes.ts';
import type { Parser } from '../parser.ts';
import { openArguments } from './calls.ts';
import { ExpressionParser, type Wanted } from './frames.ts';
import { parseOperand } from './operand.ts';
import { parseAfterOperand } from './operators.ts';

/** Where an expression is. `other`: where nothing depends on it. */
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
 * Parses one expression at the current token; stops before the first token that can't belong to it. An operand that
 * is missing is reported; what follows a complete expression is the caller's business.
 */
export function parseExpression(p: Parser, place: ExpressionPlace): Expression {
  return run(new ExpressionParser(p, place));
}

/** Expressions between commas. */
export function parseList(p: Parser, place: ExpressionPlace): Expression[] {
  const items: Expression[] = [];
  do items.push(parseExpression(p, place));
  while (p.accept(','));
  return items;
}

/** At the parenthesis of a table function, which is flagged already: its arguments. */
export function parseArguments(p: Parser): Call | undefined {
  const e = new ExpressionParser(p, 'other');
  openArguments(e);
  const call = run(e);
  return call.kind === 'call' ? call : undefined;
}

function run(e: ExpressionParser): Expression {
  let wanted: Wanted = 'operand';
  while (wanted !== 'nothing') wanted = wanted === 'operand' ? parseOperand(e) : parseAfterOperand(e);
  return e.end();
}
