/** `col NOT NULL` and `col NULL`, as the service writes the operators (D7): PostgreSQL wants IS before them. */
import type { Token } from '../../core/sql/lexer/tokens.ts';
import { splice } from './splice.ts';

/** `text` with IS written where it is only meant; `tokens` are its own, without comments. Any text will do. */
export function writeIs(text: string, tokens: readonly Token[]): string {
  const bare = tokens.filter((_, i) => isBareNull(tokens, i));
  return splice(
    text,
    bare.map(({ start }) => ({ start, end: start, text: 'IS ' })),
  );
}

/** Whether an operand comes directly before NULL or NOT NULL at `i`. */
function isBareNull(tokens: readonly Token[], i: number): boolean {
  const word = tokens[i]?.word;
  if (word !== 'NULL' && !(word === 'NOT' && tokens[i + 1]?.word === 'NULL')) return false;
  return endsOperand(tokens, i - 1);
}

/** Words after which an expression begins, so that NULL is a value and NOT the operator. */
const BEFORE_EXPRESSION = new Set(
  'SELECT ALL WHERE ON AND OR NOT LIKE ILIKE IS LIMIT OFFSET FROM ( , . ;'.split(' '),
);

function endsOperand(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i];
  if (token === undefined || token.kind === 'operator') return false;
  // After a dot any word is a column.
  if (token.kind === 'word' && tokens[i - 1]?.word === '.') return true;
  return !BEFORE_EXPRESSION.has(token.word);
}
