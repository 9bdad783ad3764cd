/** All tokens of a text at once. */
import { Scanner } from './scanner.ts';
import type { Token } from './tokens.ts';

function tokensOf(scanner: Scanner): Token[] {
  const tokens: Token[] = [];
  for (let token = scanner.next(); token; token = scanner.next()) tokens.push(token);
  return tokens;
}

/** The tokens of a text, comments included, in order and without overlap; only whitespace is between them. */
export const lex = (text: string): Token[] => tokensOf(new Scanner(text, true));

/** The tokens of a text without its comments; an unclosed one is kept, since it swallows what follows it. */
export const significantTokens = (text: string): Token[] => tokensOf(new Scanner(text));
