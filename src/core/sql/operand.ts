/** The operand state of an expression: literals, names, function calls, brackets, prefix operators. */
import { openCall } from './calls.ts';
import { literalTypes } from './dialect.ts';
import type { Expecting } from './expression.ts';
import { level, openFrame, prefix } from './frames.ts';
import { canNameColumn, canNameFunction, isFused } from './keywords.ts';
import { readName } from './name.ts';
import type { Reader, ReadToken } from './reader.ts';
import { closeBracket, missingOperand, topFrame } from './recover.ts';
import { readIntervalUnits, readTimeZone } from './typeName.ts';
import { readWrite, startsWrite } from './write.ts';

/** Reads an operand, or what opens one, at the current token. */
export function readOperand(reader: Reader): Expecting {
  const { token } = reader;
  switch (token.kind) {
    case 'word':
      return readWord(reader, token);
    case 'quoted':
    case 'backtick':
      return readNameOrCall(reader);
    case 'string':
    case 'dollar':
    case 'number':
    case 'parameter':
    case 'placeholder':
    case 'typographic':
      return readLiteral(reader, token);
    case 'operator':
      return readPrefix(reader, token);
    case 'punctuation':
      return readMark(reader, token);
    default:
      return missingOperand(reader);
  }
}

/** A condition's literal is what the audit trail keeps (spec 4.2): the first one of a statement is noted. */
export function noteLiteral(reader: Reader, token: ReadToken): void {
  const { clause, outline } = reader;
  if (outline.literal || (clause !== 'where' && clause !== 'on' && clause !== 'having')) return;
  if (token.kind === 'string' || token.kind === 'number' || token.kind === 'dollar') {
    outline.literal = { start: token.start, end: token.end };
  }
}

function readLiteral(reader: Reader, token: ReadToken): Expecting {
  if (reader.comparison) noteLiteral(reader, token);
  reader.comparison = undefined;
  reader.next();
  if (token.kind === 'dollar') reader.flag('DOLLAR QUOTES', token);
  else if (token.kind === 'parameter') reader.flag('PARAMETER', token);
  else if (token.kind === 'string' && reader.text.charCodeAt(token.start) !== 0x27) {
    reader.flag('STRING PREFIX', token);
    if (reader.token.word === 'UESCAPE' && reader.peek(1).kind === 'string') {
      reader.next();
      reader.next();
    }
  }
  return 'operator';
}

/** A column, a function call, or a type before its literal. */
function readNameOrCall(reader: Reader): Expecting {
  const first = reader.token;
  const afterComparison = reader.comparison;
  reader.comparison = undefined;
  const last = readName(reader);
  if (reader.token.word === '(' && last.word !== '*') return openCall(reader, first, last);
  if (first === last && first.kind === 'word' && literalTypes.has(first.word)) {
    reader.comparison = afterComparison;
    readTypedLiteral(reader, first);
    reader.comparison = undefined;
  }
  return 'operator';
}

/** `DATE '2026-01-31'`, `TIMESTAMP WITH TIME ZONE '…'`, `INTERVAL '1' DAY`: after the type's first word. */
function readTypedLiteral(reader: Reader, first: ReadToken): void {
  const start = reader.at;
  if (first.word === 'TIME' || first.word === 'TIMESTAMP') readTimeZone(reader);
  if (first.word === 'DOUBLE') reader.accept('PRECISION');
  if (first.word === 'CHARACTER' || first.word === 'BIT' || first.word === 'CHAR') reader.accept('VARYING');
  const isInterval = first.word === 'INTERVAL';
  const { token } = reader;
  if (token.kind !== 'string' && !(isInterval && token.kind === 'number')) {
    reader.at = start;
    return;
  }
  // After a syntax error two words side by side are no type and its text.
  if (!reader.muted) reader.flag('TYPED LITERAL', first, reader.previous);
  noteLiteral(reader, token);
  reader.next();
  if (isInterval) readIntervalUnits(reader);
}

/** Functions that are called without brackets. */
export const valueFunctions = new Set(
  'CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP CURRENT_USER CURRENT_ROLE SESSION_USER SYSTEM_USER USER CURRENT_CATALOG CURRENT_SCHEMA'.split(
    ' ',
  ),
);

