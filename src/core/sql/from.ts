/** The list of tables after FROM, with its joins. */

import * as can from './abilities.ts';
import { findConstruct } from './dialect.ts';
import { plainName } from './dottedName.ts';
import { readCall, readExpression } from './expression.ts';
import { isJoin, readAlias, readJoin } from './joins.ts';
import type { Reader } from './reader.ts';
import { readWrite, startsWrite } from './write.ts';

/** Queries and joins in brackets deeper than this are refused: nobody writes them, and reading them recurses. */
export const maxDepth = 100;

/** After FROM: tables, comma-separated. */
export function readFromList(reader: Reader): void {
  for (;;) {
    if (!readTable(reader)) return;
    readJoins(reader);
    if (reader.sort !== ',') return;
    reader.flag('COMMA JOIN');
    reader.next();
  }
}

/** Joins after a table; true where there was one. `a JOIN b JOIN c ON … ON …` nests, so conditions are counted. */
function readJoins(reader: Reader): boolean {
  let waiting = 0;
  let any = false;
  for (;;) {
    if (waiting > 0 && reader.accept('ON')) {
      readExpression(reader, 'on');
      waiting--;
    } else if (waiting > 0 && reader.sort === 'USING') {
      reader.flag('USING');
      reader.next();
      if (!reader.skipBrackets()) reader.unexpected();
      if (reader.accept('AS')) reader.next();
      waiting--;
    } else if (isJoin(reader)) {
      any = true;
      if (readJoin(reader)) waiting++;
      if (!readTable(reader)) return true;
    } else break;
  }
  if (waiting > 0) reader.unexpected('missing-join-condition');
  return any;
}

/** One table, with its alias. False, and a syntax error, where none stands; nothing is taken then. */
function readTable(reader: Reader): boolean {
  if (reader.sort === 'LATERAL') {
    reader.flag('LATERAL');
    reader.next();
  }
  if (reader.sort === '(') {
    readBrackets(reader);
    readAlias(reader);
    return true;
  }
  if (reader.sort === 'ROWS' && reader.ahead(1) === 'FROM' && reader.ahead(2) === '(') {
    reader.flag('ROWS FROM', reader.at, reader.at + 1);
    reader.next(2);
    reader.skipBrackets();
    readFunctionAlias(reader);
    return true;
  }
  if (reader.sort === 'ONLY') {
    reader.flag('ONLY');
    reader.next();
    if (reader.skipBrackets()) {
      readAlias(reader);
      return true;
    }
  }
  return readTableName(reader);
}

/** A table's name or a table function, with alias. */
function readTableName(reader: Reader): boolean {
  const first = reader.at;
  const opens = reader.ahead(1) === '(';
  const isFunction = opens ? reader.can(can.nameFunction) || reader.sort === 'CAST' : isValue(reader);
  if (!isFunction && !(reader.can(can.nameColumn) && reader.canName(can.label))) {
    reader.unexpected();
    if (!reader.can(can.literal)) return false;
    reader.next();
    readAlias(reader);
    return true;
  }
  reader.next();
  for (let parts = 1; reader.accept('.'); ) {
    if (!reader.canName(can.label)) {
      reader.unexpected();
      break;
    }
    if (++parts === 4) reader.unexpected('too-many-name-parts');
    reader.next();
  }
  const last = reader.at - 1;
  if (reader.sort === '(' || (isFunction && !opens)) {
    reader.flagFunction(first, last, 'table-function');
    if (reader.sort === '(') readCall(reader);
    readFunctionAlias(reader);
    return true;
  }
  // `FROM t *`: the table and those that inherit from it.
  if (reader.sort === '*') {
    reader.flag('*');
    reader.next();
  }
  const alias = readAlias(reader);
  if (reader.settings.names) {
    reader.outline.tables.push({
      name: plainName(reader, last),
      start: reader.startOf(first),
      end: reader.endOf(last),
      ...(alias >= 0 && { alias: plainName(reader, alias) }),
    });
  }
  return true;
}

const isValue = (reader: Reader): boolean => findConstruct(reader.sort)?.role === 'value';

function readFunctionAlias(reader: Reader): void {
  if (reader.sort === 'WITH' && reader.ahead(1) === 'ORDINALITY') {
    reader.flag('WITH ORDINALITY', reader.at, reader.at + 1);
    reader.next(2);
  }
  readAlias(reader, true);
}

const queryWords = new Set(['SELECT', 'WITH', 'TABLE', 'VALUES']);
const isQuery = (reader: Reader): boolean =>
  queryWords.has(reader.sort) && (reader.sort !== 'VALUES' || reader.ahead(1) === '(');

/** At `(`: a subquery or a join in brackets. */
function readBrackets(reader: Reader): 'query' | 'join' | 'table' {
  const opening = reader.at;
  if (reader.depth >= maxDepth) {
    reader.syntax('too-deep');
    reader.skipBrackets();
    return 'join';
  }
  reader.next();
  let kind: 'query' | 'join' | 'table' = 'table';
  if (startsWrite(reader) && readWrite(reader, true)) kind = 'query';
  else if (isQuery(reader)) {
    reader.readQuery(reader);
    kind = 'query';
  } else {
    reader.depth++;
    if (reader.sort === '(') {
      kind = readBrackets(reader);
      // `((SELECT …) UNION …)` is one query; anything else may have an alias and joins.
      if (kind === 'query' && /^(UNION|INTERSECT|EXCEPT)$/.test(reader.sort)) reader.readQuery(reader);
      else if (reader.ahead(0) !== ')' && readAlias(reader) >= 0) kind = 'table';
    } else if (!readTable(reader)) kind = 'join';
    if (readJoins(reader)) kind = 'join';
    reader.depth--;
  }
  while (reader.sort === ',') {
    reader.unexpected();
    reader.next();
    readTable(reader);
    readJoins(reader);
  }
  if (kind === 'table' && reader.sort === ')') reader.unexpected('parenthesized-table');
  if (kind === 'join') reader.flag('PARENTHESIZED JOIN', opening);
  reader.expect(')');
  return kind;
}
