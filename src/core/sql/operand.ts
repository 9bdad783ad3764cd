/** The operand state of an expression: literals, names, function calls, brackets, prefix operators. */

import * as can from './abilities.ts';
import { openCall } from './calls.ts';
import { findChecked } from './dialect.ts';
import { readColumn, typeWords } from './dottedName.ts';
import * as frames from './frames.ts';
import { inside } from './frames.ts';
import { readSubquery } from './query.ts';
import * as reader from './reader.ts';
import { missingOperand } from './recover.ts';
import * as states from './states.ts';
import { readBracketedWrite } from './write.ts';

/** Reads an operand, or what opens one, at the current token. */
export function readOperand(): states.Expecting {
  const abilities = reader.abilities;
  if (abilities & can.literal) return readLiteral();
  if (abilities & can.operator) return readPrefix();
  if (!(abilities & can.label)) return readMark();
  return readWord() || readName();
}

/** Takes a token after which an operand is (still) wanted. */
export function goOn(): states.Expecting {
  reader.next();
  return states.OPERAND;
}

/** A condition's literal is what the audit trail keeps (spec 4.2): the first one of a statement is noted. */
export function noteLiteral(token: number): void {
  const outline = reader.outline;
  if (outline.literal || !(reader.clause & (states.IN_WHERE | states.IN_ON | states.IN_HAVING))) return;
  if (/^(string|prefixed|number|dollar)$/.test(reader.peek(token - reader.at))) {
    outline.literal = reader.range(token);
  }
}

const flaggedLiterals: Readonly<Record<string, string>> = {
  dollar: 'DOLLAR QUOTES',
  prefixed: 'STRING PREFIX',
  parameter: 'PARAMETER',
};

function readLiteral(): states.Expecting {
  if (reader.comparison >= 0) noteLiteral(reader.at);
  const construct = flaggedLiterals[reader.sort];
  if (construct) reader.flag(construct);
  reader.next();
  return states.OPERATOR;
}

/** A column, a function call, or a type before its literal; or a word that is none of them. */
function readName(): states.Expecting {
  const naming = reader.peek(1) === '(' ? can.nameColumn | can.nameFunction : can.nameColumn;
  if (!reader.canName(naming)) return inside(states.LENIENT) ? goOn() : missingOperand();
  const first = reader.at;
  const isType = (reader.abilities & can.type) !== 0;
  const last = readColumn();
  if (reader.is('(') && reader.peek(-1) !== '*') return openCall(first, last);
  if (isType && first === last) readTypedLiteral(first);
  return states.OPERATOR;
}

/** `DATE '2026-01-31'`, `TIMESTAMP WITH TIME ZONE '…'`, `INTERVAL '1' DAY`: after the type's first word. */
function readTypedLiteral(first: number): void {
  const start = reader.at;
  const isInterval = reader.peek(-1) === 'INTERVAL';
  reader.acceptAll(typeWords);
  if (reader.is('string') || (isInterval && reader.is('number'))) {
    // After a syntax error two words side by side are no type and its text.
    if (!reader.muted) reader.flag('TYPED LITERAL', first, reader.at - 1);
    if (reader.comparison >= 0) noteLiteral(reader.at);
    reader.next();
    if (isInterval) reader.acceptAll(typeWords);
  } else reader.goTo(start);
}

/** A word that is more than a name here; NOTHING, and nothing taken, for one that is not. */
function readWord(): states.Expecting {
  const sort = reader.sort;
  const at = reader.at;
  if (sort === 'name' || sort === 'quoted') return states.NOTHING;
  const after = reader.peek(1);
  const opens = after === '(';
  if (!inside(states.ROOT) && reader.peek(-1) === '(' && readSubquery()) return states.OPERATOR;
  switch (sort) {
    case 'NOT':
      frames.frame.waiting = 0;
      reader.compare(-1);
      return goOn();
    case 'CASE':
      reader.flag(sort);
      frames.openFrame(states.CASE);
      reader.accept('WHEN');
      return states.OPERAND;
    case 'VARIADIC':
      reader.flag(sort);
      return goOn();
    case 'CAST':
    case 'COLLATION':
      if (!opens && after !== 'FOR') break;
      reader.next(opens ? 1 : 2);
      return openCall(at);
    // Of GROUP BY, which is flagged as a whole.
    case 'GROUPING':
      if (after !== 'SETS' || reader.clause !== states.IN_GROUP) break;
      reader.next(2);
      return states.OPERAND;
    case 'ROLLUP':
    case 'CUBE':
      if (!opens || reader.clause !== states.IN_GROUP) break;
      return goOn();
  }
  switch (findChecked(sort)?.role) {
    case 'constant':
      if (sort === 'NULL' && reader.comparison >= 0) {
        reader.flag('COMPARISON WITH NULL', reader.comparison, at);
      }
      reader.take(sort);
      return states.OPERATOR;
    case 'value':
      if (opens && reader.abilities & can.nameFunction) break;
      reader.flagFunction(at);
      reader.next();
      reader.skipBrackets();
      return states.OPERATOR;
    case 'bracket':
      if (!opens && !(sort === 'ARRAY' && after === '[')) break;
      reader.take(sort);
      return frames.openFrame(!opens ? states.ARRAY : sort === 'ROW' ? states.LENIENT : states.LIST);
  }
  return states.NOTHING;
}

/** Operators that PostgreSQL takes only between two operands. */
const infixOnly = /^([*/%^<>=?]|[<>!]=|<>|:[:=]|=>)$/;

function readPrefix(): states.Expecting {
  const sort = reader.sort;
  if (
    sort === '*' &&
    reader.peek(-1) === '(' &&
    reader.peek(1) === ')' &&
    inside(states.ARGUMENTS | states.LENIENT)
  ) {
    reader.next();
    return states.OPERATOR;
  }
  if (infixOnly.test(sort)) return missingOperand();
  const isSign = sort === '-' || sort === '+';
  // The sign of a number is part of the literal, though `-` between operands is no operator of the dialect.
  if (!isSign || reader.peek(1) !== 'number') {
    reader.flagOperator();
    reader.compare(-1);
  }
  return goOn();
}

/** Marks that may stand in place of an operand, by the kinds of frame that they do so in. */
const marks: Readonly<Record<string, states.FrameKind>> = {
  ')': states.LENIENT,
  ']': states.ARRAY | states.SUBSCRIPT,
  ',': states.LENIENT | states.SUBSCRIPT,
  ':': states.LENIENT | states.SUBSCRIPT,
};

function readMark(): states.Expecting {
  const sort = reader.sort;
  if (sort === '(') {
    frames.openFrame(states.GROUP);
    return readBracketedWrite() ? states.OPERATOR : states.OPERAND;
  }
  if (sort === '[' && inside(states.ARRAY)) return frames.openFrame(states.ARRAY);
  const isEmpty = sort === ')' && reader.peek(-1) === '(';
  return missingOperand(
    inside(marks[sort] ?? 0) || (isEmpty && (inside(states.ARGUMENTS) || reader.clause === states.IN_GROUP)),
  );
}
