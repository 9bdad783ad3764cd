/** Expressions: two states, operand wanted and operand complete, over the stacks of `frames`. No recursion. */
import * as frames from './frames.ts';
import { readOperand } from './operand.ts';
import { readAfterOperand } from './operators.ts';
import * as reader from './reader.ts';
import * as states from './states.ts';

/**
 * Reads one expression at the current token; stops before the first token that cannot belong to it. An operand
 * that is missing is reported; what follows a complete expression is the caller's business. `isCall`: at the `(` of
 * a table function, which is flagged already, reads its arguments.
 */
export function readExpression(where: states.Clause = states.ELSEWHERE, isCall = false): void {
  const clause = reader.clause;
  reader.enter(where);
  reader.compare(-1);
  const outer = frames.frame;
  frames.nest();
  if (isCall) frames.openFrame(states.LENIENT);
  let expecting: states.Expecting = states.OPERAND;
  do {
    if (expecting === states.OPERAND) expecting = readOperand();
    else {
      reader.compare(-1);
      expecting = readAfterOperand();
    }
  } while (expecting !== states.NOTHING);
  frames.leave(outer);
  reader.enter(clause);
}

/** Expressions between commas. */
export function readList(): void {
  do readExpression();
  while (reader.accept(','));
}
