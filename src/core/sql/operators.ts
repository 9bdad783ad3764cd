/** The operator state of an expression: what may follow a complete operand. */

import * as can from './abilities.ts';
import type { Role } from './dialect.ts';
import { readTypeName } from './dottedName.ts';
import type { Expecting } from './expression.ts';
import { endBetween, endOperators, openFrame, operate, push, topFrame } from './frames.ts';
import { noteLiteral } from './operand.ts';
import { takePhrase } from './phrases.ts';
import type { Reader } from './reader.ts';
import { afterExpression, closeBracket, startsOperand } from './recover.ts';

/** Reads an operator, or a closing mark, at the current token; 'nothing' where the expression has ended. */
export function readAfterOperand(reader: Reader): Expecting {
  if (reader.can(can.operator)) return readOperator(reader);
  if (reader.can(can.label)) return readWord(reader);
  if (!reader.atEnd) return readMark(reader);
  // An open CASE; open brackets are reported where they open.
  if (topFrame(reader)) reader.unexpected();
  return 'nothing';
}

const operatorLevels: Readonly<Record<string, string>> = {
  '+': 'sum',
  '-': 'sum',
  '*': 'product',
  '/': 'product',
  '%': 'product',
  '^': 'power',
};
const comparisons = new Set('< > = <= >= <> !='.split(' '));

function readOperator(reader: Reader): Expecting {
  const { sort, at } = reader;
  if (sort === ':=' || sort === '=>') return afterExpression(reader);
  reader.flagOperator(sort === '?' ? 'no-policy' : undefined);
  if (sort === '::') {
    reader.next();
    readTypeName(reader);
    return 'operator';
  }
  const level = comparisons.has(sort) ? 'compare' : (operatorLevels[sort] ?? 'other');
  operate(reader, level, at);
  if (level === 'compare' || level === 'other') compare(reader, at);
  reader.next();
  return 'operand';
}

/** At a comparison, token `at`: its left side may be a literal, its right side will be read next. */
function compare(reader: Reader, at: number): void {
  noteLiteral(reader, at - 1 - reader.at);
  reader.comparison = at;
}

function readMark(reader: Reader): Expecting {
  const frame = topFrame(reader);
  switch (reader.sort) {
    case ')':
    case ']':
      return closeBracket(reader);
    case ',':
      if (!frame || frame.kind === 'case' || frame.kind === 'filter') break;
      if (frame.commas++ === 0) {
        frame.second = reader.at + 1;
        if (frame.kind === 'group' && reader.clause !== 'group') reader.flag('ROW VALUE', frame.opener);
      }
      endOperators(reader, frame.ops);
      reader.next();
      return 'operand';
    case '[':
      reader.flag('[');
      openFrame(reader, 'subscript');
      return 'operand';
    case ':':
      if (frame?.kind !== 'subscript') break;
      reader.next();
      return 'operand';
    case '.':
      // `(value).field`
      if (reader.ahead(-1) !== ')' && reader.ahead(-1) !== ']') break;
      reader.flag('.');
      reader.next(2);
      return 'operator';
  }
  return afterExpression(reader);
}

const infix: readonly Role[] = ['like', 'escape', 'is', 'other', 'zone', 'test', 'type'];

