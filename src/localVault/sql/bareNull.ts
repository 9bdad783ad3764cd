/**
 * Converts `col NOT NULL` and `col NULL`, the service's operators (D7), for PostgreSQL, which requires IS before them.
 */
import type { Token } from '../../core/sql/lexer/tokens.ts';
import { applySplices } from './splice.ts';

/**
 * Inserts IS before each NULL or NOT NULL that seems to follow an operand. `tokens` are the tokens of `text`, without
 * comments. `text` need not be valid SQL.
 */
export function insertIsBeforeNull(text: string, tokens: readonly Token[]): string {
  const bare = tokens.filter((_, i) => isNullTestWithoutIs(tokens, i));
  return applySplices(
    text,
    bare.map(({ start }) => ({ start, end: start, text: 'IS ' })),
  );
}

function isNullTestWithoutIs(tokens: readonly Token[], tokenIndex: number): boolean {
  const word = tokens[tokenIndex]?.word;
  if (word !== 'NULL' && !(word === 'NOT' && tokens[tokenIndex + 1]?.word === 'NULL')) return false;
  return canEndOperand(tokens, tokenIndex - 1);
}

/** Words and punctuators that can't be the end of an operand. A NULL or NOT NULL after them needs no IS. */
const BEFORE_EXPRESSION = new Set(
  'SELECT ALL WHERE ON AND OR NOT LIKE ILIKE IS LIMIT OFFSET FROM ( , . ;'.split(' '),
);

function canEndOperand(tokens: readonly Token[], tokenIndex: number): boolean {
  const token = tokens[tokenIndex];
  if (token === undefined || token.kind === 'operator') return false;
  // After a dot, any word is taken for a column name.
  if (token.kind === 'word' && tokens[tokenIndex - 1]?.word === '.') return true;
  return !BEFORE_EXPRESSION.has(token.word);
}
