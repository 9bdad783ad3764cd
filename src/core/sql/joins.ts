/** The words of joins, and what may follow a table: its alias, and hints of PostgreSQL and of other dialects. */

import * as can from './abilities.ts';
import { takePhrase } from './phrases.ts';
import * as reader from './reader.ts';

/**
 * Words that could be aliases, nearly all of other dialects, each with the sort of the next token that shows what it
 * is. The first group holds the joins.
 */
const foreign =
  /^(?:(OUTER APPLY|(SEMI|ANTI|ASOF) JOIN|STRAIGHT_JOIN (name|quoted))|(USE|FORCE|IGNORE) (INDEX|KEY)|(UN)?PIVOT \(|TABLESAMPLE .+|(QUALIFY|PREWHERE) (name|quoted|number)|SAMPLE number|MINUS SELECT|CONNECT BY|START WITH|LOCK IN)$/;
const matchForeign = (): RegExpExecArray | null =>
  reader.abilities & can.nameFunction ? foreign.exec(reader.ahead(2)) : null;
/** Whether one of them begins at the current word, and is no name there. */
export const isForeign = (): boolean => matchForeign() !== null;

/** Whether a join begins at the current token. */
export const isJoin = (): boolean =>
  /^(JOIN|INNER|LEFT|RIGHT|FULL|CROSS|NATURAL)$/.test(reader.sort) || matchForeign()?.[1] !== undefined;

/** Takes the words of a join; true where a condition must follow the joined table. */
export function readJoin(): boolean {
  const at = reader.at;
  if (reader.take('STRAIGHT_JOIN', 'foreign')) return false;
  const joins = reader.peek(1);
  if (joins === 'APPLY') return !reader.takeAs(joins, [reader.sort, joins], 'foreign');
  // Other words may stand between NATURAL and JOIN, and they are of the dialect.
  let isFree = reader.take('NATURAL');
  if (!isFree && reader.accept('CROSS')) {
    isFree = true;
    reader.flag('CROSS JOIN', at, joins === 'JOIN' ? at + 1 : at);
  }
  reader.accept('INNER') ||
    ((reader.accept('LEFT') || reader.accept('RIGHT') || reader.accept('FULL')) && reader.accept('OUTER'));
  if (/^(SEMI|ANTI|ASOF)$/.test(reader.sort)) reader.take(reader.sort, 'foreign');
  if (!reader.accept('JOIN')) reader.unexpected('missing-join');
  return !isFree;
}

/**
 * Takes `AS name (columns) TABLESAMPLE …`, as far as it is there. Answers the alias' token, -1 for none. A
 * function, flagged already, may name its columns with their types.
 */
export function readAlias(afterFunction = false): number {
  let alias = -1;
  if (afterFunction) reader.take('WITH ORDINALITY');
  const hasAs = reader.accept('AS');
  if (hasAs && afterFunction && reader.skipBrackets()) return alias;
  if ((hasAs || !isForeign()) && reader.canName(can.nameColumn)) {
    alias = reader.at;
    reader.next();
    if (afterFunction) reader.skipBrackets();
    else if (reader.is('(')) readColumnAliases();
  } else if (hasAs) reader.unexpected();
  readHints();
  return alias;
}

function readColumnAliases(): void {
  const opening = reader.at;
  reader.next();
  do reader.expectName(can.nameColumn);
  while (reader.accept(','));
  if (!reader.is(')')) {
    reader.unexpected();
    reader.acceptAll(/^(?!end$|\))/);
  }
  reader.flag('COLUMN ALIASES', opening, reader.at);
  reader.expect(')');
}

/** `TABLESAMPLE SYSTEM (10)`, `WITH (NOLOCK)`, `USE INDEX (i)`, `PIVOT (…) p`. */
function readHints(): void {
  for (;;) {
    if (reader.peek(1) !== '(' || !reader.take('WITH')) {
      const hint = isForeign() && takePhrase(['hint']);
      if (!hint) return;
      if (hint.name === 'TABLESAMPLE' && !(reader.abilities & can.label)) reader.unexpected();
      if (reader.abilities & can.nameColumn) reader.next();
    }
    reader.skipBrackets();
    if (reader.accept('REPEATABLE')) reader.skipBrackets();
    reader.accept('AS');
    if (!isForeign() && reader.canName(can.nameColumn)) reader.next();
  }
}
