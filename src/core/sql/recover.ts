/** Closing brackets, and going on after a token that cannot stand where it does. */
import { checkArguments, readCallSuffix } from './calls.ts';
import type { Expecting } from './expression.ts';
import type { Frame } from './frames.ts';
import type { Reader, ReadToken } from './reader.ts';

const clauseWords = new Set([
  ...['FROM', 'WHERE', 'GROUP', 'HAVING', 'WINDOW', 'ORDER', 'LIMIT', 'OFFSET', 'FETCH', 'FOR', 'INTO'],
  ...['UNION', 'INTERSECT', 'EXCEPT', 'SELECT'],
]);
export const isClauseWord = (word: string): boolean => clauseWords.has(word);

/** The innermost open frame of the expression being read. */
export const topFrame = (reader: Reader): Frame | undefined =>
  reader.frames.length > reader.frameBase ? reader.frames.at(-1) : undefined;

/** At a `)` or `]`: ends the innermost bracket; where the expression has none open the bracket is the caller's. */
export function closeBracket(reader: Reader): Expecting {
  let frame = topFrame(reader);
  while (frame?.kind === 'case') {
    reader.unexpected();
    reader.frames.pop();
    frame = topFrame(reader);
  }
  if (!frame) return 'nothing';
  const closing = reader.token;
  reader.frames.pop();
  reader.ops.length = frame.ops;
  reader.next();
  reader.comparison = undefined;
  if (frame.kind === 'arguments') checkArguments(reader, frame, closing);
  if (frame.kind === 'arguments' || frame.kind === 'lenient' || frame.kind === 'filter') {
    return readCallSuffix(reader);
  }
  return 'operator';
}

/** Whether the token can begin an operand, so that reading can go on with it. */
export function startsOperand(token: ReadToken): boolean {
  switch (token.kind) {
    case 'end':
    case 'operator':
    case 'punctuation':
    case 'unknown':
    case 'comment':
      return false;
    case 'word':
      return (
        !isClauseWord(token.word) && token.word !== 'AS' && token.word !== 'ON' && token.word !== 'USING'
      );
    default:
      return true;
  }
}

/** A bracket that is never closed must not swallow the clauses after it. */
const leavesUnclosed = (reader: Reader): boolean => {
  if (!isClauseWord(reader.token.word)) return false;
  for (let i = reader.frames.length - 1; i >= reader.frameBase; i--) {
    const frame = reader.frames[i];
    if (frame && frame.kind !== 'case') return reader.unclosed.has(frame.opener);
  }
  return true;
};

/** At a token that no operand can begin with: says so, and goes on inside brackets; outside, the caller goes on. */
export function missingOperand(reader: Reader): Expecting {
  reader.unexpected();
  const frame = topFrame(reader);
  if (!frame || reader.atEnd || leavesUnclosed(reader)) return 'nothing';
  if (reader.token.word === ')' || reader.token.word === ']') return closeBracket(reader);
  reader.next();
  return 'operand';
}

/** At a token that cannot follow an operand. Outside brackets it is the caller's. */
export function afterExpression(reader: Reader): Expecting {
  const frame = topFrame(reader);
  if (!frame) return 'nothing';
  if (reader.unclosed.size > 0 && leavesUnclosed(reader)) return 'nothing';
  if (frame.kind !== 'lenient') {
    reader.unexpected(startsOperand(reader.token) ? 'missing-operator' : 'unexpected-token');
    if (reader.atEnd || leavesUnclosed(reader)) return 'nothing';
  }
  // The words of a function with a grammar of its own: `EXTRACT(YEAR FROM d)`, `TRIM(BOTH …)`.
  if (frame.kind !== 'lenient' && startsOperand(reader.token)) return 'operand';
  reader.next();
  return 'operand';
}
