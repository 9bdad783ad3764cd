/** A query: SELECT with its clauses, and what PostgreSQL can put in its place. */
import { isForeignClause } from './alias.ts';
import {
  readFetch,
  readForLocking,
  readGroupBy,
  readInto,
  readLimit,
  readOffset,
  readOrderBy,
  readWindow,
} from './clauses.ts';
import { readExpression } from './expression.ts';
import { maxDepth, readFromList } from './from.ts';
import type { Reader } from './reader.ts';
import { isClauseWord, startsOperand } from './recover.ts';
import { readTargets } from './targets.ts';
import { readCommonTables } from './with.ts';
import { readWrite } from './write.ts';

/** `outermost`: the statement itself · `nested`: a subquery · `part`: it belongs to a WITH or UNION flagged already. */
export type QueryRole = 'outermost' | 'nested' | 'part';

/** Order of the clauses. LIMIT, OFFSET and FETCH may stand in any order among themselves. */
const stages = new Map<string, number>([
  ['INTO', 1],
  ['FROM', 2],
  ['WHERE', 3],
  ['GROUP', 4],
  ['HAVING', 5],
  ['WINDOW', 6],
  ['ORDER', 8],
  ['LIMIT', 9],
  ['OFFSET', 9],
  ['FETCH', 9],
  ['FOR', 9],
]);
const afterSelect = 7;

/** Inside an expression or FROM, after a `(`; or at the set operation after a query in brackets. */
export function readNestedQuery(reader: Reader): void {
  readQuery(reader, 'nested');
}

/** Reads a query up to the bracket that closes it or the end of the statement. Always takes at least one token. */
export function readQuery(reader: Reader, role: QueryRole): void {
  if (reader.depth >= maxDepth) {
    reader.syntax('too-deep');
    skipToClosing(reader);
    return;
  }
  reader.depth++;
  const { clause } = reader;
  if (reader.token.word === 'WITH') {
    if (!readCommonTables(reader, (inner) => readQuery(inner, 'part'))) {
      reader.depth--;
      return;
    }
    if (role === 'nested') role = 'part';
  }
  let stage = 0;
  const isSetOperation = ['UNION', 'INTERSECT', 'EXCEPT'].includes(reader.token.word);
  if (!isSetOperation) stage = readPrimary(reader, role);
  else stage = afterSelect;
  readClauses(reader, role, stage);
  reader.clause = clause;
  reader.depth--;
}

/** Too deep to be read: on to the bracket that closes this query. */
function skipToClosing(reader: Reader): void {
  do {
    if (reader.token.word === '(') reader.skipBrackets();
    else reader.next();
  } while (!reader.atEnd && reader.token.word !== ')');
}

/** SELECT with its list, VALUES, TABLE, or a query in brackets. Returns the stage that its clauses start from. */
function readPrimary(reader: Reader, role: QueryRole): number {
  const { token, outline } = reader;
  switch (token.word) {
    case 'SELECT':
      if (role === 'nested') reader.flag('SUBQUERY', token, token, 'subquery');
      reader.next();
      reader.clause = 'select';
      readTargets(reader, role === 'outermost');
      return 0;
    case 'VALUES':
      reader.flag('VALUES', token);
      do {
        reader.next();
        if (reader.token.word === '(') readExpression(reader, 'other');
        else reader.unexpected();
      } while (reader.token.word === ',');
      return afterSelect;
    case 'TABLE':
      reader.flag('TABLE', token);
      reader.next();
      reader.accept('ONLY');
      if (reader.token.kind === 'word' || reader.token.kind === 'quoted') reader.next();
      else reader.unexpected();
      while (reader.accept('.')) reader.next();
      reader.accept('*');
      return afterSelect;
    case '(':
      reader.next();
      if (role === 'outermost') {
        reader.flag('PARENTHESIZED SELECT', token);
        outline.select = false;
      }
      readQuery(reader, 'part');
      reader.expect(')');
      return afterSelect;
    default:
      if (!readWrite(reader, role !== 'outermost')) reader.unexpected();
      return 0;
  }
}

