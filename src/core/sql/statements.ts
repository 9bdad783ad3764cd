/** Where the statements of a text begin and end. */
import { toTokens } from './lexer.ts';
import { scan } from './scanner.ts';
import type { Token, TokenList } from './tokens.ts';
import type { Statement } from './types.ts';
import { sorts } from './vocabulary.ts';

/**
 * Calls `found` with `tokens[first, last)` of each statement: they are separated by `;`, empty ones are left out.
 * `last` is the `;`, where there is one. `CREATE FUNCTION … BEGIN ATOMIC a; b; END` is one statement.
 */
export function eachStatement(tokens: TokenList, found: (first: number, last: number) => void): void {
  /** After the last token: 'end'. */
  const sortAt = (token: number): string | undefined => sorts[tokens.sortAt(token)];
  let first = 0;
  let atomic = 0;
  for (let i = 0; i <= tokens.count; i++) {
    const sort = sortAt(i);
    if (atomic > 0) {
      if (sort === 'CASE') atomic++;
      if (sort === 'END') atomic--;
    } else if (sort === 'ATOMIC' && sortAt(i - 1) === 'BEGIN' && sortAt(first) === 'CREATE') atomic = 1;
    if (sort === 'end' || (sort === ';' && atomic === 0)) {
      if (i > first) found(first, i);
      first = i + 1;
    }
  }
}

/** The tokens of a text that mean something: an unclosed comment is kept, since it swallows what follows it. */
export const significantTokens = (text: string): Token[] => toTokens(text, scan(text));

/**
 * The non-empty statements of a text in order. A `;` inside a string, a quoted name, a dollar quote or a comment
 * ends nothing. Total: an unclosed string makes the rest of the text part of its statement.
 */
export function splitStatements(text: string): Statement[] {
  const tokens = scan(text);
  const statements: Statement[] = [];
  eachStatement(tokens, (first, last) => {
    const end = tokens.endAt(last - 1);
    statements.push({
      start: tokens.startAt(first),
      end,
      fullEnd: last < tokens.count ? tokens.endAt(last) : end,
    });
  });
  return statements;
}

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
  // Between `;` and the next statement without a blank: the caret belongs to what it follows.
  const next = statements.findIndex(
    ({ start }, i) => start > offset || (start === offset && statements[i - 1]?.fullEnd === offset),
  );
  const after = next < 0 ? undefined : statements[next];
  const before = statements[(next < 0 ? statements.length : next) - 1];
  if (before) {
    const ended = before.fullEnd > before.end;
    if (offset <= before.fullEnd || !ended) return before;
    if (!/[\r\n]/.test(text.slice(before.fullEnd, offset))) return before;
  }
  if (!after) return undefined;
  const lineStart =
    offset === 0 ? 0 : Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const isBlankLine = /(?:^|\n|\r(?!\n))[ \t\v\f]*(?:\r|\n)/.test(text.slice(lineStart, after.start));
  return isBlankLine ? undefined : after;
}
