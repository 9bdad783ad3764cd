import { createNameKey } from '../dialect/identifier.ts';
import { isKeyword } from '../dialect/identifierRules.ts';
import { lexStatements } from '../lexer/statements.ts';
import type { Token } from '../lexer/tokens.ts';
import { SqlStatement } from '../syntax/document/sqlStatement.ts';
import { shiftRange } from '../syntax/ranges.ts';
import { canTrustParserError } from './parserTrust.ts';
import { determineStatementRoles, type TokenRole } from './roles.ts';

export interface ParserText {
  readonly text: string;
  /** Maximum nesting depth of parentheses in `text`. */
  readonly depth: number;
  /** Whether a syntax error that node-sql-parser reports for `text` can be believed. */
  readonly isTrusted: boolean;
  /**
   * Returns the range, in the text that was converted, of the token at an offset of `text`. For an offset after all
   * tokens, returns the empty range at the end of the last one.
   */
  sourceRange(offset: number): { readonly start: number; readonly end: number };
}

const nameRoles: ReadonlySet<TokenRole> = new Set<TokenRole>([
  ...(['table', 'commonTable', 'tableAlias', 'column', 'columnAlias', 'qualifier', 'label'] as const),
]);

/**
 * Converts the first statement of a text for node-sql-parser; undefined if there is none. Names and values are replaced
 * by plain ones, because the parser rejects many valid names (`AS order`) and does not fold names to lower case.
 */
export function toParserText(text: string): ParserText | undefined {
  const [first] = lexStatements(text);
  if (!first) return undefined;
  const { start: base, tokens } = first;
  const source = text.slice(base, first.end);
  const { roles, tree } = determineStatementRoles(new SqlStatement(source, tokens));
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
    const piece = isName ? plainName(token) : replaceTokenForParser(token, role, before, source);
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
    isTrusted: tree !== undefined && canTrustParserError(tree),
    sourceRange(offset) {
      // The space between two tokens belongs to the second one.
      const at = starts.findIndex((_, i) => offset < (starts[i + 1] ?? made.length + 1) - 1);
      const last = written.at(-1)?.end ?? 0;
      const { start, end } = written[at] ?? { start: last, end: last };
      return shiftRange({ start, end }, base);
    },
  };
}

function replaceTokenForParser(
  token: Token,
  role: TokenRole,
  before: Token | undefined,
  source: string,
): string {
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
