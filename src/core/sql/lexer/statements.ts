/** Finds where the statements of a text begin and end. */
import { Scanner } from './scanner.ts';
import type { Token } from './tokens.ts';

/**
 * The range of one statement in a text, in UTF-16 code units. `start` and `end` exclude surrounding whitespace, the
 * `;`, and comments that are closed.
 */
export interface StatementRange {
  readonly start: number;
  readonly end: number;
  /** The offset after the `;` that ends the statement; equal to `end` if there is none. */
  readonly fullEnd: number;
}

/** A statement with its tokens, whose offsets count from the statement's `start`. */
export interface LexedStatement extends StatementRange {
  /**
   * The statement's tokens without comments. Only an unclosed comment is included, because it swallows the text after
   * it.
   */
  readonly tokens: readonly Token[];
}

/**
 * Decides which `;` separate statements: all except those in the block of a CREATE statement between BEGIN ATOMIC and
 * its END (`CREATE FUNCTION … BEGIN ATOMIC a; b; END`). Must be given the tokens in order and without comments, from
 * the beginning of a text or of a statement.
 */
class SeparatorReader {
  #first: string | undefined;
  #previous: string | undefined;
  /** Number of BEGIN ATOMIC and CASE blocks that are open in a CREATE statement. */
  #blocks = 0;

  /** Takes the next token, which must not be a comment, and returns true if it is a `;` that separates statements. */
  isSeparator({ word }: Token): boolean {
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
 * Returns those of a text's tokens that are a `;` which ends a statement or an empty one. `tokens` must be all tokens
 * of the text; comments may be among them.
 */
export function findSeparators(tokens: readonly Token[]): ReadonlySet<Token> {
  const reader = new SeparatorReader();
  return new Set(tokens.filter((token) => token.kind !== 'comment' && reader.isSeparator(token)));
}

function scanNextStatement(scanner: Scanner): LexedStatement | undefined {
  const tokens: Token[] = [];
  const reader = new SeparatorReader();
  scanner.rebaseAtNextToken();
  for (let token = scanner.next(); ; token = scanner.next()) {
    if (token && !reader.isSeparator(token)) {
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
 * Yields the non-empty statements of a text in order, each with its tokens. Each statement is scanned only when the
 * iterator reaches it. `isFragment` says that the text comes from the middle of another one, so that a byte order
 * mark at its start is a character of the text. Never throws.
 */
export function* lexStatements(text: string, isFragment = false): Generator<LexedStatement, void> {
  const scanner = new Scanner(text, false, isFragment);
  for (let next = scanNextStatement(scanner); next; next = scanNextStatement(scanner)) yield next;
}

/**
 * Returns the ranges of the non-empty statements of a text, in order. A `;` inside a string, a quoted identifier, a
 * dollar quote or a comment does not end a statement. Never throws: an unclosed string makes the rest of the text
 * part of its statement.
 */
export const splitStatements = (text: string): StatementRange[] =>
  Array.from(lexStatements(text), ({ start, end, fullEnd }) => ({ start, end, fullEnd }));

/**
 * Returns the statement that a caret at `offset` (in UTF-16 code units) belongs to:
 * - from a statement's first character to directly after its `;`, and on to the end of that line or to the next
 *   statement on it, that statement, so that running at a caret after the `;` does not run the next one. Directly
 *   between a `;` and a statement that follows without whitespace, the statement before the `;`;
 * - before a statement's first character on the same line, and on comment lines directly above it, that statement;
 * - anywhere after a last statement without `;`, that statement, since it has not ended;
 * - otherwise undefined: on a blank line between statements, above a comment that is followed by a blank line, and on
 *   the lines below a last statement with `;`.
 */
export function statementAt(
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