function readWord(reader: Reader): Expecting {
  const frame = topFrame(reader);
  const lenient = frame?.kind === 'lenient';
  const isCase = frame?.kind === 'case';
  const next = reader.ahead(1);
  switch (reader.sort) {
    case 'name':
    case 'quoted':
      return afterExpression(reader);
    case 'AND':
      if (!endBetween(reader)) operate(reader, 'and', reader.at);
      reader.next();
      return 'operand';
    case 'OR':
      operate(reader, 'or', reader.at);
      reader.next();
      return 'operand';
    case 'NULL':
      if (!takesBareTest(reader)) break;
      return readBareTest(reader, 1);
    case 'NOT': {
      if (next === 'NULL' && takesBareTest(reader)) return readBareTest(reader, 2);
      // `NOT LIKE` is NOT and LIKE, both of the dialect; the others are flagged without their NOT.
      const { at } = reader;
      reader.next();
      if (['IN', 'BETWEEN', 'LIKE', 'ILIKE', 'SIMILAR', 'RLIKE', 'REGEXP'].includes(next))
        return readWord(reader);
      reader.at = at;
      return afterExpression(reader);
    }
    case 'IS':
      if (next !== 'NULL' && (next !== 'NOT' || reader.ahead(2) !== 'NULL')) break;
      operate(reader, 'is', reader.at, false);
      reader.next(next === 'NULL' ? 2 : 3);
      return 'operator';
    case 'LIKE':
    case 'ILIKE':
      operate(reader, 'like', reader.at);
      compare(reader, reader.at);
      reader.next();
      return 'operand';
    case 'IN':
      // Only the IN of POSITION('a' IN b) stands without brackets.
      if (lenient && (frame.name === 'POSITION' || next !== '(')) break;
      reader.flag('IN');
      operate(reader, 'like', reader.at, false);
      reader.next();
      if (next === '(') openFrame(reader, 'list');
      else reader.unexpected();
      return 'operand';
    case 'BETWEEN': {
      const both = next === 'SYMMETRIC' || next === 'ASYMMETRIC' ? 1 : 0;
      reader.flag(both ? `BETWEEN ${next}` : 'BETWEEN', reader.at, reader.at + both);
      operate(reader, 'like', reader.at, false);
      push(reader, 'between');
      reader.next(1 + both);
      return 'operand';
    }
    case 'OPERATOR': {
      if (next !== '(') break;
      const { at } = reader;
      reader.next();
      reader.skipBrackets();
      reader.flag('OPERATOR', at, reader.at - 1);
      operate(reader, 'other', at);
      return 'operand';
    }
    case 'WHEN':
    case 'THEN':
    case 'ELSE':
    case 'END':
      if (!isCase) break;
      reader.ops.length = frame.ops;
      reader.comparison = -1;
      if (reader.sort === 'END') reader.frames.pop();
      return reader.accept('END') || !reader.accept('WHEN', 'THEN', 'ELSE') ? 'operator' : 'operand';
    case 'AS':
      if (!lenient) break;
      reader.next();
      readTypeName(reader);
      return 'operator';
    case 'ORDER':
      if ((!lenient && frame?.kind !== 'arguments') || next !== 'BY') break;
      reader.flag('ORDER BY', reader.at, reader.at + 1);
      frame.kind = 'lenient';
      reader.next(2);
      return 'operand';
    case 'UNION':
    case 'INTERSECT':
    case 'EXCEPT':
      if (!frame || isCase || reader.ahead(-1) !== ')') break;
      reader.readQuery(reader);
      return 'operator';
  }
  return readPhrase(reader, lenient) ?? afterExpression(reader);
}

/** Whether a bare test can stand here: in a condition, and not after another test or a constant (`a IS NULL NULL`). */
const takesBareTest = (reader: Reader): boolean =>
  (reader.clause === 'where' || reader.clause === 'on') &&
  !/^(NULL|ISNULL|NOTNULL|TRUE|FALSE|UNKNOWN)$/.test(reader.ahead(-1));

/** `a NULL`, `a NOT NULL`: spec 4.2 writes the operators so, PostgreSQL wants IS before them. */
function readBareTest(reader: Reader, words: number): Expecting {
  reader.flag('TEST WITHOUT IS', reader.at, reader.at + words - 1);
  operate(reader, 'is', reader.at, false);
  reader.next(words);
  return 'operator';
}

/** Operators of more than one word, and those of other dialects, which are words that could be aliases. */
function readPhrase(reader: Reader, lenient: boolean): Expecting | undefined {
  const { at, sort } = reader;
  if (sort === 'ESCAPE' && lenient) return undefined;
  if (reader.can(can.bareLabel) && reader.can(can.nameColumn) && sort !== 'AT' && sort !== 'ESCAPE') {
    reader.next();
    const isInfix = startsOperand(reader);
    reader.at = at;
    if (!isInfix) return undefined;
  }
  if (sort === 'COLLATE') {
    // Without a name after it, it is an alias itself: `SELECT a COLLATE FROM t`.
    reader.next();
    const isNamed = reader.can(can.nameColumn);
    reader.at = at;
    if (!isNamed) return undefined;
  }
  const found = takePhrase(reader, infix);
  if (found) {
    if (found.role === 'type') readTypeName(reader);
    else operate(reader, found.role === 'test' ? 'is' : found.role, at, found.role !== 'test');
    if (found.role === 'like') {
      reader.comparison = -1;
      compare(reader, at);
    }
    return found.role === 'test' || found.role === 'type' ? 'operator' : 'operand';
  }
  if (sort !== 'IS') return undefined;
  // Half a test: what follows IS and NOT is wrong.
  reader.next();
  reader.accept('NOT');
  reader.accept('DISTINCT');
  reader.unexpected();
  return 'operator';
}
