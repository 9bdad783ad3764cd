/** The statements of a text as lists of tokens, with offsets in the text, for features that visit each token. */
import { lex } from './lexer.ts';
import type { Token } from './tokens.ts';

export interface TokenStatement {
  /** Without comments; at least one. */
  readonly tokens: readonly Token[];
  readonly start: number;
  /** Without and with its `;`. */
  readonly end: number;
  readonly fullEnd: number;
}

/** The non-empty statements of a text in order. Total and linear. */
export function tokenStatements(text: string): TokenStatement[] {
  const statements: TokenStatement[] = [];
  let tokens: Token[] = [];
  const finish = (semicolon?: Token): void => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first && last) {
      statements.push({ tokens, start: first.start, end: last.end, fullEnd: semicolon?.end ?? last.end });
    }
    tokens = [];
  };
  for (const token of lex(text)) {
    if (token.word === ';') finish(token);
    else if (token.kind !== 'comment') tokens.push(token);
  }
  finish();
  return statements;
}
