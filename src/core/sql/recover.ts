/** Closing brackets, and going on after a token that cannot stand where it does. */

import * as can from './abilities.ts';
import { checkArguments, readCallSuffix } from './calls.ts';
import type { Expecting } from './expression.ts';
import { endOperators, topFrame } from './frames.ts';
import type { Reader } from './reader.ts';

const clauseWords = new Set(
  'FROM WHERE GROUP HAVING WINDOW ORDER LIMIT OFFSET FETCH FOR INTO UNION INTERSECT EXCEPT SELECT'.split(' '),
);
const noOperand = new Set([...clauseWords, 'AS', 'ON', 'USING']);

/** Whether the current token can begin an operand, so that reading can go on with it. */
export const startsOperand = (reader: Reader): boolean =>
  reader.can(can.literal | can.label) && !noOperand.has(reader.sort);

/** At a `)` or `]`: ends the innermost bracket; where the expression has none open the bracket is the caller's. */
export function closeBracket(reader: Reader): Expecting {
  while (topFrame(reader)?.kind === 'case') {
    reader.unexpected();
    reader.frames.pop();
  }
  const frame = topFrame(reader);
  if (!frame) return 'nothing';
  const closing = reader.at;
  reader.frames.pop();
  endOperators(reader, frame.ops);
  reader.comparison = -1;
  reader.next();
  if (frame.kind === 'arguments') checkArguments(reader, frame, closing);
  const isCall = frame.kind === 'arguments' || frame.kind === 'lenient' || frame.kind === 'filter';
  return isCall ? readCallSuffix(reader) : 'operator';
}

/** A bracket that is never closed, or a CASE, must not swallow the clauses after it. */
function leavesFrames(reader: Reader): boolean {
  if (reader.atEnd) return true;
  if (!clauseWords.has(reader.sort)) return false;
  for (let i = reader.frames.length - 1; i >= reader.frameBase; i--) {
    const frame = reader.frames[i];
    if (frame && frame.kind !== 'case') return reader.isUnclosed(frame.opener);
  }
  return true;
}

/** At a token that no operand can begin with: says so, and goes on inside brackets; outside, the caller goes on. */
export function missingOperand(reader: Reader): Expecting {
  reader.unexpected();
  if (leavesFrames(reader)) return 'nothing';
  if (reader.sort === ')' || reader.sort === ']') return closeBracket(reader);
  reader.next();
  return 'operand';
}

/** At a token that cannot follow an operand. Outside brackets it is the caller's. */
export function afterExpression(reader: Reader): Expecting {
  const frame = topFrame(reader);
  if (!frame) return 'nothing';
  const lenient = frame.kind === 'lenient';
  const isOperand = startsOperand(reader);
  if (!lenient) reader.unexpected(isOperand ? 'missing-operator' : 'unexpected-token');
  if (leavesFrames(reader) && !(lenient && !reader.isUnclosed(frame.opener))) return 'nothing';
  // The words of a function with a grammar of its own: `EXTRACT(YEAR FROM d)`, `TRIM(BOTH …)`.
  if (lenient || !isOperand) reader.next();
  return reader.atEnd ? 'nothing' : 'operand';
}
