/** The operator state of an expression: what may follow a complete operand. */
import type { Expecting } from './expression.ts';
import { binary, endBetween, level, openFrame, reduceTo } from './frames.ts';
import { readIs } from './is.ts';
import { noteLiteral } from './operand.ts';
import type { Reader, ReadToken } from './reader.ts';
import { afterExpression, closeBracket, startsOperand, topFrame } from './recover.ts';
import { readTypeName } from './typeName.ts';

/** Reads an operator, or a closing mark, at the current token; 'nothing' where the expression has ended. */
export function readAfterOperand(reader: Reader): Expecting {
  const { token } = reader;
  switch (token.kind) {
    case 'operator':
      return readOperator(reader, token);
    case 'punctuation':
      return readMark(reader, token);
    case 'word':
      return token.word === '' ? afterExpression(reader) : readWord(reader, token);
    case 'end':
      // An open CASE; open brackets are reported where they open.
      if (topFrame(reader)) reader.unexpected();
      return 'nothing';
    default:
      return afterExpression(reader);
  }
}

const comparisons = new Set(['<', '>', '=', '<=', '>=', '<>', '!=']);
const levels = new Map<string, number>([
  ...[...comparisons].map((operator): [string, number] => [operator, level.comparison]),
  ['+', level.sum],
  ['-', level.sum],
  ['*', level.product],
  ['/', level.product],
  ['%', level.product],
  ['^', level.power],
]);

function compare(reader: Reader, token: ReadToken): void {
  const { previous } = reader;
  reader.comparison = token;
  noteLiteral(reader, previous);
}

function readOperator(reader: Reader, token: ReadToken): Expecting {
  const { word } = token;
  if (word === ':=' || word === '=>') return afterExpression(reader);
  reader.flag(word, token, token, word === '?' ? 'no-policy' : undefined);
  if (word === '::') {
    reader.next();
    readTypeName(reader);
    return 'operator';
  }
  const to = levels.get(word) ?? level.other;
  binary(reader, to);
  if (to === level.comparison || to === level.other) compare(reader, token);
  else reader.comparison = undefined;
  reader.next();
  return 'operand';
}

function readMark(reader: Reader, token: ReadToken): Expecting {
  const frame = topFrame(reader);
  switch (token.word) {
    case ')':
    case ']':
      return closeBracket(reader);
    case ',':
      if (!frame || frame.kind === 'case' || frame.kind === 'filter') return afterExpression(reader);
      frame.commas++;
      if (frame.commas === 1) {
        frame.second = reader.at + 1;
        if (frame.kind === 'group' && reader.clause !== 'group') {
          reader.flag('ROW VALUE', reader.tokenAt(frame.opener));
        }
      }
      reader.ops.length = frame.ops;
      reader.next();
      return 'operand';
    case '[':
      reader.flag('[', token);
      openFrame(reader, 'subscript');
      return 'operand';
    case ':':
      if (frame?.kind !== 'subscript') break;
      reader.next();
      return 'operand';
    case '.':
      if (reader.previous.word !== ')' && reader.previous.word !== ']') break;
      reader.flag('.', token);
      reader.next();
      reader.next();
      return 'operator';
  }
  return afterExpression(reader);
}

/** Words of other dialects that stand between two operands. */
const foreignInfix = new Set([
  'RLIKE',
  'REGEXP',
  'GLOB',
  'DIV',
  'MOD',
  'XOR',
  'MATCH',
  'CONTAINS',
  'STARTS',
  'SOUNDS',
]);

