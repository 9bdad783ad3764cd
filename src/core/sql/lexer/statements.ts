import { Scanner } from './scanner.ts';
import type { Token } from './tokens.ts';

/**
 * The range of one statement in a text, in UTF-16 code units. `start` and `end` exclude the `;` and the whitespace and
 * closed comments around the statement.
 */
export interface StatementRange {
  readonly start: number;
  readonly end: number;
  /** The offset after the `;` that ends the statement; equal to `end` if there is none. */
  readonly fullEnd: number;
}

export interface LexedStatement extends StatementRange {
  /**
   * The statement's tokens, whose offsets count from the statement's `start`. Comments are left out, except for an
   * unclosed one, which swallows the text after it.
   */
  readonly tokens: readonly Token[];
}

/** Decides which `;` separate statements. Those between BEGIN ATOMIC and END in a CREATE statement do not. */
class SeparatorReader {
  #first: string | undefined;
  #previous: string | undefined;
  #blocks = 0;

  advanceAndTestSeparator({ word }: Token): boolean {
    if (word === ';' && this.#blocks === 0) {
      this.#first = undefined;
      this.#previous = undefined;
      return true;
    }
    if (this.#blocks > 0) this.#blocks += word === 'CASE' ? 1 : word === 'END' ? -1 : 0;
    else if (word === 'ATOMIC' && this.#previous === 'BEGIN' && this.#first === 'CREATE') this.#blocks = 1;
    this.#first ??= word;
    this.#previous = word;
    return false;
  }
}

/**
 * Returns the `;` tokens that end statements, including empty ones. `tokens` must be those of a whole text; comments
 * may be among them.
 */
export function findStatementSeparators(tokens: readonly Token[]): ReadonlySet<Token> {
  const reader = new SeparatorReader();
  return new Set(tokens.filter((token) => token.kind !== 'comment' && reader.advanceAndTestSeparator(token)));
}

function scanNextStatement(scanner: Scanner): LexedStatement | undefined {
  const tokens: Token[] = [];
  const reader = new SeparatorReader();
  scanner.rebaseAtNextToken();
  for (let token = scanner.next(); ; token = scanner.next()) {
    if (token && !reader.advanceAndTestSeparator(token)) {
      tokens.push(token);
      continue;
    }
    const last = tokens.at(-1);
    if (last) return createStatement(scanner.origin, tokens, last, token);
    if (!token) return undefined;
    scanner.rebaseAtNextToken();
  }
}

function createStatement(
  start: number,
  tokens: readonly Token[],
  last: Token,
  separator?: Token,
): LexedStatement {
  return { start, end: start + last.end, fullEnd: start + (separator ?? last).end, tokens };
}

/**
 * Yields the non-empty statements of a text in order, each with its tokens. `isFragment` says that the text comes from
 * the middle of another one, so that a byte order mark at its start is part of its content.
 */
export function* lexStatements(text: string, isFragment = false): Generator<LexedStatement, void> {
  const scanner = new Scanner(text, false, isFragment);
  for (let next = scanNextStatement(scanner); next; next = scanNextStatement(scanner)) yield next;
}

export const splitStatements = (text: string): StatementRange[] =>
  Array.from(lexStatements(text), ({ start, end, fullEnd }) => ({ start, end, fullEnd }));

/**
 * Returns the statement that a caret at `offset` (in UTF-16 code units) belongs to. After a `;`, up to the end of the
 * line or the next statement, that is the statement before the `;`, so that running there does not run the next one. On
 * other lines directly above a statement, such as those of a comment, it is the statement below. Returns undefined for
 * a caret apart from the statements, such as on a blank line between two. A last statement without `;` extends to the
 * end of the text.
 */
export function findStatementAtCaret(
  text: string,
  offset: number,
  statements: readonly StatementRange[] = splitStatements(text),
): StatementRange | undefined {
  // Between `;` and a next statement without whitespace before it, the caret belongs to the statement before the `;`.
  const next = statements.findIndex(
    ({ start }, i) => start > offset || (start === offset && statements[i - 1]?.fullEnd === offset),
  );
  const after = next < 0 ? undefined : statements[next];
  const before = statements[(next < 0 ? statements.length : next) - 1];
  if (before) {
    const isTerminated = before.fullEnd > before.end;
    if (offset <= before.fullEnd || !isTerminated) return before;
    if (!/[\r\n]/.test(text.slice(before.fullEnd, offset))) return before;
  }
  if (!after) return undefined;
  const lineStart =
    offset === 0 ? 0 : Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const isBlankLine = /(?:^|\n|\r(?!\n))[ \t\v\f]*(?:\r|\n)/.test(text.slice(lineStart, after.start));
  return isBlankLine ? undefined : after;
}
