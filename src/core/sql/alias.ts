/** What may follow a table: its alias, and hints of PostgreSQL and of other dialects. */
import { canNameColumn } from './keywords.ts';
import type { Reader, ReadToken } from './reader.ts';

/**
 * Takes `AS name (columns) TABLESAMPLE …`, as far as it is there. Returns the alias. A function, flagged already,
 * may name its columns with their types.
 */
export function readAlias(reader: Reader, afterFunction = false): ReadToken | undefined {
  let alias: ReadToken | undefined;
  const { token } = reader;
  if (token.word === 'AS') {
    reader.next();
    // `f() AS (a int, b text)`
    if (afterFunction && reader.is('(')) {
      reader.skipBrackets();
      return undefined;
    }
    alias = takeName(reader);
    if (!alias) reader.unexpected();
  } else if (!isHint(reader)) alias = takeName(reader);
  if (alias && reader.is('(')) {
    if (afterFunction) reader.skipBrackets();
    else readColumnAliases(reader);
  }
  readHints(reader);
  return alias;
}

function takeName(reader: Reader): ReadToken | undefined {
  const { token } = reader;
  const word = reader.nameWord;
  if (word === undefined || !canNameColumn(word)) return undefined;
  reader.next();
  return token;
}

function readColumnAliases(reader: Reader): void {
  const opening = reader.token;
  reader.next();
  do {
    if (!takeName(reader)) reader.unexpected();
    while (!reader.atEnd && reader.token.word !== ',' && reader.token.word !== ')') {
      reader.unexpected();
      reader.next();
    }
  } while (reader.accept(','));
  reader.flag('COLUMN ALIASES', opening, reader.token.word === ')' ? reader.token : opening);
  reader.expect(')');
}

/** Whether the word, though it could be an alias, is one that other dialects put after a table. */
function isHint(reader: Reader): boolean {
  const { word } = reader.token;
  const next = reader.peek(1);
  switch (word) {
    case 'USE':
    case 'FORCE':
    case 'IGNORE':
      return next.word === 'INDEX' || next.word === 'KEY';
    case 'PIVOT':
    case 'UNPIVOT':
      return next.word === '(';
    case 'SEMI':
    case 'ANTI':
    case 'ASOF':
      return next.word === 'JOIN';
    case 'STRAIGHT_JOIN':
      return next.kind === 'word' || next.kind === 'quoted';
    default:
      return isForeignClause(reader);
  }
}

/** Clauses of other dialects that begin with a word that could be an alias: `QUALIFY x > 1`, `MINUS SELECT`. */
export function isForeignClause(reader: Reader): boolean {
  const next = reader.peek(1);
  switch (reader.token.word) {
    case 'QUALIFY':
    case 'PREWHERE':
    case 'SAMPLE':
      return (
        next.kind === 'number' || next.kind === 'quoted' || (next.kind === 'word' && canNameColumn(next.word))
      );
    case 'MINUS':
      return next.word === 'SELECT' || (next.word === '(' && reader.peek(2).word === 'SELECT');
    case 'CONNECT':
      return next.word === 'BY';
    case 'START':
      return next.word === 'WITH';
    case 'LOCK':
      return next.word === 'IN';
    default:
      return false;
  }
}

function readHints(reader: Reader): void {
  for (;;) {
    const { token } = reader;
    const next = reader.peek(1);
    if (token.word === 'TABLESAMPLE') {
      reader.flag('TABLESAMPLE', token);
      reader.next();
      if (!takeName(reader)) reader.unexpected();
      if (reader.token.word === '(') reader.skipBrackets();
      if (reader.accept('REPEATABLE') && reader.token.word === '(') reader.skipBrackets();
    } else if (token.word === 'WITH' && next.word === '(') {
      // `WITH (NOLOCK)`
      reader.flag('WITH', token);
      reader.next();
      reader.skipBrackets();
    } else if (
      (token.word === 'USE' || token.word === 'FORCE' || token.word === 'IGNORE') &&
      isHint(reader)
    ) {
      reader.flag(`${token.word} INDEX`, token, next, 'foreign');
      reader.next();
      reader.next();
      if (reader.token.word === '(') reader.skipBrackets();
    } else if ((token.word === 'PIVOT' || token.word === 'UNPIVOT') && next.word === '(') {
      reader.flag(token.word, token, token, 'foreign');
      reader.next();
      reader.skipBrackets();
      if (reader.accept('AS') || !isHint(reader)) takeName(reader);
    } else return;
  }
}
