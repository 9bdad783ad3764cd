/**
 * Converts a statement to the text that is passed to node-sql-parser: its tokens separated by single spaces, with
 * names, strings and numbers replaced by plain ones. Converts offsets that the parser reports back to offsets in the
 * source.
 */

import { createNameKey } from '../dialect/identifier.ts';
import { isKeyword } from '../dialect/identifierRules.ts';
import { lexStatements } from '../lexer/statements.ts';
import type { Token } from '../lexer/tokens.ts';
import { SqlStatement } from '../syntax/document/sqlStatement.ts';
import { shiftRange } from '../syntax/ranges.ts';
import { isTrusted } from './parserTrust.ts';
import { rolesIn, type TokenRole } from './roles.ts';

export interface ParserText {
  /**
   * The text for node-sql-parser to parse. Comments are left out, and strings, numbers and placeholders are replaced.
   */
  readonly text: string;
  /** Maximum nesting depth of parentheses in `text`; 0 if there are none. */
  readonly depth: number;
  /** Whether a syntax error that node-sql-parser reports for `text` can be believed; see `isTrusted`. */
  readonly isTrusted: boolean;
  /**
   * Returns the range, in the source, of the token at an offset of `text`. For an offset after all tokens, returns an
   * empty range after the last token.
   */
  sourceRange(offset: number): { readonly start: number; readonly end: number };
}

const nameRoles: ReadonlySet<TokenRole> = new Set<TokenRole>([
  ...(['table', 'commonTable', 'tableAlias', 'column', 'columnAlias', 'qualifier', 'label'] as const),
]);

/**
 * Converts the first statement of a text for node-sql-parser; undefined if the text contains no statement. Names become
 * `n0`, `n1` and so on, with the same number for names that PostgreSQL considers equal, because the parser rejects many
 * valid names (`AS order`, letters beyond ASCII) and does not fold names to lower case. Strings, numbers and
 * placeholders become `'x'` or `1`. Never throws.
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
    const key = createNameKey(source.slice(token.start, token.end));
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return `n${number}`;
  };
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    const role = roles[i] ?? 'other';
    const isName = nameRoles.has(role) || (before?.word === '.' && token.kind === 'word');
    const piece = isName ? plainName(token) : parserTextOf(token, role, before, source);
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
    isTrusted: tree !== undefined && isTrusted(tree),
    sourceRange(offset) {
      // The space between two tokens belongs to the second one.
      const at = starts.findIndex((_, i) => offset < (starts[i + 1] ?? made.length + 1) - 1);
      const last = written.at(-1)?.end ?? 0;
      const { start, end } = written[at] ?? { start: last, end: last };
      return shiftRange({ start, end }, base);
    },
  };
}

/**
 * Returns the text that replaces a token in the statement given to node-sql-parser; '' if node-sql-parser works better
 * without the token. The token must not be a name. `before` is the preceding token, undefined if there is none.
 */
function parserTextOf(token: Token, role: TokenRole, before: Token | undefined, source: string): string {
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
      // SELECT ALL means SELECT, but node-sql-parser takes ALL for a column.
      if (token.word === 'ALL' && before?.word === 'SELECT') return '';
      if (token.kind !== 'word' ? token.word !== '' : isKeyword(token.word)) return token.word;
      return role === 'function' ? 'f' : source.slice(token.start, token.end);
  }
}
