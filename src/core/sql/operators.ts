/** The operator state of an expression: what may follow a complete operand. */

import * as can from './abilities.ts';
import { beginsSetOperation } from './clauses.ts';
import type { Role } from './dialect.ts';
import { readTypeName } from './dottedName.ts';
import * as frames from './frames.ts';
import { endOperators, inside, operate } from './frames.ts';
import { goOn, noteLiteral } from './operand.ts';
import { beginsPhrase, takePhrase } from './phrases.ts';
import { readQuery } from './query.ts';
import * as reader from './reader.ts';
import { afterExpression, closeBracket, startsOperand } from './recover.ts';
import * as states from './states.ts';

/** Reads an operator, or a closing mark, at the current token; NOTHING where the expression has ended. */
export function readAfterOperand(): states.Expecting {
  if (reader.abilities & can.operator) return readOperator();
  return reader.abilities & can.label ? readWord() : readMark();
}

/** The roles that operators have in the dialect table, with their precedence. */
const levels: Readonly<Partial<Record<Role, number>>> = {
  like: states.LIKE,
  escape: states.ESCAPE,
  is: states.IS,
  test: states.IS,
  other: states.OTHER,
  type: states.OTHER,
};
const infix = Object.keys(levels) as Role[];

function readOperator(): states.Expecting {
  const sort = reader.sort;
  const at = reader.at;
  if (sort === ':=' || sort === '=>') return afterExpression();
  reader.flagOperator(sort === '?' ? 'no-policy' : undefined);
  reader.next();
  if (sort === '::') return readTypeName();
  if (/^([<>=]|[<>!]=|<>)$/.test(sort)) operate(states.COMPARE, at);
  if (!/^[-+*/%^]$/.test(sort)) compare(at);
  return states.OPERAND;
}

/** At a comparison, token `at`: its left side may be a literal, its right side will be read next. */
function compare(at: number): void {
  noteLiteral(at - 1);
  reader.compare(at);
}

function readMark(): states.Expecting {
  switch (reader.sort) {
    case ')':
    case ']':
      return closeBracket();
    case ',':
      if (inside(states.ROOT | states.CASE | states.FILTER)) break;
      endOperators();
      if (frames.frame.commas++ === 0) {
        frames.frame.second = reader.at + 1;
        if (inside(states.GROUP) && reader.clause !== states.IN_GROUP) {
          reader.flag('ROW VALUE', frames.frame.opener);
        }
      }
      return goOn();
    case '[':
      reader.flag('[');
      return frames.openFrame(states.SUBSCRIPT);
    case ':':
      if (!inside(states.SUBSCRIPT)) break;
      return goOn();
    case '.':
      // `(value).field`
      if (!/[)\]]/.test(reader.peek(-1))) break;
      reader.flag('.');
      reader.next(2);
      return states.OPERATOR;
  }
  return afterExpression();
}

function readWord(): states.Expecting {
  const at = reader.at;
  const sort = reader.sort;
  const isLenient = inside(states.LENIENT);
  const after = reader.peek(1);
  switch (sort) {
    case 'AND':
    case 'OR':
      if (sort === 'AND' && inside(states.BETWEEN)) frames.closeFrame();
      else endOperators();
      return goOn();
    case 'NULL':
    case 'NOT':
      // `a NULL`, `a NOT NULL`: spec 4.2 writes the operators so, PostgreSQL wants IS before them.
      if (takesBareTest() && reader.takeAs('TEST WITHOUT IS', sort === 'NOT' ? [sort, 'NULL'] : [sort])) {
        operate(states.IS, at, false);
        return states.OPERATOR;
      }
      // `NOT LIKE` is NOT and LIKE, both of the dialect; the others are flagged without their NOT.
      if (sort === 'NULL' || !/^(IN|BETWEEN|I?LIKE|SIMILAR|RLIKE|REGEXP)$/.test(after)) break;
      reader.next();
      return readWord();
    case 'IN':
      // Only the IN of POSITION('a' IN b) stands without brackets.
      if (isLenient && (frames.frame.name === 'POSITION' || after !== '(')) break;
      reader.take(sort);
      operate(states.LIKE, at, false);
      if (after === '(') return frames.openFrame(states.LIST);
      reader.unexpected();
      return states.OPERAND;
    case 'BETWEEN':
      takePhrase(['own']);
      operate(states.LIKE, at);
      frames.openBetween();
      return states.OPERAND;
    case 'OPERATOR':
      if (after !== '(') break;
      reader.next();
      reader.skipBrackets();
      reader.flag(sort, at, reader.at - 1);
      return states.OPERAND;
    case 'WHEN':
    case 'THEN':
    case 'ELSE':
    case 'END':
      if (!inside(states.CASE)) break;
      endOperators();
      if (sort !== 'END') return goOn();
      frames.closeFrame();
      reader.next();
      return states.OPERATOR;
    case 'AS':
      if (!isLenient) break;
      reader.next();
      return readTypeName();
    case 'ORDER':
      if (!inside(states.LENIENT | states.ARGUMENTS) || !reader.take('ORDER BY')) break;
      endOperators();
      frames.frame.kind = states.LENIENT;
      return states.OPERAND;
  }
  if (beginsSetOperation() && !inside(states.ROOT | states.CASE) && reader.peek(-1) === ')') {
    readQuery();
    return states.OPERATOR;
  }
  return readPhrase();
}

/** Whether a bare test can stand here: in a condition, and not after another test or a constant (`a IS NULL NULL`). */
const takesBareTest = (): boolean =>
  (reader.clause & (states.IN_WHERE | states.IN_ON)) !== 0 &&
  !/^((IS|NOT)?NULL|TRUE|FALSE|UNKNOWN)$/.test(reader.peek(-1));

/** Operators of more than one word, and those of other dialects, which are words that could be aliases. */
function readPhrase(): states.Expecting {
  const at = reader.at;
  const sort = reader.sort;
  const found =
    beginsPhrase() && (sort === 'ESCAPE' ? !inside(states.LENIENT) : isInfix())
      ? takePhrase(infix)
      : undefined;
  if (found) {
    const { role } = found;
    if (role === 'type') return readTypeName();
    operate(levels[role] ?? states.OTHER, at, role !== 'test');
    if (role === 'like') compare(at);
    return role === 'test' ? states.OPERATOR : states.OPERAND;
  }
  if (sort !== 'IS') return afterExpression();
  // Half a test: what follows IS and NOT is wrong.
  reader.next();
  reader.accept('NOT');
  reader.accept('DISTINCT');
  reader.unexpected();
  return states.OPERATOR;
}

/** What a word that can be an alias without AS, and a column, has both of. */
const alias = can.bareLabel | can.nameColumn;

/** Whether a word that could be an alias is an operator here: `SELECT a COLLATE FROM t`, `SELECT a regexp, b`. */
function isInfix(): boolean {
  const at = reader.at;
  const isCollate = reader.is('COLLATE');
  if (!isCollate && (reader.abilities & alias) !== alias) return true;
  reader.next();
  const found = isCollate ? (reader.abilities & can.nameColumn) !== 0 : startsOperand();
  reader.goTo(at);
  return found;
}
