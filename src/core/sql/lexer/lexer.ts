import { Scanner } from './scanner.ts';
import type { Token } from './tokens.ts';

function scanAllTokens(scanner: Scanner): Token[] {
  const tokens: Token[] = [];
  for (let token = scanner.next(); token; token = scanner.next()) tokens.push(token);
  return tokens;
}

export const lexWithComments = (text: string): Token[] => scanAllTokens(new Scanner(text, true));

/**
 * Returns the tokens of a text without its comments. An unclosed comment is kept, because it swallows the text after
 * it.
 */
export const lexWithoutComments = (text: string): Token[] => scanAllTokens(new Scanner(text));