function readWord(reader: Reader, token: ReadToken): Expecting {
  const { word } = token;
  if (word === '') return readNameOrCall(reader);
  const next = reader.peek(1);
  switch (word) {
    case 'NOT':
      prefix(reader, level.not);
      reader.comparison = undefined;
      reader.next();
      return 'operand';
    case 'NULL':
      if (reader.comparison) reader.flag('COMPARISON WITH NULL', reader.comparison, token);
      reader.comparison = undefined;
      reader.next();
      return 'operator';
    case 'TRUE':
    case 'FALSE':
      reader.flag(word, token);
      reader.comparison = undefined;
      reader.next();
      return 'operator';
    case 'DEFAULT':
      reader.flag('DEFAULT', token);
      reader.next();
      return 'operator';
    case 'CASE':
      reader.flag('CASE', token);
      openFrame(reader, 'case');
      reader.accept('WHEN');
      return 'operand';
    case 'EXISTS':
    case 'ANY':
    case 'SOME':
    case 'ALL':
      if (next.word !== '(') break;
      reader.flag(word, token);
      reader.next();
      openFrame(reader, 'list');
      return 'operand';
    case 'ROW':
      if (next.word !== '(') break;
      reader.flag('ROW', token);
      reader.next();
      openFrame(reader, 'lenient');
      return 'operand';
    case 'CAST':
      if (next.word !== '(') break;
      reader.next();
      return openCall(reader, token, token);
    case 'COLLATION':
      if (next.word !== 'FOR') break;
      reader.flagFunction(token, next);
      reader.next();
      reader.next();
      if (reader.is('(')) openFrame(reader, 'lenient');
      return 'operand';
    case 'ARRAY':
      reader.flag('ARRAY', token);
      reader.next();
      if (next.word === '[' || next.word === '(') openFrame(reader, next.word === '[' ? 'array' : 'list');
      else reader.unexpected();
      return 'operand';
    case 'VARIADIC':
      reader.flag('VARIADIC', token);
      reader.next();
      return 'operand';
    case 'SELECT':
    case 'WITH':
    case 'TABLE':
    case 'VALUES':
      if (!topFrame(reader) || reader.previous.word !== '(') break;
      if (word === 'VALUES' && next.word !== '(') break;
      reader.settings.readNestedQuery(reader);
      return 'operator';
    case 'ROLLUP':
    case 'CUBE':
      // Of GROUP BY, which is flagged as a whole.
      if (reader.clause !== 'group' || next.word !== '(') break;
      reader.next();
      return 'operand';
    case 'GROUPING':
      if (reader.clause !== 'group' || next.word !== 'SETS') break;
      reader.next();
      reader.next();
      return 'operand';
  }
  if (valueFunctions.has(word) && !(word === 'CURRENT_SCHEMA' && next.word === '(')) {
    reader.flagFunction(token, token);
    reader.comparison = undefined;
    reader.next();
    if (reader.token.word === '(') reader.skipBrackets();
    return 'operator';
  }
  if (canNameColumn(word) || (next.word === '(' && canNameFunction(word))) {
    return isFused(word, next.word) ? missingOperand(reader) : readNameOrCall(reader);
  }
  if (topFrame(reader)?.kind === 'lenient') {
    reader.next();
    return 'operand';
  }
  return missingOperand(reader);
}

/** Operators that PostgreSQL takes only between two operands. */
const infixOnly = new Set(['*', '/', '%', '^', '<', '>', '=', '<=', '>=', '<>', '!=', '::', ':=', '=>', '?']);

function readPrefix(reader: Reader, token: ReadToken): Expecting {
  const { word } = token;
  const frame = topFrame(reader);
  if (word === '*' && frame && reader.previous.word === '(' && reader.peek(1).word === ')') {
    if (frame.kind === 'arguments' || frame.kind === 'lenient') {
      reader.next();
      return 'operator';
    }
  }
  if (infixOnly.has(word)) return missingOperand(reader);
  reader.next();
  // The sign of a number is part of the literal, though `-` between operands is no operator of the dialect.
  if ((word === '-' || word === '+') && reader.token.kind === 'number') return 'operand';
  reader.flag(word, token);
  reader.comparison = undefined;
  prefix(reader, word === '-' || word === '+' ? level.sign : level.other);
  return 'operand';
}

function readMark(reader: Reader, token: ReadToken): Expecting {
  const frame = topFrame(reader);
  const afterOpening = frame !== undefined && reader.at === frame.opener + 1;
  switch (token.word) {
    case '(':
      reader.comparison = undefined;
      openFrame(reader, 'group');
      return startsWrite(reader) && readWrite(reader, true) ? 'operator' : 'operand';
    case ')':
      if (afterOpening && (frame.kind === 'arguments' || reader.clause === 'group'))
        return closeBracket(reader);
      if (frame?.kind === 'lenient') return closeBracket(reader);
      break;
    case '[':
      if (frame?.kind !== 'array') break;
      openFrame(reader, 'array');
      return 'operand';
    case ']':
      if (frame?.kind === 'array' || frame?.kind === 'subscript') return closeBracket(reader);
      break;
    case ',':
    case ':':
      if (frame?.kind !== 'lenient' && frame?.kind !== 'subscript') break;
      reader.next();
      return 'operand';
  }
  return missingOperand(reader);
}
