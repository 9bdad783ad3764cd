/** The statements of a text as lists of tokens, for features that look at every one of them. */
import { lex } from './lexer.ts';
import type { Token } from './tokens.ts';

export interface TokenStatement {
  /** Comments left out; at least one. */
  readonly tokens: readonly Token[];
  readonly start: number;
  /** Without and with its `;`. */
  readonly end: number;
  readonly fullEnd: number;
}

/** The non-empty statements of a text in order. `all` are its tokens where they are at hand. Total and linear. */
export function tokenStatements(text: string, all: readonly Token[] = lex(text)): TokenStatement[] {
  const statements: TokenStatement[] = [];
  let tokens: Token[] = [];
  const finish = (closing?: Token): void => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first && last) {
      statements.push({ tokens, start: first.start, end: last.end, fullEnd: closing?.end ?? last.end });
    }
    tokens = [];
  };
  for (const token of all) {
    if (token.word === ';') finish(token);
    else if (token.kind !== 'comment') tokens.push(token);
  }
  finish();
  return statements;
}
