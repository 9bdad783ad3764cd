/** The words of joins, and what may follow a table: its alias, and hints of PostgreSQL and of other dialects. */

import * as can from './abilities.ts';
import { takePhrase } from './phrases.ts';
import type { Reader } from './reader.ts';

const joinWords = new Set('JOIN INNER LEFT RIGHT FULL CROSS NATURAL'.split(' '));
/** Words of other dialects that could be aliases, each with a word that shows what they are. */
const foreignWords: Readonly<Record<string, readonly string[]>> = {
  OUTER: ['APPLY'],
  SEMI: ['JOIN'],
  ANTI: ['JOIN'],
  ASOF: ['JOIN'],
  STRAIGHT_JOIN: ['name', 'quoted'],
  USE: ['INDEX', 'KEY'],
  FORCE: ['INDEX', 'KEY'],
  IGNORE: ['INDEX', 'KEY'],
  PIVOT: ['('],
  UNPIVOT: ['('],
  QUALIFY: ['name', 'quoted', 'number'],
  PREWHERE: ['name', 'quoted', 'number'],
  SAMPLE: ['number'],
  MINUS: ['SELECT'],
  CONNECT: ['BY'],
  START: ['WITH'],
  LOCK: ['IN'],
};
/** Whether a construct of another dialect begins at the current word, though it could be a name. */
export const isForeign = (reader: Reader): boolean =>
  foreignWords[reader.sort]?.includes(reader.ahead(1)) ?? false;

/** Whether a join begins at the current token. */
export const isJoin = (reader: Reader): boolean =>
  joinWords.has(reader.sort) ||
  (/^(OUTER|SEMI|ANTI|ASOF|STRAIGHT_JOIN)$/.test(reader.sort) && isForeign(reader));

/** Takes the words of a join; true where a condition must follow the joined table. */
export function readJoin(reader: Reader): boolean {
  const { sort, at } = reader;
  if (sort === 'STRAIGHT_JOIN' || reader.ahead(1) === 'APPLY') {
    reader.flag(
      sort === 'STRAIGHT_JOIN' ? sort : 'APPLY',
      at,
      sort === 'STRAIGHT_JOIN' ? at : at + 1,
      'foreign',
    );
    reader.next(sort === 'STRAIGHT_JOIN' ? 1 : 2);
    return false;
  }
  const free = sort === 'NATURAL' || sort === 'CROSS';
  if (sort === 'CROSS') reader.flag('CROSS JOIN', at, reader.ahead(1) === 'JOIN' ? at + 1 : at);
  // Other words may stand between NATURAL and JOIN, and they are of the dialect.
  if (sort === 'NATURAL') reader.flag(sort);
  if (free) reader.next();
  if (reader.accept('LEFT', 'RIGHT', 'FULL')) reader.accept('OUTER');
  else reader.accept('INNER');
  if (reader.sort === 'SEMI' || reader.sort === 'ANTI' || reader.sort === 'ASOF') {
    reader.flag(reader.sort, reader.at, reader.at, 'foreign');
    reader.next();
  }
  if (!reader.accept('JOIN')) reader.unexpected('missing-join');
  return !free;
}

/**
 * Takes `AS name (columns) TABLESAMPLE …`, as far as it is there. Answers the alias' token, -1 for none. A
 * function, flagged already, may name its columns with their types.
 */
export function readAlias(reader: Reader, afterFunction = false): number {
  let alias = -1;
  const hasAs = reader.accept('AS');
  if (hasAs && afterFunction && reader.skipBrackets()) return alias;
  if ((hasAs || !isForeign(reader)) && reader.canName(can.nameColumn)) {
    alias = reader.at;
    reader.next();
    if (reader.sort === '(') {
      if (afterFunction) reader.skipBrackets();
      else readColumnAliases(reader);
    }
  } else if (hasAs) reader.unexpected();
  readHints(reader);
  return alias;
}

function readColumnAliases(reader: Reader): void {
  const opening = reader.at;
  reader.next();
  do {
    if (reader.canName(can.nameColumn)) reader.next();
    else reader.unexpected();
    while (!reader.atEnd && reader.sort !== ',' && reader.sort !== ')') {
      reader.unexpected();
      reader.next();
    }
  } while (reader.accept(','));
  reader.flag('COLUMN ALIASES', opening, reader.at);
  reader.expect(')');
}

/** `TABLESAMPLE SYSTEM (10)`, `WITH (NOLOCK)`, `USE INDEX (i)`, `PIVOT (…) p`. */
function readHints(reader: Reader): void {
  for (;;) {
    if (reader.sort === 'WITH' && reader.ahead(1) === '(') {
      reader.flag('WITH');
      reader.next();
    } else if (reader.sort !== 'TABLESAMPLE' && !isForeign(reader)) return;
    else {
      const hint = takePhrase(reader, ['hint']);
      if (!hint) return;
      if (hint.name === 'TABLESAMPLE' && !reader.can(can.label)) reader.unexpected();
      if (reader.can(can.nameColumn)) reader.next();
    }
    reader.skipBrackets();
    if (reader.accept('REPEATABLE')) reader.skipBrackets();
    reader.accept('AS');
    if (!isForeign(reader) && reader.canName(can.nameColumn)) reader.next();
  }
}
