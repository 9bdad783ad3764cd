/** The list of tables after FROM, with its joins. */
import { readAlias } from './alias.ts';
import { readCall, readExpression } from './expression.ts';
import { isJoinWord, readJoin } from './join.ts';
import { canNameColumn, canNameFunction } from './keywords.ts';
import { plainName } from './name.ts';
import { valueFunctions } from './operand.ts';
import type { Reader, ReadToken } from './reader.ts';
import { readWrite, startsWrite } from './write.ts';

/** Joins in brackets deeper than this are refused: nobody writes them, and reading them recurses. */
export const maxDepth = 100;

/** After FROM: tables, comma-separated. */
export function readFromList(reader: Reader): void {
  for (;;) {
    if (!readTablePrimary(reader)) return;
    readJoins(reader);
    if (reader.token.word !== ',') return;
    reader.flag('COMMA JOIN', reader.token);
    reader.next();
  }
}

/** Joins after a table; true where there was one. `a JOIN b JOIN c ON … ON …` nests, so conditions are counted. */
function readJoins(reader: Reader): boolean {
  let waiting = 0;
  let any = false;
  for (;;) {
    const { word } = reader.token;
    if (word === 'ON' && waiting > 0) {
      reader.next();
      readExpression(reader, 'on');
      waiting--;
    } else if (word === 'USING' && waiting > 0) {
      readUsing(reader);
      waiting--;
    } else if (isJoinWord(reader)) {
      any = true;
      if (readJoin(reader)) waiting++;
      if (!readTablePrimary(reader)) return true;
    } else break;
  }
  if (waiting > 0) reader.unexpected('missing-join-condition');
  return any;
}

/** `USING (a, b) AS j`. */
function readUsing(reader: Reader): void {
  reader.flag('USING', reader.token);
  reader.next();
  if (reader.token.word === '(') reader.skipBrackets();
  else reader.unexpected();
  if (reader.accept('AS')) reader.next();
}

const startsQuery = (token: ReadToken, next: ReadToken): boolean =>
  token.word === 'SELECT' ||
  token.word === 'WITH' ||
  token.word === 'TABLE' ||
  (token.word === 'VALUES' && next.word === '(');

/** One table, with its alias. False, and a syntax error, where none stands; nothing is taken then. */
function readTablePrimary(reader: Reader): boolean {
  if (reader.token.word === 'LATERAL') {
    reader.flag('LATERAL', reader.token);
    reader.next();
  }
  const { token } = reader;
  const next = reader.peek(1);
  if (token.word === '(') {
    readBrackets(reader);
    readAlias(reader);
    return true;
  }
  if (token.word === 'ONLY') {
    reader.flag('ONLY', token);
    reader.next();
    if (reader.token.word === '(') reader.skipBrackets();
    else readTableName(reader);
    readAlias(reader);
    return true;
  }
  if (token.word === 'ROWS' && next.word === 'FROM' && reader.peek(2).word === '(') {
    reader.flag('ROWS FROM', token, next);
    reader.next();
    reader.next();
    reader.skipBrackets();
    readOrdinality(reader);
    readAlias(reader, true);
    return true;
  }
  return readTableName(reader);
}

/** A table's name or a table function, with alias. */
function readTableName(reader: Reader): boolean {
  const first = reader.token;
  const word = reader.nameWord;
  const opens = reader.peek(1).word === '(';
  if (word !== undefined && (valueFunctions.has(word) || (word === 'CAST' && opens))) {
    reader.flagFunction(first, first, 'table-function');
    reader.next();
    if (opens) readCall(reader);
    readAlias(reader, true);
    return true;
  }
  if (word === undefined || !(canNameColumn(word) || (opens && canNameFunction(word)))) {
    reader.unexpected();
    return first.kind === 'typographic' || first.kind === 'placeholder' ? skipOne(reader) : false;
  }
  reader.next();
  let last = first;
  for (let parts = 1; reader.token.word === '.'; ) {
    reader.next();
    const { token } = reader;
    if (reader.nameWord === undefined) {
      reader.unexpected();
      break;
    }
    if (++parts === 4) reader.unexpected('too-many-name-parts');
    last = token;
    reader.next();
  }
  if (reader.token.word === '(') {
    reader.flagFunction(first, last, 'table-function');
    readCall(reader);
    readOrdinality(reader);
    readAlias(reader, true);
    return true;
  }
  // `FROM t *`: the table and those that inherit from it.
  if (reader.token.word === '*') {
    reader.flag('*', reader.token);
    reader.next();
  }
  const alias = readAlias(reader);
  if (reader.settings.names) {
    reader.outline.tables.push({
      name: plainName(reader, last),
      start: first.start,
      end: last.end,
      ...(alias ? { alias: plainName(reader, alias) } : {}),
    });
  }
  return true;
}

function readOrdinality(reader: Reader): void {
  if (!reader.is('WITH') || reader.peek(1).word !== 'ORDINALITY') return;
  reader.flag('WITH ORDINALITY', reader.token, reader.peek(1));
  reader.next();
  reader.next();
}

function skipOne(reader: Reader): true {
  reader.next();
  readAlias(reader);
  return true;
}

/** At `(`: a subquery or a join in brackets. */
function readBrackets(reader: Reader): 'query' | 'join' | 'table' {
  const opening = reader.token;
  if (reader.depth >= maxDepth) {
    reader.syntax('too-deep');
    reader.skipBrackets();
    return 'join';
  }
  reader.next();
  let kind: 'query' | 'join' | 'table' = 'table';
  if (startsWrite(reader) && readWrite(reader, true)) kind = 'query';
  else if (startsQuery(reader.token, reader.peek(1))) {
    reader.settings.readNestedQuery(reader);
    kind = 'query';
  } else {
    reader.depth++;
    if (reader.token.word === '(') {
      kind = readBrackets(reader);
      // `((SELECT …) UNION …)` is one query; anything else may have an alias and joins.
      if (kind === 'query' && isSetOperation(reader.token.word)) reader.settings.readNestedQuery(reader);
      else if (!reader.is(')') && readAlias(reader)) kind = 'table';
    } else if (!readTablePrimary(reader)) kind = 'join';
    if (readJoins(reader)) kind = 'join';
    reader.depth--;
  }
  while (reader.token.word === ',') {
    reader.unexpected();
    reader.next();
    readTablePrimary(reader);
    readJoins(reader);
  }
  if (kind === 'table' && reader.token.word === ')') reader.unexpected('parenthesized-table');
  if (kind === 'join') reader.flag('PARENTHESIZED JOIN', opening);
  reader.expect(')');
  return kind;
}

const isSetOperation = (word: string): boolean =>
  word === 'UNION' || word === 'INTERSECT' || word === 'EXCEPT';
