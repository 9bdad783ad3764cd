import { lexWithComments } from '../lexer/lexer.ts';
import { findStatementSeparators } from '../lexer/statements.ts';
import { isUnclosed, type Token } from '../lexer/tokens.ts';
import type { ReplacedTokens } from './place/marker.ts';

export interface Caret {
  readonly offset: number;
  /**
   * Tokens of the statement at the caret, without its `;`, its comments and invisible characters. A caret directly
   * after a `;` that separates statements belongs to the next statement.
   */
  readonly tokens: readonly Token[];
  /** Number of `tokens` that end at or before the caret. `word` or `inside` is not counted. */
  readonly before: number;
  /**
   * The word or quoted identifier (also in backticks) that contains the caret or ends at it; undefined if there is
   * none.
   */
  readonly word: Token | undefined;
  /**
   * The token other than a name, such as a string, a comment or a number, that contains the caret or is continued by
   * typing at it. Undefined if there is none.
   */
  readonly inside: Token | undefined;
}

/**
 * Returns the token that the user is typing at the caret (`word` or `inside`) as a range of `tokens`. The range is
 * empty if there is no such token. The caret must not be in a comment, because `tokens` contains no comments.
 */
export function findTypedTokens({ offset, before, word, inside }: Caret): ReplacedTokens {
  const touched = word ?? inside;
  return touched
    ? { from: before, to: before + 1, caret: touched.start }
    : { from: before, to: before, caret: offset };
}

function findTokenIndex(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isNameToken = ({ kind }: Pick<Token, 'kind'>): boolean =>
  kind === 'word' || kind === 'quoted-identifier' || kind === 'backtick';

function isCaretInToken(token: Token, offset: number): boolean {
  const { kind, start, end } = token;
  if (offset <= start || offset > end) return false;
  if (offset < end || isUnclosed(token)) return true;
  return isNameToken({ kind }) || kind === 'number' || kind === 'parameter' || kind === 'placeholder';
}

/**
 * Returns the statement and the token at `offset`, which is in UTF-16 code units. `all` must be all tokens of `text`,
 * including comments; if omitted, `text` is tokenized.
 */
export function locateCaret(
  text: string,
  offset: number,
  all: readonly Token[] = lexWithComments(text),
): Caret {
  const index = findTokenIndex(all, offset);
  let touched: Token | undefined;
  for (const token of all.slice(index, index + 2)) {
    const isLineComment = token.kind === 'comment' && text.charCodeAt(token.start) === 0x2d;
    if (isCaretInToken(token, offset) || (isLineComment && offset === token.end)) touched = token;
  }
  const separators = findStatementSeparators(all);
  const isEnd = (token: Token | undefined): boolean => token !== undefined && separators.has(token);
  let first = index;
  // A `;` directly before the caret ends the previous statement.
  if (isEnd(all[index]) && (all[index]?.end ?? 0) <= offset) first++;
  else while (first > 0 && !isEnd(all[first - 1])) first--;
  let last = Math.max(first, index);
  while (last < all.length && !isEnd(all[last])) last++;
  const tokens = all.slice(first, last).filter(isNeitherCommentNorInvisible);
  let before = tokens.findIndex((token) => token === touched || token.end > offset);
  if (before < 0) before = tokens.length;
  const inName = touched !== undefined && isNameToken(touched);
  return { offset, tokens, before, word: inName ? touched : undefined, inside: inName ? undefined : touched };
}

/**
 * Invisible characters are left out, so that the tables written after them are still found. The linter reports them.
 */
const isNeitherCommentNorInvisible = ({ kind, error }: Token): boolean =>
  kind !== 'comment' && error !== 'invisible-character';
