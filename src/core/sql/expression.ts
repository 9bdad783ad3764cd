/** Expressions: two states, operand wanted and operand complete, over the stacks of `frames`. No recursion. */
import { endOperators, openFrame } from './frames.ts';
import { readOperand } from './operand.ts';
import { readAfterOperand } from './operators.ts';
import type { Clause, Reader } from './reader.ts';

/** What the next token of an expression can be. */
export type Expecting = 'operand' | 'operator' | 'nothing';

/**
 * Reads one expression at the current token; stops before the first token that cannot belong to it. An operand
 * that is missing is reported; what follows a complete expression is the caller's business.
 */
export const readExpression = (reader: Reader, clause: Clause = 'other'): void => read(reader, clause, false);

/** At the `(` of a table function, which is flagged already: reads its arguments. */
export const readCall = (reader: Reader): void => read(reader, 'other', true);

function read(reader: Reader, clause: Clause, call: boolean): void {
  const { frameBase, opsBase, clause: outerClause } = reader;
  reader.frameBase = reader.frames.length;
  reader.opsBase = reader.ops.length;
  reader.clause = clause;
  reader.comparison = -1;
  if (call) openFrame(reader, 'lenient');
  let expecting: Expecting = 'operand';
  while (expecting !== 'nothing') {
    expecting = expecting === 'operand' ? readOperand(reader) : readAfterOperand(reader);
  }
  reader.frames.length = reader.frameBase;
  endOperators(reader, reader.opsBase);
  reader.frameBase = frameBase;
  reader.opsBase = opsBase;
  reader.clause = outerClause;
}

/** Expressions between commas. */
export function readList(reader: Reader, clause: Clause = 'other'): void {
  do readExpression(reader, clause);
  while (reader.accept(','));
}
