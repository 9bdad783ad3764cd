/** Where the quotes of a text stop telling values from names, as in `'O'Hara'` or after a quote that nothing closes. */
import { canNameColumn } from '../dialect/identifierRules.ts';
import { modifierLetters, quotationMarkLookalikes } from '../lexer/characterClasses.ts';
import type { Token } from '../lexer/tokens.ts';
import type { ParsedStatement } from '../syntax/document/document.ts';

/**
 * Returns the offset in `text` from which quotes do not pair up, so that any word after it may be part of a value; infinity
 * if all quotes pair up. `tokens` are those of `text`, with or without comments, and `statements` are its statements.
 */
export function unpairedQuoteStart(
  text: string,
  tokens: readonly Token[],
  statements: readonly ParsedStatement[],
): number {
  const significant = tokens.filter(({ kind }) => kind !== 'comment');
  const isSyntaxCertain = certaintyTest(statements);
  const at = significant.findIndex((token, index) => {
    const last = significant[index - 1];
    return (
      isQuoteAlone(token) ||
      hasQuote(text, token) ||
      isAfterQuote(text, token, last, isSyntaxCertain) ||
      isBeforeQuote(text, token, last)
    );
  });
  const unpaired = significant[at];
  if (!unpaired) return Number.POSITIVE_INFINITY;
  // With one typographic quote too many, none of them tells where a value begins.
  const typographic = significant.some(
    (token) => token.kind === 'typographic-quote' && isSingleCharacter(token),
  )
    ? significant.find(({ kind }) => kind === 'typographic-quote')
    : undefined;
  const start = isBeforeQuote(text, unpaired, significant[at - 1])
    ? namesStart(text, significant, at)
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

/** A letter that looks like an apostrophe first in a word, or anywhere a bracket or a mark that looks like a quote. */
const QUOTE_IN_WORD = new RegExp(
  `^[${modifierLetters}]|[\\p{Pi}\\p{Pf}\\p{Ps}\\p{Pe}${quotationMarkLookalikes}]`,
  'u',
);
/** Whether a token is a word, to PostgreSQL, in which a person sees a quotation mark: `ʼx`, `【x】`. */
const hasQuote = (text: string, { kind, word, start, end }: Token): boolean =>
  kind === 'word' && word === '' && QUOTE_IN_WORD.test(text.slice(start, end));

/**
 * Whether a token is a quotation mark that has no partner. Quotations within quotations (`“Ada “in” Lovelace”`), and a value
 * with a line break or of more than 58 characters, leave such a mark.
 */
const isQuoteAlone = (token: Token): boolean =>
  (token.kind === 'typographic-quote' || token.kind === 'backtick') && isSingleCharacter(token);

/**
 * Whether a token is a word that may be a name and follows a quotation where no name can be: directly, as in `'O'Hara'`, or
 * where the syntax is wrong, as in `name = 'Mc' Donald'`. In `'a'AND b` the word can't be a name; in `'a' label` it may.
 * An opening parenthesis directly after a quotation, as in `'Ada '(Eve)' King'`, counts as well where the syntax is wrong.
 */
function isAfterQuote(
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

/** Words that continue an expression after a literal, though they can also be names. */
const CONTINUATION = /^(?:BETWEEN|ESCAPE)$/;

/** Names of types that can be directly before a literal, as in `DATE'2026-01-31'`. */
const TYPE = /^(?:DATE|TIME|TIMESTAMP|TIMESTAMPTZ|INTERVAL)$/;

/** Whether a token is a quotation directly after a word that may be a name, as in `O'Hara'`. */
const isBeforeQuote = (text: string, { kind, start }: Token, last: Token | undefined): boolean =>
  quotedKinds.has(kind) &&
  last?.kind === 'word' &&
  last.end === start &&
  !TYPE.test(last.word) &&
  canBeName(text, last);

/** Marks inside of names, e-mail addresses, dates, and phone numbers. */
const MARK_IN_VALUE = /^[-@.+/#&]+$/;

/**
 * Returns where the words before a token begin that may all be parts of one value: of `name = Ada Lovelace'`, the offset of
 * `Ada`; of `mail = ada.king@x.org'`, the offset of `ada`.
 */
function namesStart(text: string, tokens: readonly Token[], at: number): number {
  let first = at;
  while (isPartOfValue(text, tokens[first - 1], tokens[first])) first--;
  return tokens[first]?.start ?? 0;
}

/** Whether a token before `next` may be a part of the same value: a word, a number, or a mark that touches what follows. */
function isPartOfValue(text: string, token: Token | undefined, next: Token | undefined): boolean {
  if (!token || !next) return false;
  if (token.kind === 'word') return canBeName(text, token);
  if (token.kind === 'number') return true;
  return token.end === next.start && MARK_IN_VALUE.test(text.slice(token.start, token.end));
}

const canBeName = (text: string, { start, end }: Token): boolean =>
  canNameColumn(text.slice(start, end).toUpperCase());

/**
 * Returns a test for whether an offset is in a query, before its first syntax error. The offsets passed to the test must
 * ascend.
 */
function certaintyTest(statements: readonly ParsedStatement[]): (offset: number) => boolean {
  let at = 0;
  return (offset) => {
    while (offset >= (statements[at]?.end ?? Number.POSITIVE_INFINITY)) at++;
    const found = statements[at];
    return found?.tree.statement.query !== undefined && offset < found.start + found.tree.certainEnd;
  };
}
