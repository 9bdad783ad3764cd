/**
 * A statement as node-sql-parser is to read it: its tokens with single spaces between them, names and values replaced
 * by plain ones, and the way back from the parser's offsets to those of the source.
 */

import { nameKey } from '../dialect/identifier.ts';
import { isKeyword } from '../dialect/identifierRules.ts';
import { lexStatements } from '../lexer/statements.ts';
import type { Token } from '../lexer/tokens.ts';
import { SqlStatement } from '../syntax/document/sqlStatement.ts';
import { shiftRange } from '../syntax/ranges.ts';
import { isTrusted } from './parserTrust.ts';
import { rolesIn, type TokenRole } from './roles.ts';

export interface ParserText {
  /** Comments and values are left out of it, so the parser never sees any. */
  readonly text: string;
  /** How deep parentheses are nested; the parser's time doubles with each level. */
  readonly depth: number;
  /** Whether an error of the parser counts: see `isTrusted`. */
  readonly trusted: boolean;
  /** The token of the source at an offset of `text`; an empty range after the last token where there is none. */
  sourceRange(offset: number): { readonly start: number; readonly end: number };
}

const nameRoles: ReadonlySet<TokenRole> = new Set<TokenRole>([
  ...(['table', 'commonTable', 'tableAlias', 'column', 'columnAlias', 'qualifier', 'label'] as const),
]);

/**
 * The first statement of a text, for the parser; undefined where there is none. Names become `n0`, `n1` …, one for
 * each that PostgreSQL tells apart, since the parser refuses many that are right (`AS order`, letters beyond ASCII)
 * and folds none. Values become `'x'` or `1`, placeholders too. Total; linear.
 */
export function toParserText(text: string): ParserText | undefined {
  const [first] = lexStatements(text);
  if (!first) return undefined;
  const { start: base, tokens } = first;
  const source = text.slice(base, first.end);
  const { roles, tree } = rolesIn(new SqlStatement(source, tokens));
  const numbers = new Map<string, number>();
  const starts: number[] = [];
  const written: Token[] = [];
  let made = '';
  let depth = 0;
  let open = 0;

  const plainName = (token: Token): string => {
    const key = nameKey(source.slice(token.start, token.end));
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return `n${number}`;
  };
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    const role = roles[i] ?? 'other';
    const isName = nameRoles.has(role) || (before?.word === '.' && token.kind === 'word');
    const piece = isName ? plainName(token) : pieceOf(token, role, before, source);
    if (piece === '') return;
    if (made !== '') made += ' ';
    starts.push(made.length);
    written.push(token);
    made += piece;
    if (token.word === '(') depth = Math.max(depth, ++open);
    else if (token.word === ')') open--;
  });

  return {
    text: made,
    depth,
    trusted: tree !== undefined && isTrusted(tree),
    sourceRange(offset) {
      // A space belongs to the token after it.
      const at = starts.findIndex((_, i) => offset < (starts[i + 1] ?? made.length + 1) - 1);
      const last = written.at(-1)?.end ?? 0;
      const { start, end } = written[at] ?? { start: last, end: last };
      return shiftRange({ start, end }, base);
    },
  };
}

/**
 * Returns the text that replaces a token that is not a name in the statement given to the parser; '' if the parser works
 * better without the token.
 */
function pieceOf(token: Token, role: TokenRole, before: Token | undefined, source: string): string {
  switch (token.kind) {
    case 'number':
      return '1';
    case 'string':
    case 'dollar-string':
      return "'x'";
    case 'placeholder':
    case 'parameter':
      return before?.word === 'LIMIT' || before?.word === 'OFFSET' ? '1' : "'x'";
    case 'comment':
      return '';
    default:
      // SELECT ALL is SELECT, and the parser takes ALL for a column.
      if (token.word === 'ALL' && before?.word === 'SELECT') return '';
      if (token.kind !== 'word' ? token.word !== '' : isKeyword(token.word)) return token.word;
      return role === 'function' ? 'f' : source.slice(token.start, token.end);
  }
}
