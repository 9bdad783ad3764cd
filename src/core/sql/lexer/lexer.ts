/** All tokens of a text at once, for readers that look at them side by side. */
import { Scanner } from './scanner.ts';
import type { Token } from './tokens.ts';

function tokensOf(scanner: Scanner): Token[] {
  const tokens: Token[] = [];
  for (let token = scanner.next(); token; token = scanner.next()) tokens.push(token);
  return tokens;
}

/** The tokens of a text, comments included, in order and without overlap; only blanks are between them. */
export const lex = (text: string): Token[] => tokensOf(new Scanner(text, true));

/** The tokens of a text that mean something: an unclosed comment is kept, since it swallows what follows it. */
export const significantTokens = (text: string): Token[] => tokensOf(new Scanner(text));
