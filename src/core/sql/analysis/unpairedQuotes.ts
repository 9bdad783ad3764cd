/**
 * Finds the offset from which the quotes of a text no longer distinguish values from names, as in `'O'Hara'` or after
 * a typographic quote without a partner.
 */
import { canNameColumn } from '../dialect/identifierRules.ts';
import { modifierLetters, quotationMarkLookalikes } from '../lexer/characterClasses.ts';
import type { Token } from '../lexer/tokens.ts';
import type { ParsedStatement } from '../syntax/document/document.ts';

/**
 * Returns the offset in `text` from which quotes do not pair up, so that any word after it may be part of a value;
 * infinity if there is no such offset. A string or a double-quoted name that is not closed does not count by itself,
 * since its token already extends to the end of the text. `tokens` are the tokens of `text`, with or without comments,
 * and `statements` are its statements.
 */
export function findUnpairedQuoteStart(
  text: string,
  tokens: readonly Token[],
  statements: readonly ParsedStatement[],
): number {
  const significant = tokens.filter(({ kind }) => kind !== 'comment');
  const isSyntaxCertain = certaintyTest(statements);
  const at = significant.findIndex((token, index) => {
    const last = significant[index - 1];
    return (
      isLoneQuote(token) ||
      containsQuoteLookalike(text, token) ||
      continuesQuotation(text, token, last, isSyntaxCertain) ||
      isQuotationAfterWord(text, token, last)
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
  const start = isQuotationAfterWord(text, unpaired, significant[at - 1])
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

/**
 * Matches a word that begins with a letter that looks like an apostrophe, or that contains a bracket or a character
 * that looks like a quotation mark.
 */
const QUOTE_IN_WORD = new RegExp(
  `^[${modifierLetters}]|[\\p{Pi}\\p{Pf}\\p{Ps}\\p{Pe}${quotationMarkLookalikes}]`,
  'u',
);
/** Whether a token that PostgreSQL reads as a word looks to a user as if it contained a quotation mark: `ʼx`, `【x】`. */
const containsQuoteLookalike = (text: string, { kind, word, start, end }: Token): boolean =>
  kind === 'word' && word === '' && QUOTE_IN_WORD.test(text.slice(start, end));

/**
 * Whether a token is a single quotation mark, for which the lexer found no closing one. Besides a forgotten mark, this
 * occurs if quotations are nested (`“Ada “in” Lovelace”`), and if the quoted value contains a line break or is too long
 * for the lexer.
 */
const isLoneQuote = (token: Token): boolean =>
  (token.kind === 'typographic-quote' || token.kind === 'backtick') && isSingleCharacter(token);

/**
 * Whether a token follows a quotation in a way that suggests that it is a part of the same value:
 * - a word that may be a name, directly after the quotation, as in `'O'Hara'`;
 * - a word that may be a name, with a space before it, where the syntax is wrong, as in `name = 'Mc' Donald'`;
 * - an opening parenthesis directly after the quotation where the syntax is wrong, as in `'Ada '(Eve)' King'`;
 * - a placeholder directly after the quotation.
 *
 * False for AND in `'a'AND b`, since AND cannot be a name, and for `label` in `'a' label`, where the syntax allows a
 * name.
 */
function continuesQuotation(
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

/** Matches the words that continue an expression after a literal, although they can also be names. */
const CONTINUATION = /^(?:BETWEEN|ESCAPE)$/;

/** Matches names of types that can be directly before a literal, as in `DATE'2026-01-31'`. */
const TYPE = /^(?:DATE|TIME|TIMESTAMP|TIMESTAMPTZ|INTERVAL)$/;

/**
 * Whether a token is a quotation directly after a word that may be a name, as in `O'Hara'`. False after a type such as
 * DATE.
 */
const isQuotationAfterWord = (text: string, { kind, start }: Token, last: Token | undefined): boolean =>
  quotedKinds.has(kind) &&
  last?.kind === 'word' &&
  last.end === start &&
  !TYPE.test(last.word) &&
  canBeName(text, last);

/** Matches punctuation that occurs inside names, e-mail addresses, dates and phone numbers. */
const MARK_IN_VALUE = /^[-@.+/#&]+$/;

/**
 * Returns the start offset of the words, numbers and marks before the token at index `at` that may all be parts of one
 * value. For `name = Ada Lovelace'`, that is the offset of `Ada`; for `mail = ada.king@x.org'`, the offset of `ada`.
 */
function findValueStart(text: string, tokens: readonly Token[], at: number): number {
  let first = at;
  while (isPartOfValue(text, tokens[first - 1], tokens[first])) first--;
  return tokens[first]?.start ?? 0;
}

/**
 * Whether a token directly before the token `next` may be a part of the same value: a word that can be a name, a
 * number, or punctuation that touches `next`.
 */
function isPartOfValue(text: string, token: Token | undefined, next: Token | undefined): boolean {
  if (!token || !next) return false;
  if (token.kind === 'word') return canBeName(text, token);
  if (token.kind === 'number') return true;
  return token.end === next.start && MARK_IN_VALUE.test(text.slice(token.start, token.end));
}

const canBeName = (text: string, { start, end }: Token): boolean =>
  canNameColumn(text.slice(start, end).toUpperCase());

/**
 * Returns a test for whether an offset in the text is in a query, and before the offset from which an error makes that
 * query uncertain. The test must be called with ascending offsets.
 */
function certaintyTest(statements: readonly ParsedStatement[]): (offset: number) => boolean {
  let at = 0;
  return (offset) => {
    while (offset >= (statements[at]?.end ?? Number.POSITIVE_INFINITY)) at++;
    const found = statements[at];
    return found?.tree.statement.query !== undefined && offset < found.start + found.tree.certainEnd;
  };
}
