import { beginsClause, startsWordOrLiteralOperand } from '../queries/clauseWords.ts';
import { parseCallSuffix } from './calls.ts';
import type { ExpectedNext, ExpressionParser, Frame } from './frames.ts';

/**
 * Closes the innermost open parenthesis or bracket at the current `)` or `]`, which may be of the other kind. Returns
 * what the parser must read next. If the expression has no open parenthesis or bracket, it ends: `nothing` is returned
 * and the token is not consumed.
 */
export function closeBracket(e: ExpressionParser): ExpectedNext {
  while (e.frame.isBetween || e.isInnermostFrameOfKind('case')) {
    e.p.reportUnexpectedToken();
    e.closeFrame();
  }
  if (e.isInnermostFrameOfKind('root')) return 'nothing';
  const { kind } = e.frame;
  e.closeFrame(true);
  // A call may continue: FILTER, OVER.
  return kind === 'arguments' || kind === 'lenient' || kind === 'filter' ? parseCallSuffix(e) : 'operator';
}

/**
 * Whether the expression must end at the current token, even if frames are open. It must end at the end of the
 * statement. It must also end where a clause begins, unless the innermost open parenthesis or bracket is closed later
 * in the statement.
 */
function mustEndExpression(e: ExpressionParser): boolean {
  if (e.p.isAtEnd) return true;
  if (!beginsClause(e.p)) return false;
  let open: Frame | undefined = e.frame;
  while (open?.kind === 'case') open = open.outer;
  return !open || open.kind === 'root' || e.p.unclosedBracketIndices.has(open.opener);
}

/**
 * Recovers from a token that can't start an operand, and returns what the parser must read next. Ends the expression,
 * closes a parenthesis or bracket, or skips the token. Records a syntax error for the token unless `isAllowed`.
 */
export function recoverFromMissingOperand(e: ExpressionParser, isAllowed = false): ExpectedNext {
  if (!isAllowed)
    e.p.reportUnexpectedToken('unexpected-token', { kind: e.place === 'page' ? 'number' : 'column' });
  if (mustEndExpression(e)) return 'nothing';
  if (e.p.isWord(')') || e.p.isWord(']')) return closeBracket(e);
  e.p.skipTokens();
  return 'operand';
}

/**
 * Continues at a token that can't follow an operand, and returns what the parser must read next. Outside parentheses,
 * brackets and CASE, the expression ends and the token is not consumed.
 */
export function recoverAfterOperand(e: ExpressionParser): ExpectedNext {
  if (e.isInnermostFrameOfKind('root')) return 'nothing';
  // The words of a function with a grammar of its own: `EXTRACT(YEAR FROM d)`, `TRIM(BOTH …)`.
  const isLenient = e.isInnermostFrameOfKind('lenient') && !e.p.isAtEnd;
  const isOperand = startsWordOrLiteralOperand(e.p);
  if (!isLenient) e.p.reportUnexpectedToken(isOperand ? 'missing-operator' : undefined);
  if (mustEndExpression(e)) return 'nothing';
  if (isLenient || !isOperand) e.p.skipTokens();
  return e.p.isAtEnd ? 'nothing' : 'operand';
}
