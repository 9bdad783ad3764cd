/** The operand state of an expression: literals, names, function calls, brackets, prefix operators. */

import * as can from './abilities.ts';
import { openCall } from './calls.ts';
import { findConstruct, literalTypes } from './dialect.ts';
import { readName, takeTypeWords } from './dottedName.ts';
import type { Expecting } from './expression.ts';
import { openFrame, push, topFrame } from './frames.ts';
import type { Reader } from './reader.ts';
import { closeBracket, missingOperand } from './recover.ts';
import { readWrite, startsWrite } from './write.ts';

/** Reads an operand, or what opens one, at the current token. */
export function readOperand(reader: Reader): Expecting {
  if (reader.can(can.literal)) return readLiteral(reader);
  if (reader.can(can.operator)) return readPrefix(reader);
  if (!reader.can(can.label)) return readMark(reader);
  const expecting = readWord(reader);
  if (expecting) return expecting;
  const isCall = reader.ahead(1) === '(' && reader.can(can.nameFunction);
  if ((isCall || reader.can(can.nameColumn)) && reader.canName(can.label)) return readNameOrCall(reader);
  if (topFrame(reader)?.kind !== 'lenient') return missingOperand(reader);
  reader.next();
  return 'operand';
}

/** A condition's literal is what the audit trail keeps (spec 4.2): the first one of a statement is noted. */
export function noteLiteral(reader: Reader, places: number): void {
  const { clause, outline } = reader;
  if (outline.literal || (clause !== 'where' && clause !== 'on' && clause !== 'having')) return;
  if (!['string', 'prefixed', 'number', 'dollar'].includes(reader.ahead(places))) return;
  const token = reader.at + places;
  outline.literal = { start: reader.startOf(token), end: reader.endOf(token) };
}

const flaggedLiterals: Readonly<Record<string, string>> = {
  dollar: 'DOLLAR QUOTES',
  prefixed: 'STRING PREFIX',
  parameter: 'PARAMETER',
};

function readLiteral(reader: Reader): Expecting {
  if (reader.comparison >= 0) noteLiteral(reader, 0);
  const construct = flaggedLiterals[reader.sort];
  if (construct) reader.flag(construct);
  reader.next();
  return complete(reader);
}

function complete(reader: Reader): Expecting {
  reader.comparison = -1;
  return 'operator';
}

/** A column, a function call, or a type before its literal. */
function readNameOrCall(reader: Reader): Expecting {
  const first = reader.at;
  const isType = literalTypes.has(reader.sort);
  const last = readName(reader);
  if (reader.sort === '(' && reader.ahead(-1) !== '*') return openCall(reader, first, last);
  if (isType && first === last) readTypedLiteral(reader, first);
  return complete(reader);
}

/** `DATE '2026-01-31'`, `TIMESTAMP WITH TIME ZONE '…'`, `INTERVAL '1' DAY`: after the type's first word. */
function readTypedLiteral(reader: Reader, first: number): void {
  const start = reader.at;
  const isInterval = reader.ahead(-1) === 'INTERVAL';
  takeTypeWords(reader);
  if (reader.sort !== 'string' && !(isInterval && reader.sort === 'number')) {
    reader.at = start;
    return;
  }
  // After a syntax error two words side by side are no type and its text.
  if (!reader.muted) reader.flag('TYPED LITERAL', first, reader.at - 1);
  if (reader.comparison >= 0) noteLiteral(reader, 0);
  reader.next();
  if (isInterval) takeTypeWords(reader);
}

/** A word that is more than a name here; undefined for one that is not. */
function readWord(reader: Reader): Expecting | undefined {
  const { sort } = reader;
  if (sort === 'name' || sort === 'quoted') return undefined;
  const next = reader.ahead(1);
  const opens = next === '(';
  switch (sort) {
    case 'NOT':
      push(reader, 'not');
      reader.comparison = -1;
      reader.next();
      return 'operand';
    case 'CASE':
      reader.flag('CASE');
      openFrame(reader, 'case');
      reader.accept('WHEN');
      return 'operand';
    case 'VARIADIC':
      reader.flag('VARIADIC');
      reader.next();
      return 'operand';
    case 'CAST':
    case 'COLLATION': {
      const first = reader.at;
      if (next === 'FOR') reader.next();
      else if (!opens) return undefined;
      reader.next();
      return openCall(reader, first);
    }
    case 'SELECT':
    case 'WITH':
    case 'TABLE':
    case 'VALUES':
      if (!topFrame(reader) || reader.ahead(-1) !== '(' || (sort === 'VALUES' && !opens)) return undefined;
      reader.readQuery(reader);
      return 'operator';
    case 'ROLLUP':
    case 'CUBE':
    case 'GROUPING':
      // Of GROUP BY, which is flagged as a whole.
      if (reader.clause !== 'group' || !(sort === 'GROUPING' ? next === 'SETS' : opens)) return undefined;
      reader.next(sort === 'GROUPING' ? 2 : 1);
      return 'operand';
  }
  switch (findConstruct(sort)?.role) {
    case 'constant':
      if (sort === 'NULL' && reader.comparison >= 0) {
        reader.flag('COMPARISON WITH NULL', reader.comparison, reader.at);
      }
      reader.flag(sort);
      reader.next();
      return complete(reader);
    case 'value':
      if (opens && reader.can(can.nameFunction)) return undefined;
      reader.flagFunction(reader.at);
      reader.next();
      reader.skipBrackets();
      return complete(reader);
    case 'bracket':
      if (!opens && !(sort === 'ARRAY' && next === '[')) return undefined;
      reader.flag(sort);
      reader.next();
      openFrame(reader, !opens ? 'array' : sort === 'ROW' ? 'lenient' : 'list');
      return 'operand';
  }
  return undefined;
}

/** Operators that PostgreSQL takes only between two operands. */
const infixOnly = new Set('* / % ^ < > = <= >= <> != :: := => ?'.split(' '));

function readPrefix(reader: Reader): Expecting {
  const { sort } = reader;
  const kind = topFrame(reader)?.kind;
  if (sort === '*' && reader.ahead(-1) === '(' && reader.ahead(1) === ')') {
    if (kind === 'arguments' || kind === 'lenient') {
      reader.next();
      return 'operator';
    }
  }
  if (infixOnly.has(sort)) return missingOperand(reader);
  const isSign = sort === '-' || sort === '+';
  // The sign of a number is part of the literal, though `-` between operands is no operator of the dialect.
  if (!isSign || reader.ahead(1) !== 'number') {
    reader.flagOperator();
    push(reader, isSign ? 'sign' : 'other');
    reader.comparison = -1;
  }
  reader.next();
  return 'operand';
}

function readMark(reader: Reader): Expecting {
  const frame = topFrame(reader);
  const kind = frame?.kind;
  const empty = reader.at - 1 === frame?.opener;
  switch (reader.sort) {
    case '(':
      openFrame(reader, 'group');
      return startsWrite(reader) && readWrite(reader, true) ? 'operator' : 'operand';
    case ')':
      if (kind === 'lenient' || (empty && (kind === 'arguments' || reader.clause === 'group'))) {
        return closeBracket(reader);
      }
      break;
    case '[':
      if (kind !== 'array') break;
      openFrame(reader, 'array');
      return 'operand';
    case ']':
      if (kind !== 'array' && kind !== 'subscript') break;
      return closeBracket(reader);
    case ',':
    case ':':
      if (kind !== 'lenient' && kind !== 'subscript') break;
      reader.next();
      return 'operand';
  }
  return missingOperand(reader);
}
