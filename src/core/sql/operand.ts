/** The operand state of an expression: literals, names, function calls, brackets, prefix operators. */

import * as can from './abilities.ts';
import { openCall } from './calls.ts';
import { findChecked } from './dialect.ts';
import { readName, takeTypeWords } from './dottedName.ts';
import * as frames from './frames.ts';
import { readSubquery } from './query.ts';
import * as reader from './reader.ts';
import { closeBracket, missingOperand } from './recover.ts';
import * as states from './states.ts';
import { readWrite, startsWrite } from './write.ts';

/** Reads an operand, or what opens one, at the current token. */
export function readOperand(): states.Expecting {
  const abilities = reader.abilities;
  if (abilities & can.literal) return readLiteral();
  if (abilities & can.operator) return readPrefix();
  if (!(abilities & can.label)) return readMark();
  const expecting = readWord();
  if (expecting) return expecting;
  const naming = reader.peek(1) === '(' ? can.nameColumn | can.nameFunction : can.nameColumn;
  if (reader.canName(naming)) return readNameOrCall();
  return frames.inside(states.LENIENT) ? goOn() : missingOperand();
}

/** Takes tokens after which an operand is (still) wanted. */
export function goOn(count = 1): states.Expecting {
  reader.next(count);
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

/** A column, a function call, or a type before its literal. */
function readNameOrCall(): states.Expecting {
  const first = reader.at;
  const isType = (reader.abilities & can.type) !== 0;
  const last = readName();
  if (reader.is('(') && reader.peek(-1) !== '*') return openCall(first, last);
  if (isType && first === last) readTypedLiteral(first);
  return states.OPERATOR;
}

/** `DATE '2026-01-31'`, `TIMESTAMP WITH TIME ZONE '…'`, `INTERVAL '1' DAY`: after the type's first word. */
function readTypedLiteral(first: number): void {
  const start = reader.at;
  const isInterval = reader.peek(-1) === 'INTERVAL';
  takeTypeWords();
  if (!reader.is('string') && !(isInterval && reader.is('number'))) {
    reader.goTo(start);
    return;
  }
  // After a syntax error two words side by side are no type and its text.
  if (!reader.muted) reader.flag('TYPED LITERAL', first, reader.at - 1);
  if (reader.comparison >= 0) noteLiteral(reader.at);
  reader.next();
  if (isInterval) takeTypeWords();
}

/** A word that is more than a name here; undefined for one that is not. */
function readWord(): states.Expecting | undefined {
  const sort = reader.sort;
  const at = reader.at;
  if (sort === 'name' || sort === 'quoted') return undefined;
  const after = reader.peek(1);
  const opens = after === '(';
  if (!frames.inside(states.ROOT) && reader.peek(-1) === '(' && readSubquery()) return states.OPERATOR;
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
      if (!opens && after !== 'FOR') return undefined;
      reader.next(opens ? 1 : 2);
      return openCall(at);
    case 'ROLLUP':
    case 'CUBE':
    case 'GROUPING': {
      // Of GROUP BY, which is flagged as a whole.
      const words = sort === 'GROUPING' ? 2 : 1;
      const follows = words === 2 ? after === 'SETS' : opens;
      return follows && reader.clause === states.IN_GROUP ? goOn(words) : undefined;
    }
  }
  switch (findChecked(sort)?.role) {
    case 'constant':
      if (sort === 'NULL' && reader.comparison >= 0) {
        reader.flag('COMPARISON WITH NULL', reader.comparison, at);
      }
      reader.take(sort);
      return states.OPERATOR;
    case 'value':
      if (opens && reader.abilities & can.nameFunction) return undefined;
      reader.flagFunction(at);
      reader.next();
      reader.skipBrackets();
      return states.OPERATOR;
    case 'bracket':
      if (!opens && !(sort === 'ARRAY' && after === '[')) return undefined;
      reader.take(sort);
      return frames.openFrame(!opens ? states.ARRAY : sort === 'ROW' ? states.LENIENT : states.LIST);
  }
  return undefined;
}

/** Operators that PostgreSQL takes only between two operands. */
const infixOnly = /^([*/%^<>=?]|[<>!]=|<>|:[:=]|=>)$/;

function readPrefix(): states.Expecting {
  const sort = reader.sort;
  if (sort === '*' && reader.peek(-1) === '(' && reader.peek(1) === ')') {
    if (frames.inside(states.ARGUMENTS | states.LENIENT)) {
      reader.next();
      return states.OPERATOR;
    }
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

function readMark(): states.Expecting {
  const inside = frames.inside;
  const isEmpty = reader.peek(-1) === '(';
  switch (reader.sort) {
    case '(':
      frames.openFrame(states.GROUP);
      return startsWrite() && readWrite(true) ? states.OPERATOR : states.OPERAND;
    case ')':
      if (
        inside(states.LENIENT) ||
        (isEmpty && (inside(states.ARGUMENTS) || reader.clause === states.IN_GROUP))
      ) {
        return closeBracket();
      }
      break;
    case '[':
      if (!inside(states.ARRAY)) break;
      return frames.openFrame(states.ARRAY);
    case ']':
      if (inside(states.ARRAY | states.SUBSCRIPT)) return closeBracket();
      break;
    case ',':
    case ':':
      if (inside(states.LENIENT | states.SUBSCRIPT)) return goOn();
      break;
  }
  return missingOperand();
}
