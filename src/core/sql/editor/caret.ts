/** Finds the statement around an offset and the token that is being typed there. */
import { lex } from '../lexer/lexer.ts';
import { separatorsOf } from '../lexer/statements.ts';
import { isUnclosed, type Token } from '../lexer/tokens.ts';
import type { TypedTokens } from './place/marker.ts';

export interface Caret {
  readonly offset: number;
  /**
   * Tokens of the statement around the offset, comments and invisible characters left out. Right after a `;` the next
   * statement begins.
   */
  readonly tokens: readonly Token[];
  /** Number of `tokens` that end before the offset and do not touch it. */
  readonly before: number;
  /** The word or quoted name that contains the offset, or ends at it. */
  readonly word: Token | undefined;
  /** A string, comment, number or other token that contains the offset; `word` is none of these. */
  readonly inside: Token | undefined;
}

/** Returns the tokens that typing at the caret replaces: the token that the caret touches, or none. */
export function typedTokens({ offset, before, word, inside }: Caret): TypedTokens {
  const touched = word ?? inside;
  return touched
    ? { from: before, to: before + 1, caret: touched.start }
    : { from: before, to: before, caret: offset };
}

/** Index of the first token that ends at or after `offset`. */
function indexAt(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isName = ({ kind }: Pick<Token, 'kind'>): boolean =>
  kind === 'word' || kind === 'quoted-identifier' || kind === 'backtick';

/** Whether `offset` is where further characters would become part of the token. */
function isInside(token: Token, offset: number): boolean {
  const { kind, start, end } = token;
  if (offset <= start || offset > end) return false;
  if (offset < end || isUnclosed(token)) return true;
  return isName({ kind }) || kind === 'number' || kind === 'parameter' || kind === 'placeholder';
}

/**
 * Looks around `offset` (UTF-16 code units, clamped to the text). `all` are the tokens of the whole text, comments
 * included, where they are available. Linear in the text, for finding where statements begin.
 */
export function caretAt(text: string, offset: number, all: readonly Token[] = lex(text)): Caret {
  const index = indexAt(all, offset);
  let touched: Token | undefined;
  for (const token of all.slice(index, index + 2)) {
    const isLineComment = token.kind === 'comment' && text.charCodeAt(token.start) === 0x2d;
    if (isInside(token, offset) || (isLineComment && offset === token.end)) touched = token;
  }
  const separators = separatorsOf(all);
  const isEnd = (token: Token | undefined): boolean => token !== undefined && separators.has(token);
  let first = index;
  // The `;` at the offset's left ends the statement before it.
  if (isEnd(all[index]) && (all[index]?.end ?? 0) <= offset) first++;
  else while (first > 0 && !isEnd(all[first - 1])) first--;
  let last = Math.max(first, index);
  while (last < all.length && !isEnd(all[last])) last++;
  const tokens = all.slice(first, last).filter(isRead);
  let before = tokens.findIndex((token) => token === touched || token.end > offset);
  if (before < 0) before = tokens.length;
  const inName = touched !== undefined && isName(touched);
  return { offset, tokens, before, word: inName ? touched : undefined, inside: inName ? undefined : touched };
}

/** An invisible character must not hide the tables behind it either; the check reports it. */
const isRead = ({ kind, error }: Token): boolean => kind !== 'comment' && error !== 'invisible-character';
