/** The SELECT list. */
import { readExpression } from './expression.ts';
import { canBeBareLabel, canNameColumn } from './keywords.ts';
import type { Reader } from './reader.ts';

/** After SELECT: DISTINCT or ALL, then the list. */
export function readTargets(reader: Reader, outer: boolean): void {
  readQuantifier(reader, outer);
  readTop(reader);
  const { start } = reader.token;
  for (;;) {
    if (reader.token.word === '*' && reader.token.kind === 'operator') {
      reader.outline.star ||= outer;
      reader.next();
      readStarChange(reader);
    } else {
      const { at } = reader;
      readExpression(reader, 'select');
      if (reader.at > at) readLabel(reader);
    }
    if (reader.token.word !== ',') break;
    reader.next();
  }
  if (outer) reader.outline.targets = { start, end: Math.max(start, reader.previous.end) };
}

function readQuantifier(reader: Reader, outer: boolean): void {
  const { token } = reader;
  if (token.word === 'ALL') {
    reader.flag('SELECT ALL', token);
    reader.next();
  } else if (token.word === 'DISTINCT') {
    if (outer) reader.outline.distinct = true;
    const next = reader.peek(1);
    reader.next();
    if (next.word === 'ON') {
      reader.flag('DISTINCT ON', token, next);
      reader.next();
      if (reader.token.word === '(') readExpressionList(reader);
      else reader.unexpected();
    } else reader.flag('DISTINCT', token);
  }
}

/** `(a, b)` of DISTINCT ON: only the brackets, since a `*` after them is no product. */
function readExpressionList(reader: Reader): void {
  do {
    reader.next();
    readExpression(reader, 'other');
  } while (reader.token.word === ',');
  reader.expect(')');
}

/** `TOP 10` and `TOP (10)` of another dialect. `top` alone is a column. */
function readTop(reader: Reader): void {
  const { token } = reader;
  if (token.word !== 'TOP') return;
  const bracket = reader.peek(1).word === '(' ? 1 : 0;
  if (reader.peek(1 + bracket).kind !== 'number') return;
  if (
    bracket === 1 &&
    (reader.peek(3).word !== ')' ||
      ([',', 'FROM', ''].includes(reader.peek(4).word) && reader.peek(4).kind !== 'word'))
  )
    return;
  reader.flag('TOP', token, token, 'foreign');
  reader.next();
  reader.next();
  if (bracket === 1) {
    reader.next();
    reader.next();
  }
}

/** `* EXCEPT (a)`, `* REPLACE (…)` of other dialects. `* EXCEPT (SELECT …)` is a set operation. */
function readStarChange(reader: Reader): void {
  const { token } = reader;
  if (!['EXCEPT', 'EXCLUDE', 'REPLACE', 'RENAME'].includes(token.word) || reader.peek(1).word !== '(') return;
  if (token.word === 'EXCEPT' && !canNameColumn(reader.peek(2).word)) return;
  reader.flag('STAR CHANGE', token, token, 'foreign');
  reader.next();
  reader.skipBrackets();
}

/** An alias with or without AS. After AS any word will do. */
function readLabel(reader: Reader): void {
  const { token } = reader;
  if (token.word === 'AS') {
    reader.next();
    if (reader.nameWord !== undefined || reader.token.kind === 'typographic') reader.next();
    else reader.unexpected();
    return;
  }
  const word = reader.nameWord;
  if (word !== undefined && canBeBareLabel(word)) reader.next();
}
