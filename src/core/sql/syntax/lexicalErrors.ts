import { isUnclosed, type Token } from '../lexer/tokens.ts';
import type { SyntaxIssue } from './parser.ts';
import { isClosing, isOpening } from './parser.ts';

/**
 * Maximum number of parentheses, brackets and other parts of expressions, such as CASE, that may be open at once. A
 * deeper expression is a syntax error.
 */
export const MAX_OPEN_BRACKETS = 10_000;

interface LexicalErrors {
  readonly issues: readonly SyntaxIssue[];
  readonly unclosed: ReadonlySet<number>;
  /** True if an error makes the meaning of the whole statement uncertain, such as a missing quote or parenthesis. */
  readonly isConfusing: boolean;
}

export function findLexicalErrors(tokens: readonly Token[]): LexicalErrors {
  const issues: SyntaxIssue[] = [];
  let isConfusing = false;
  for (const token of tokens) {
    const { error, start } = token;
    if (error === undefined) continue;
    // For a text in typographic quotes, only the opening quotation mark is marked as the error.
    issues.push({ reason: error, start, end: error === 'typographic-quote' ? start + 1 : token.end });
    isConfusing ||= isConfusingToken(token);
  }
  const { stray, unclosed } = matchBrackets(tokens);
  if (stray.length === 0 && unclosed.length === 0) return { issues, unclosed: none, isConfusing };
  for (const token of stray) issues.push({ reason: 'stray-parenthesis', start: token.start, end: token.end });
  for (const index of unclosed) {
    const { start = 0, end = 0 } = tokens[index] ?? {};
    issues.push({ reason: 'unclosed-parenthesis', start, end });
  }
  return {
    issues,
    unclosed: new Set(unclosed.slice(0, MAX_OPEN_BRACKETS)),
    isConfusing: true,
  };
}

const none: ReadonlySet<number> = new Set();

const isConfusingToken = (token: Token): boolean =>
  isUnclosed(token) ||
  token.error === 'invisible-character' ||
  token.error === 'unexpected-character' ||
  (token.error === 'backtick' && token.end === token.start + 1);

/**
 * Returns the closing parentheses and brackets that have no partner, and the token indices of the opening ones that
 * have none. A closing parenthesis also ends brackets that were opened after its partner, so in `([)` the bracket is
 * unclosed.
 */
function matchBrackets(tokens: readonly Token[]): { stray: Token[]; unclosed: number[] } {
  const round: number[] = [];
  const square: number[] = [];
  const stray: Token[] = [];
  const unclosed: number[] = [];
  let beyond = 0;
  tokens.forEach((token, index) => {
    const { kind, word } = token;
    if (kind !== 'punctuation' || !(isOpening(word) || isClosing(word))) return;
    const isRound = word === '(' || word === ')';
    const mine = isRound ? round : square;
    const others = isRound ? square : round;
    if (isOpening(word)) {
      if (round.length + square.length < MAX_OPEN_BRACKETS) mine.push(index);
      else beyond++;
    } else if (beyond > 0) beyond--;
    else {
      const partner = mine.pop();
      if (partner === undefined) stray.push(token);
      else while ((others.at(-1) ?? -1) > partner) unclosed.push(others.pop() ?? 0);
    }
  });
  return { stray, unclosed: [...unclosed, ...round, ...square] };
}
