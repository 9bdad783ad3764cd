/** Closing brackets, and error recovery after a token that can't be where it is. */

import { beginsClause, startsOperand } from '../queries/clauseWords.ts';
import { parseCallSuffix } from './calls.ts';
import type { ExpressionParser, Frame, Wanted } from './frames.ts';

/** At a `)` or `]`: ends the innermost bracket; where the expression has none open the bracket is the caller's. */
export function closeBracket(e: ExpressionParser): Wanted {
  while (e.frame.isBetween || e.inside('case')) {
    e.p.unexpected();
    e.closeFrame();
  }
  if (e.inside('root')) return 'nothing';
  const { kind } = e.frame;
  e.closeFrame(true);
  // A call may continue: FILTER, OVER.
  return kind === 'arguments' || kind === 'lenient' || kind === 'filter' ? parseCallSuffix(e) : 'operator';
}

/** A bracket that is never closed, or a CASE, must not swallow the clauses after it. */
function leavesFrames(e: ExpressionParser): boolean {
  if (e.p.isAtEnd) return true;
  if (!beginsClause(e.p)) return false;
  let open: Frame | undefined = e.frame;
  while (open?.kind === 'case') open = open.outer;
  return !open || open.kind === 'root' || e.p.unclosed.has(open.opener);
}

/** At a token that no operand can begin with: reports it, unless it may be there, and continues as far as it can. */
export function missingOperand(e: ExpressionParser, isAllowed = false): Wanted {
  if (!isAllowed) e.p.unexpected('unexpected-token', { kind: e.place === 'page' ? 'number' : 'column' });
  if (leavesFrames(e)) return 'nothing';
  if (e.p.is(')') || e.p.is(']')) return closeBracket(e);
  e.p.next();
  return 'operand';
}

/** At a token that can't follow an operand. Outside brackets it is the caller's. */
export function afterExpression(e: ExpressionParser): Wanted {
  if (e.inside('root')) return 'nothing';
  // The words of a function with a grammar of its own: `EXTRACT(YEAR FROM d)`, `TRIM(BOTH …)`.
  const isLenient = e.inside('lenient') && !e.p.isAtEnd;
  const isOperand = startsOperand(e.p);
  if (!isLenient) e.p.unexpected(isOperand ? 'missing-operator' : undefined);
  if (leavesFrames(e)) return 'nothing';
  if (isLenient || !isOperand) e.p.next();
  return e.p.isAtEnd ? 'nothing' : 'operand';
}
