/** A query: SELECT with its clauses, and what PostgreSQL can put in its place. */

import * as can from './abilities.ts';
import { readExpression, readList } from './expression.ts';
import { maxDepth, readFromList } from './from.ts';
import { isForeign } from './joins.ts';
import { readPaging } from './limit.ts';
import { takePhrase } from './phrases.ts';
import type { Reader } from './reader.ts';
import { startsOperand } from './recover.ts';
import { readTargets } from './targets.ts';
import { readWrite } from './write.ts';

/** `outermost`: the statement itself · `nested`: a subquery · `part`: it belongs to a WITH or UNION flagged already. */
export type QueryRole = 'outermost' | 'nested' | 'part';

/** Order of the clauses. LIMIT, OFFSET and FETCH may stand in any order among themselves. */
const order = 'INTO FROM WHERE GROUP HAVING WINDOW select ORDER LIMIT'.split(' ');
const afterSelect = order.indexOf('select');
const stages = new Map(
  [...order, 'OFFSET', 'FETCH', 'FOR'].map((word, i) => [word, Math.min(i, order.length - 1)]),
);
const stageOf = (sort: string): number => stages.get(sort) ?? -1;

const setOperations = new Set(['UNION', 'INTERSECT', 'EXCEPT']);

/**
 * Reads a query up to the bracket that closes it or the end of the statement; from a set operation on, where one
 * stands after a query in brackets. Takes at least one token.
 */
export function readQuery(reader: Reader, role: QueryRole): void {
  if (reader.depth >= maxDepth) {
    reader.syntax('too-deep');
    do {
      if (!reader.skipBrackets()) reader.next();
    } while (!reader.atEnd && reader.sort !== ')');
    return;
  }
  reader.depth++;
  const { clause } = reader;
  const hasWith = reader.sort === 'WITH';
  if (!hasWith || readWith(reader)) {
    const stage = setOperations.has(reader.sort)
      ? afterSelect
      : readPrimary(reader, hasWith && role === 'nested' ? 'part' : role);
    readClauses(reader, role === 'outermost', stage);
  }
  reader.clause = clause;
  reader.depth--;
}

/** Common tables, flagged once; false where a write, and so nothing more of interest, follows. */
function readWith(reader: Reader): boolean {
  const recursive = reader.ahead(1) === 'RECURSIVE' ? 1 : 0;
  reader.flag(recursive ? 'WITH RECURSIVE' : 'WITH', reader.at, reader.at + recursive);
  reader.next(1 + recursive);
  do {
    if (reader.can(can.nameColumn)) reader.next();
    else reader.unexpected();
    reader.skipBrackets();
    reader.expect('AS');
    reader.accept('NOT');
    reader.accept('MATERIALIZED');
    if (!reader.expect('(')) break;
    if (!readWrite(reader, true)) readQuery(reader, 'part');
    reader.expect(')');
    // `SEARCH DEPTH FIRST BY a SET b`, `CYCLE a SET b USING c` belong to WITH RECURSIVE.
    while (reader.accept('SEARCH', 'CYCLE')) {
      while (
        /^(name|quoted|BY|FIRST|SET|USING|TO|DEFAULT|string|,)$/.test(reader.sort) &&
        reader.ahead(2) !== 'AS'
      ) {
        reader.next();
      }
    }
  } while (reader.accept(','));
  return !readWrite(reader, false);
}

/** SELECT with its list, VALUES, TABLE, or a query in brackets. Returns the stage that its clauses start from. */
function readPrimary(reader: Reader, role: QueryRole): number {
  const outer = role === 'outermost';
  const { sort, at } = reader;
  switch (sort) {
    case 'SELECT':
      if (role === 'nested') reader.flag('SUBQUERY', at, at, 'subquery');
      reader.next();
      reader.clause = 'select';
      readTargets(reader, outer);
      return 0;
    case 'VALUES':
    case 'TABLE':
      reader.flag(sort);
      reader.next();
      if (sort === 'VALUES') readList(reader);
      else if (reader.accept('ONLY') || reader.can(can.label)) readFromList(reader);
      else reader.unexpected();
      return afterSelect;
    case '(':
      if (outer) reader.flag('PARENTHESIZED SELECT');
      reader.next();
      readQuery(reader, 'part');
      reader.expect(')');
      return afterSelect;
    default:
      if (!readWrite(reader, !outer)) reader.unexpected();
      return 0;
  }
}

