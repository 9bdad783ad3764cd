/** Where the statements of a text begin and end. */
import { lex } from './lexer.ts';
import type { Token } from './tokens.ts';
import type { Statement } from './types.ts';

/** A statement together with its tokens, comments left out: `tokens[first, last)`. */
export interface StatementTokens extends Statement {
  readonly first: number;
  readonly last: number;
}

/** Groups tokens without comments by `;`. Empty statements are left out. */
export function groupStatements(tokens: readonly Token[]): StatementTokens[] {
  const statements: StatementTokens[] = [];
  let first = 0;
  // `CREATE FUNCTION … BEGIN ATOMIC a; b; END` is one statement.
  let atomic = 0;
  for (let i = 0; i <= tokens.length; i++) {
    const token = tokens[i];
    if (token) {
      if (atomic > 0) {
        if (token.word === 'CASE') atomic++;
        else if (token.word === 'END') atomic--;
        continue;
      }
      if (token.word === 'ATOMIC' && tokens[i - 1]?.word === 'BEGIN' && tokens[first]?.word === 'CREATE')
        atomic = 1;
      if (token.word !== ';') continue;
    }
    const from = tokens[first];
    const to = tokens[i - 1];
    if (from && to && i > first) {
      statements.push({ start: from.start, end: to.end, fullEnd: token?.end ?? to.end, first, last: i });
    }
    first = i + 1;
  }
  return statements;
}

/** The tokens of a text that mean something: an unclosed comment is kept, since it swallows what follows it. */
export const significantTokens = (text: string): Token[] =>
  lex(text).filter((token) => token.kind !== 'comment' || token.flaw !== '');

/**
 * The non-empty statements of a text in order. A `;` inside a string, a quoted name, a dollar quote or a comment
 * ends nothing. Total: an unclosed string makes the rest of the text part of its statement.
 */
export const splitStatements = (text: string): Statement[] =>
  groupStatements(significantTokens(text)).map(({ start, end, fullEnd }) => ({ start, end, fullEnd }));

/**
 * The statement that a caret at `offset` means:
 * - from its first character to directly after its `;`, and on to the end of that line, so that a caret after the
 *   `;` never runs the next statement;
 * - before its first character on the same line, and on comment lines directly above it;
 * - after a last statement without `;`, anywhere, since it has not ended;
 * - on a blank line between statements: none.
 */
export function statementAt(text: string, offset: number): Statement | undefined {
  const statements = splitStatements(text);
  let before: Statement | undefined;
  let after: Statement | undefined;
  for (const statement of statements) {
    if (statement.start <= offset) before = statement;
    else {
      after = statement;
      break;
    }
  }
  if (before) {
    const ended = before.fullEnd > before.end;
    if (offset <= before.fullEnd || !ended) return before;
    if (!/[\r\n]/.test(text.slice(before.fullEnd, offset))) return before;
  }
  if (!after) return undefined;
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const gap = text.slice(offset === 0 ? 0 : lineStart, after.start);
  return /(?:^|\n|\r(?!\n))[ \t\v\f]*(?:\r|\n)/.test(gap) ? undefined : after;
}
