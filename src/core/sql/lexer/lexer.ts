/** Splits a whole text into tokens at once. */
import { Scanner } from './scanner.ts';
import type { Token } from './tokens.ts';

function scanAllTokens(scanner: Scanner): Token[] {
  const tokens: Token[] = [];
  for (let token = scanner.next(); token; token = scanner.next()) tokens.push(token);
  return tokens;
}

/**
 * Returns the tokens of a text, comments included, in order and without overlap. Only whitespace is between them, and
 * a byte order mark may come before them. Never throws.
 */
export const lexWithComments = (text: string): Token[] => scanAllTokens(new Scanner(text, true));

/**
 * Returns the tokens of a text without its comments, in order. An unclosed comment is kept, because it swallows the
 * text after it. Never throws.
 */
export const lexWithoutComments = (text: string): Token[] => scanAllTokens(new Scanner(text));