function readClauses(reader: Reader, outer: boolean, from: number): void {
  const { outline } = reader;
  let stage = from;
  let seen: string[] = [];
  while (!reader.atEnd) {
    const { sort, at } = reader;
    if (sort === ')' && !(outer && reader.depth === 1)) return;
    const place = stageOf(sort);
    if (place >= 0) {
      if (seen.includes(sort)) reader.syntax('repeated-clause');
      else if (place < stage) reader.syntax('clause-order');
      if (sort !== 'FOR') seen.push(sort);
      stage = Math.max(stage, place);
    }
    if (setOperations.has(sort) || sort === 'MINUS') {
      if (stage > afterSelect) reader.syntax('clause-order');
      if (outer) outline.setOperation = true;
    }
    if (sort === 'FROM' || sort === 'WHERE') {
      reader.next();
      if (sort === 'FROM') readFromList(reader);
      else readExpression(reader, 'where');
      const range = { start: reader.startOf(at), end: reader.endOf(reader.at - 1) };
      if (outer) outline[sort === 'FROM' ? 'from' : 'where'] ??= range;
    } else if (sort === 'LIMIT' || sort === 'OFFSET') readPaging(reader, outer);
    else if (sort === 'INTO') {
      if (outer) outline.into = true;
      readInto(reader);
    } else if (sort === 'WINDOW') readWindow(reader);
    else {
      const found = place >= 0 || setOperations.has(sort) || isForeign(reader) ? readOther(reader) : '';
      if (found === 'query') {
        stage = readPart(reader);
        seen = [];
      } else if (found === '') {
        recover(reader);
        if (sort === 'SELECT') {
          stage = 0;
          seen = [];
        }
      } else if (outer) {
        if (sort === 'GROUP' || sort === 'HAVING') outline.grouped = true;
        else if (sort === 'FETCH') outline.fetch = true;
        else if (sort === 'FOR' || sort === 'LOCK') outline.locking = true;
      }
    }
  }
}

/** Words of ORDER BY, FETCH FIRST and FOR UPDATE that belong to what is flagged already. */
const tailWords =
  'ASC DESC NULLS FIRST LAST USING < > ROW ROWS ONLY WITH TIES OF NOWAIT SKIP LOCKED ALL DISTINCT'.split(' ');

/** A clause that the dialect does not have, with all that belongs to it; '' where none begins here. */
function readOther(reader: Reader): string {
  const found = takePhrase(reader, ['list', 'tail', 'query']);
  if (!found) return '';
  const needed = found.role === 'list';
  if (found.role === 'query') return 'query';
  const clause = found.name === 'GROUP BY' ? 'group' : found.name === 'HAVING' ? 'having' : 'other';
  do {
    while (reader.accept(...tailWords));
    if (needed || startsOperand(reader)) readExpression(reader, clause);
    while (reader.accept(...tailWords));
  } while (reader.accept(','));
  return found.role;
}

function readPart(reader: Reader): number {
  if (/^(SELECT|VALUES|TABLE|\()$/.test(reader.sort)) return readPrimary(reader, 'part');
  reader.unexpected();
  return 0;
}

/** SELECT INTO makes a table; how the rest reads in the dialect it comes from is of no interest. */
function readInto(reader: Reader): void {
  reader.flag('INTO');
  reader.muted = true;
  reader.next();
  while (reader.accept('TEMPORARY', 'TEMP', 'LOCAL', 'GLOBAL', 'UNLOGGED', 'TABLE'));
  do reader.next();
  while (reader.accept('.'));
}

/** `WINDOW w AS (…), …`: the definitions belong to it. */
function readWindow(reader: Reader): void {
  reader.flag('WINDOW');
  do {
    reader.next(2);
    reader.expect('AS');
    reader.skipBrackets();
  } while (reader.sort === ',');
}

/** At a token that no clause begins with: says so, and goes on behind it, so that what follows is looked at too. */
function recover(reader: Reader): void {
  if (reader.sort === 'SELECT') {
    reader.unexpected('second-statement');
    reader.next();
    readTargets(reader, false);
    return;
  }
  if (stageOf(reader.sort) >= 0) {
    // ORDER without BY: what follows is what cannot stand here.
    reader.next();
    reader.unexpected();
    return;
  }
  const isOperand = startsOperand(reader);
  reader.unexpected(isOperand && reader.sort !== 'NOT' ? 'missing-operator' : 'unexpected-token');
  const { at } = reader;
  if (isOperand) readExpression(reader);
  if (reader.at > at) return;
  if (reader.can(can.operator)) reader.flagOperator();
  reader.next();
  if (startsOperand(reader)) readExpression(reader);
}
