/** The list of tables after FROM, with its joins. */

import * as can from './abilities.ts';
import { beginsSetOperation } from './clauses.ts';
import { findChecked } from './dialect.ts';
import { plainName, readDotted } from './dottedName.ts';
import { readExpression } from './expression.ts';
import { isJoin, readAlias, readJoin } from './joins.ts';
import { readQuery, readSubquery } from './query.ts';
import * as reader from './reader.ts';
import * as states from './states.ts';
import { readBracketedWrite } from './write.ts';

/** After FROM: tables, comma-separated. */
export function readFromList(): void {
  do {
    if (!readTable()) return;
    readJoins();
  } while (reader.takeAs('COMMA JOIN', [',']));
}

/** Joins after a table; true where there was one. `a JOIN b JOIN c ON … ON …` nests, so conditions are counted. */
function readJoins(): boolean {
  let waiting = 0;
  let any = false;
  for (;;) {
    if (waiting > 0 && reader.accept('ON')) {
      readExpression(states.IN_ON);
      waiting--;
    } else if (waiting > 0 && reader.take('USING')) {
      if (!reader.skipBrackets()) reader.unexpected();
      if (reader.accept('AS')) reader.next();
      waiting--;
    } else if (isJoin()) {
      any = true;
      if (readJoin()) waiting++;
      if (!readTable()) return true;
    } else break;
  }
  if (waiting > 0) reader.unexpected('missing-join-condition');
  return any;
}

/** One table, with its alias. False, and a syntax error, where none stands; nothing is taken then. */
function readTable(): boolean {
  reader.take('LATERAL');
  if (reader.is('(')) readBrackets();
  else if (reader.peek(2) === '(' && reader.take('ROWS FROM')) {
    reader.skipBrackets();
    readAlias(true);
    return true;
  } else if (!reader.take('ONLY') || !reader.skipBrackets()) return readTableName();
  readAlias();
  return true;
}

/** A table's name or a table function, with alias. */
function readTableName(): boolean {
  const first = reader.at;
  const isValue = findChecked(reader.sort)?.role === 'value';
  const opens = reader.peek(1) === '(';
  const isFunction = opens ? (reader.abilities & can.nameFunction) !== 0 || reader.is('CAST') : isValue;
  if (!isFunction && !reader.canName(can.nameColumn)) {
    reader.unexpected();
    if (!(reader.abilities & can.literal)) return false;
    reader.next();
    readAlias();
    return true;
  }
  const last = readDotted(true);
  if (reader.is('(') || isValue) {
    reader.flagFunction(first, last, 'table-function');
    if (reader.is('(')) readExpression(states.ELSEWHERE, true);
    readAlias(true);
    return true;
  }
  // `FROM t *`: the table and those that inherit from it.
  reader.take('*');
  const alias = readAlias();
  if (reader.settings.names) {
    reader.outline.tables.push({
      name: plainName(last),
      ...reader.range(first, last),
      ...(alias >= 0 && { alias: plainName(alias) }),
    });
  }
  return true;
}

/** At `(`: a subquery or a join in brackets. */
function readBrackets(): states.Bracketed {
  const opening = reader.at;
  if (reader.depth >= states.maxDepth) {
    reader.syntax('too-deep');
    reader.skipBrackets();
    return states.JOIN;
  }
  reader.next();
  const kind = readBracketedWrite() || readSubquery() ? states.QUERY : readJoined();
  while (reader.is(',')) {
    reader.unexpected();
    reader.next();
    readTable();
    readJoins();
  }
  if (kind === states.TABLE && reader.is(')')) reader.unexpected('parenthesized-table');
  if (kind === states.JOIN) reader.flag('PARENTHESIZED JOIN', opening);
  reader.expect(')');
  return kind;
}

/** After `(`, where no query begins. */
function readJoined(): states.Bracketed {
  let kind: states.Bracketed = states.TABLE;
  reader.deepen(1);
  if (reader.is('(')) {
    kind = readBrackets();
    // `((SELECT …) UNION …)` is one query; anything else may have an alias and joins.
    if (kind === states.QUERY && beginsSetOperation()) readQuery();
    else if (!reader.is(')') && readAlias() >= 0) kind = states.TABLE;
  } else if (!readTable()) kind = states.JOIN;
  if (readJoins()) kind = states.JOIN;
  reader.deepen(-1);
  return kind;
}