function readWord(reader: Reader, token: ReadToken): Expecting {
  const { word } = token;
  const frame = topFrame(reader);
  const next = reader.peek(1);
  switch (word) {
    case 'AND':
      if (!endBetween(reader)) binary(reader, level.and);
      return operandAfter(reader);
    case 'OR':
      binary(reader, level.or);
      return operandAfter(reader);
    case 'LIKE':
    case 'ILIKE':
      return readLike(reader, token);
    case 'NOT':
      return readNot(reader, next);
    case 'IN':
      // Only the IN of POSITION('a' IN b) stands without brackets.
      if (frame?.kind === 'lenient' && (frame.name === 'POSITION' || next.word !== '(')) break;
      return readIn(reader, token);
    case 'BETWEEN':
      return readBetween(reader, token, next);
    case 'SIMILAR':
      if (next.word !== 'TO') break;
      reader.flag('SIMILAR TO', token, next);
      reader.next();
      return readLike(reader, token, true);
    case 'ESCAPE':
      if (frame?.kind === 'lenient') break;
      reader.flag('ESCAPE', token);
      binary(reader, level.escape);
      return operandAfter(reader);
    case 'IS':
      reduceTo(reader, level.is);
      readIs(reader);
      if (reader.previous.word === 'FROM') {
        binary(reader, level.is);
        return 'operand';
      }
      return 'operator';
    case 'ISNULL':
    case 'NOTNULL':
      reader.flag(word, token);
      reduceTo(reader, level.is);
      reader.next();
      return 'operator';
    case 'COLLATE':
      reader.flag('COLLATE', token);
      reader.next();
      readTypeName(reader);
      return 'operator';
    case 'OVERLAPS':
      reader.flag('OVERLAPS', token);
      binary(reader, level.other);
      return operandAfter(reader);
    case 'AT':
      return readAt(reader, token, next);
    case 'OPERATOR':
      if (next.word !== '(') break;
      reader.next();
      reader.skipBrackets();
      reader.flag('OPERATOR', token, reader.previous);
      binary(reader, level.other);
      return 'operand';
    case 'WHEN':
    case 'THEN':
    case 'ELSE':
      if (frame?.kind !== 'case') break;
      reader.ops.length = frame.ops;
      return operandAfter(reader);
    case 'END':
      if (frame?.kind !== 'case') break;
      reader.ops.length = frame.ops;
      reader.frames.pop();
      reader.next();
      return 'operator';
    case 'AS':
      if (frame?.kind !== 'lenient') break;
      reader.next();
      readTypeName(reader);
      return 'operator';
    case 'ORDER':
      if (!frame || frame.kind === 'case' || next.word !== 'BY') break;
      if (frame.kind !== 'arguments' && frame.kind !== 'lenient') break;
      reader.flag('ORDER BY', token, next);
      frame.kind = 'lenient';
      reader.next();
      return operandAfter(reader);
    case 'UNION':
    case 'INTERSECT':
    case 'EXCEPT':
      if (!frame || frame.kind === 'case' || reader.previous.word !== ')') break;
      reader.settings.readNestedQuery(reader);
      return 'operator';
  }
  if (foreignInfix.has(word) && startsOperand(next)) {
    reader.flag(word, token, token, 'foreign');
    return readLike(reader, token);
  }
  return afterExpression(reader);
}

function operandAfter(reader: Reader): Expecting {
  reader.comparison = undefined;
  reader.next();
  return 'operand';
}

/** At LIKE, or the last word of another operator of its level. */
function readLike(reader: Reader, token: ReadToken, similar = false): Expecting {
  binary(reader, level.like);
  if (!similar) compare(reader, token);
  reader.next();
  return 'operand';
}

/** `NOT LIKE` is NOT and LIKE, both of the dialect; the others are flagged without their NOT. */
function readNot(reader: Reader, next: ReadToken): Expecting {
  switch (next.word) {
    case 'LIKE':
    case 'ILIKE':
    case 'IN':
    case 'BETWEEN':
      break;
    case 'SIMILAR':
      if (reader.peek(2).word !== 'TO') return afterExpression(reader);
      break;
    default:
      if (!foreignInfix.has(next.word)) return afterExpression(reader);
  }
  reader.next();
  return readWord(reader, reader.token);
}

function readIn(reader: Reader, token: ReadToken): Expecting {
  reader.flag('IN', token);
  reduceTo(reader, level.like);
  reader.next();
  reader.comparison = undefined;
  if (reader.token.word === '(') {
    openFrame(reader, 'list');
    return 'operand';
  }
  reader.unexpected();
  return 'operand';
}

function readBetween(reader: Reader, token: ReadToken, next: ReadToken): Expecting {
  const both = next.word === 'SYMMETRIC' || next.word === 'ASYMMETRIC';
  reader.flag(both ? `BETWEEN ${next.word}` : 'BETWEEN', token, both ? next : token);
  reduceTo(reader, level.like);
  reader.ops.push(level.between);
  if (both) reader.next();
  return operandAfter(reader);
}

function readAt(reader: Reader, token: ReadToken, next: ReadToken): Expecting {
  if (next.word === 'LOCAL') {
    reader.flag('AT LOCAL', token, next);
    reader.next();
    reader.next();
    return 'operator';
  }
  if (next.word !== 'TIME' || reader.peek(2).word !== 'ZONE') return afterExpression(reader);
  reader.flag('AT TIME ZONE', token, reader.peek(2));
  binary(reader, level.zone);
  reader.next();
  reader.next();
  return operandAfter(reader);
}