function readClauses(reader: Reader, role: QueryRole, from: number): void {
  const outer = role === 'outermost';
  let stage = from;
  const seen = new Set<string>();
  const { outline } = reader;
  for (;;) {
    const { token } = reader;
    const { word } = token;
    if (token.kind === 'end') return;
    if (word === ')' && (reader.depth > 1 || role !== 'outermost')) return;
    const at = stages.get(word);
    if (at !== undefined) {
      if (seen.has(word)) reader.syntax('repeated-clause');
      else if (at < stage) reader.syntax('clause-order');
      if (word !== 'FOR') seen.add(word);
      stage = Math.max(stage, at);
    }
    switch (word) {
      case 'INTO':
        if (outer) outline.into = true;
        readInto(reader);
        break;
      case 'FROM': {
        const { start } = token;
        reader.next();
        readFromList(reader);
        if (outer && !outline.from) outline.from = { start, end: reader.previous.end };
        break;
      }
      case 'WHERE': {
        const { start } = token;
        reader.next();
        readExpression(reader, 'where');
        if (outer && !outline.where) outline.where = { start, end: reader.previous.end };
        break;
      }
      case 'GROUP':
        if (outer) outline.grouped = true;
        readGroupBy(reader);
        break;
      case 'HAVING':
        if (outer) outline.grouped = true;
        reader.flag('HAVING', token);
        reader.next();
        readExpression(reader, 'having');
        break;
      case 'WINDOW':
        readWindow(reader);
        break;
      case 'ORDER':
        readOrderBy(reader);
        break;
      case 'LIMIT':
        readLimit(reader, outer);
        break;
      case 'OFFSET':
        readOffset(reader, outer);
        break;
      case 'FETCH':
        if (outer) outline.fetch = true;
        readFetch(reader);
        break;
      case 'FOR':
        if (outer) outline.locking = true;
        readForLocking(reader);
        break;
      case 'UNION':
      case 'INTERSECT':
      case 'EXCEPT':
        if (stage > 8) reader.syntax('clause-order');
        if (outer) outline.setOperation = true;
        readSetOperation(reader);
        seen.clear();
        stage = readPart(reader);
        break;
      default:
        if (isForeignClause(reader)) {
          readForeignClause(reader, outer);
          if (word === 'MINUS') {
            stage = readPart(reader);
            seen.clear();
          }
        } else {
          recover(reader);
          if (word === 'SELECT') {
            stage = 0;
            seen.clear();
          }
        }
    }
  }
}

/** `UNION ALL`: one construct with its word. */
function readSetOperation(reader: Reader): void {
  const { token } = reader;
  const next = reader.peek(1);
  const both = next.word === 'ALL' || next.word === 'DISTINCT';
  reader.flag(both ? `${token.word} ${next.word}` : token.word, token, both ? next : token);
  reader.next();
  if (both) reader.next();
}

function readPart(reader: Reader): number {
  const { word } = reader.token;
  const startsPart = word === 'SELECT' || word === 'VALUES' || word === 'TABLE' || word === '(';
  if (startsPart) return readPrimary(reader, 'part');
  reader.unexpected();
  return 0;
}

/** At a clause of another dialect. */
function readForeignClause(reader: Reader, outer: boolean): void {
  const { token } = reader;
  const next = reader.peek(1);
  const { word } = token;
  if (word === 'LOCK') {
    if (outer) reader.outline.locking = true;
    let last = next;
    if (reader.peek(2).word === 'SHARE') last = reader.peek(reader.peek(3).word === 'MODE' ? 3 : 2);
    reader.flag('LOCK IN SHARE MODE', token, last);
    while (reader.previous !== last) reader.next();
    return;
  }
  const both = word === 'CONNECT' || word === 'START';
  reader.flag(both ? `${word} ${next.word}` : word, token, both ? next : token, 'foreign');
  reader.next();
  if (both) reader.next();
  if (word !== 'MINUS') readExpression(reader, 'having');
}

/** At a token that no clause begins with: says so, and goes on behind it, so that what follows is looked at too. */
function recover(reader: Reader): void {
  const { token } = reader;
  if (token.word === 'SELECT') {
    reader.unexpected('second-statement');
    reader.next();
    readTargets(reader, false);
    return;
  }
  const isOperand = startsOperand(token);
  reader.unexpected(isOperand && !reader.is('NOT') ? 'missing-operator' : 'unexpected-token');
  const { at } = reader;
  if (isOperand) readExpression(reader, 'other');
  if (reader.at === at) {
    if (token.kind === 'operator') reader.flag(token.word, token);
    reader.next();
    if (startsOperand(reader.token) && !isClauseWord(reader.token.word)) readExpression(reader, 'other');
  }
}
