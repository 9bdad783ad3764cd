/** Where the statements of a text begin and end. */
import { Scanner } from './scanner.ts';
import type { Token } from './tokens.ts';

/** One statement of a file: `start`..`end` without surrounding whitespace, comments and the `;`. */
export interface StatementRange {
  readonly start: number;
  readonly end: number;
  /** End including the `;`, or `end` where there is none. */
  readonly fullEnd: number;
}

/** A statement with its tokens, whose offsets are relative to the first one. */
export interface LexedStatement extends StatementRange {
  /** Without comments, except an unclosed one: it swallows what follows. */
  readonly tokens: readonly Token[];
}

/**
 * Which `;` separates statements: each but those of `CREATE FUNCTION … BEGIN ATOMIC a; b; END`, which is one
 * statement. Reads the tokens of a text one by one.
 */
class SeparatorReader {
  /** The first and the last word of the statement so far. */
  #first: string | undefined;
  #previous: string | undefined;
  /** Open BEGIN ATOMIC and CASE. */
  #blocks = 0;

  /** Whether the next token, which is no comment, separates statements. */
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

/** The tokens that separate the statements of a text, among all of its tokens. Linear. */
export function separatorsOf(tokens: readonly Token[]): ReadonlySet<Token> {
  const reader = new SeparatorReader();
  return new Set(tokens.filter((token) => token.kind !== 'comment' && reader.isSeparator(token)));
}

/** The next statement that is not empty; undefined at the end of the text. */
function nextStatement(scanner: Scanner): LexedStatement | undefined {
  const tokens: Token[] = [];
  const reader = new SeparatorReader();
  scanner.rebaseAtNextToken();
  for (let token = scanner.next(); ; token = scanner.next()) {
    if (token && !reader.isSeparator(token)) {
      tokens.push(token);
      continue;
    }
    const last = tokens.at(-1);
    if (last) return finish(scanner.origin, tokens, last, token);
    if (!token) return undefined;
    scanner.rebaseAtNextToken();
  }
}

function finish(start: number, tokens: readonly Token[], last: Token, separator?: Token): LexedStatement {
  return { start, end: start + last.end, fullEnd: start + (separator ?? last).end, tokens };
}

/**
 * As `splitStatements`, with the tokens of each; a statement is lexed when it is first needed. `isFragment`: the text
 * is from the middle of another one.
 */
export function* lexStatements(text: string, isFragment = false): Generator<LexedStatement, void> {
  const scanner = new Scanner(text, false, isFragment);
  for (let next = nextStatement(scanner); next; next = nextStatement(scanner)) yield next;
}

/**
 * The non-empty statements of a text in order. A `;` inside a string, a quoted identifier, a dollar quote or a comment
 * ends nothing. Total: an unclosed string makes the rest of the text part of its statement.
 */
export const splitStatements = (text: string): StatementRange[] =>
  Array.from(lexStatements(text), ({ start, end, fullEnd }) => ({ start, end, fullEnd }));

/**
 * The statement that a caret at `offset` means:
 * - from its first character to directly after its `;`, and on to the end of that line, so that a caret after the
 *   `;` never runs the next statement;
 * - before its first character on the same line, and on comment lines directly above it;
 * - after a last statement without `;`, anywhere, since it has not ended;
 * - on a blank line between statements: none.
 */
export function statementAt(
  text: string,
  offset: number,
  statements: readonly StatementRange[] = splitStatements(text),
): StatementRange | undefined {
  // Between `;` and a next statement that follows without whitespace: the caret belongs to what it follows.
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
