/** Closing brackets, and going on after a token that cannot stand where it does. */

import * as can from './abilities.ts';
import { checkArguments, readCallSuffix } from './calls.ts';
import { beginsClause } from './clauses.ts';
import * as frames from './frames.ts';
import { closeFrame, type Frame, inside } from './frames.ts';
import { goOn } from './operand.ts';
import * as reader from './reader.ts';
import * as states from './states.ts';

/** Whether the current token can begin an operand, so that reading can go on with it. */
export const startsOperand = (): boolean =>
  (reader.abilities & (can.literal | can.label)) !== 0 &&
  !beginsClause() &&
  !/^(AS|ON|USING)$/.test(reader.sort);

/** At a `)` or `]`: ends the innermost bracket; where the expression has none open the bracket is the caller's. */
export function closeBracket(): states.Expecting {
  while (inside(states.CASE | states.BETWEEN)) {
    reader.unexpected();
    closeFrame();
  }
  if (inside(states.ROOT)) return states.NOTHING;
  const frame = frames.frame;
  const closing = reader.at;
  closeFrame();
  reader.next();
  if (frame.kind & states.ARGUMENTS) checkArguments(frame, closing);
  return frame.kind & (states.ARGUMENTS | states.LENIENT | states.FILTER)
    ? readCallSuffix()
    : states.OPERATOR;
}

/** A bracket that is never closed, or a CASE, must not swallow the clauses after it. */
function leavesFrames(): boolean {
  if (reader.is('end')) return true;
  if (!beginsClause()) return false;
  let open: Frame | undefined = frames.frame;
  while (open && open.kind & states.CASE) open = open.outer;
  return !open || (open.kind & states.ROOT) !== 0 || reader.unclosed.has(open.opener);
}

/** At a token that no operand can begin with: says so, unless it may stand there, and goes on as far as it can. */
export function missingOperand(mayStand = false): states.Expecting {
  if (!mayStand) reader.unexpected();
  if (leavesFrames()) return states.NOTHING;
  if (reader.is(')') || reader.is(']')) return closeBracket();
  return goOn();
}

/** At a token that cannot follow an operand. Outside brackets it is the caller's. */
export function afterExpression(): states.Expecting {
  if (inside(states.ROOT)) return states.NOTHING;
  // The words of a function with a grammar of its own: `EXTRACT(YEAR FROM d)`, `TRIM(BOTH …)`.
  const isLenient = inside(states.LENIENT) && !reader.is('end');
  const isOperand = startsOperand();
  if (!isLenient) reader.unexpected(isOperand ? 'missing-operator' : undefined);
  if (leavesFrames()) return states.NOTHING;
  if (isLenient || !isOperand) reader.next();
  return reader.is('end') ? states.NOTHING : states.OPERAND;
}
