import { canNameColumn } from '../dialect/identifierRules.ts';
import { modifierLetters, quotationMarkLookalikes } from '../lexer/characterClasses.ts';
import type { Token } from '../lexer/tokens.ts';
import type { ParsedStatement } from '../syntax/document/document.ts';

/**
 * Returns the offset in `text` from which quotes do not seem to pair up, as in `'O'Hara'`, so that any word after the
 * offset may be part of a value; `Infinity` if there is no such offset. An unclosed string does not count by itself,
 * since its token already extends to the end of the text.
 */
export function findUnpairedQuoteStartOrInfinity(
  text: string,
  tokens: readonly Token[],
  statements: readonly ParsedStatement[],
): number {
  const significant = tokens.filter(({ kind }) => kind !== 'comment');
  const isSyntaxCertain = createCertaintyTest(statements);
  const at = significant.findIndex((token, index) => {
    const last = significant[index - 1];
    return (
      isLoneQuote(token) ||
      containsQuoteLookalike(text, token) ||
      seemsToContinueQuotation(text, token, last, isSyntaxCertain) ||
      isQuotationTouchingWord(text, token, last)
    );
  });
  const unpaired = significant[at];
  if (!unpaired) return Number.POSITIVE_INFINITY;
  // If one typographic quote has no partner, none of them shows reliably where a value begins.
  const typographic = significant.some(
    (token) => token.kind === 'typographic-quote' && isSingleCharacter(token),
  )
    ? significant.find(({ kind }) => kind === 'typographic-quote')
    : undefined;
  const start = isQuotationTouchingWord(text, unpaired, significant[at - 1])
    ? findValueStart(text, significant, at)
    : unpaired.start;
  return Math.min(start, typographic?.start ?? start);
}

const quotedKinds: ReadonlySet<Token['kind']> = new Set([
  'string',
  'dollar-string',
  'quoted-identifier',
  'backtick',
  'typographic-quote',
]);

const isSingleCharacter = ({ start, end }: Token): boolean => end - start === 1;

const QUOTE_IN_WORD = new RegExp(
  `^[${modifierLetters}]|[\\p{Pi}\\p{Pf}\\p{Ps}\\p{Pe}${quotationMarkLookalikes}]`,
  'u',
);
const containsQuoteLookalike = (text: string, { kind, word, start, end }: Token): boolean =>
  kind === 'word' && word === '' && QUOTE_IN_WORD.test(text.slice(start, end));

const isLoneQuote = (token: Token): boolean =>
  (token.kind === 'typographic-quote' || token.kind === 'backtick') && isSingleCharacter(token);

/**
 * Whether a token seems to be part of the value in the quotation before it, as in `'O'Hara'` and, where the syntax is
 * wrong, in `'Mc' Donald'`.
 */
function seemsToContinueQuotation(
  text: string,
  token: Token,
  last: Token | undefined,
  isSyntaxCertain: (offset: number) => boolean,
): boolean {
  if (!last || !quotedKinds.has(last.kind)) return false;
  const isTouching = last.end === token.start;
  if (token.word === '(') return isTouching && !isSyntaxCertain(token.start);
  if (token.kind === 'placeholder') return isTouching;
  if (token.kind !== 'word' || !canBeName(text, token)) return false;
  return isTouching || !(CONTINUATION.test(token.word) || isSyntaxCertain(token.start));
}

const CONTINUATION = /^(?:BETWEEN|ESCAPE)$/;

const TYPE = /^(?:DATE|TIME|TIMESTAMP|TIMESTAMPTZ|INTERVAL)$/;

const isQuotationTouchingWord = (text: string, { kind, start }: Token, last: Token | undefined): boolean =>
  quotedKinds.has(kind) &&
  last?.kind === 'word' &&
  last.end === start &&
  !TYPE.test(last.word) &&
  canBeName(text, last);

const MARK_IN_VALUE = /^[-@.+/#&]+$/;

/**
 * Returns the offset at which the value that ends in the token at index `at` may begin. For `mail = ada.king@x.org'`
 * and the index of the quote, that is the offset of `ada`.
 */
function findValueStart(text: string, tokens: readonly Token[], at: number): number {
  let first = at;
  while (isPartOfValue(text, tokens[first - 1], tokens[first])) first--;
  return tokens[first]?.start ?? 0;
}

function isPartOfValue(text: string, token: Token | undefined, next: Token | undefined): boolean {
  if (!token || !next) return false;
  if (token.kind === 'word') return canBeName(text, token);
  if (token.kind === 'number') return true;
  return token.end === next.start && MARK_IN_VALUE.test(text.slice(token.start, token.end));
}

const canBeName = (text: string, { start, end }: Token): boolean =>
  canNameColumn(text.slice(start, end).toUpperCase());

/**
 * Returns a test for whether an offset in the text belongs to a statement with a query and is before the `certainEnd`
 * of its tree. The test must be called with ascending offsets.
 */
function createCertaintyTest(statements: readonly ParsedStatement[]): (offset: number) => boolean {
  let at = 0;
  return (offset) => {
    while (offset >= (statements[at]?.end ?? Number.POSITIVE_INFINITY)) at++;
    const found = statements[at];
    return found?.tree.statement.query !== undefined && offset < found.start + found.tree.certainEnd;
  };
}
