/** The forms in which a message or a response of the service may repeat the text of a literal. */
import { cutName } from '../dialect/identifier.ts';
import { modifierLetters, quotationMarkLookalikes } from '../lexer/characterClasses.ts';
import { decodeQuoted } from '../lexer/escapes.ts';
import { isMalformed, isUnclosed, type Token } from '../lexer/tokens.ts';

const CONTINUED = /'\s*[\r\n]\s*'/;

/** One or more quotation marks, including typographic ones, those of other scripts, and characters that look like one. */
const QUOTES = new RegExp(`["'\`\\p{Quotation_Mark}${quotationMarkLookalikes}${modifierLetters}]+`, 'u');

/**
 * Returns `text` and its parts between quotation marks, each in the forms of `foldedForms`, without blank ones. For text
 * whose quotation marks do not show which part is a value.
 */
export const textsIn = (text: string): readonly string[] => [
  ...new Set([text, ...text.split(QUOTES)].filter((part) => part.trim() !== '').flatMap(foldedForms)),
];

/**
 * The texts of a token that `maskLiterals` masks (`source` is its own): between its quotes as written, and as PostgreSQL
 * reads it where that differs. Of a comment nothing, unless it has no end: then the service quotes it.
 */
export function literalTexts(token: Token, source: string): readonly string[] {
  const { kind } = token;
  if (kind === 'comment') return isUnclosed(token) ? [source] : [];
  if (kind === 'unknown') return textsIn(source.slice(1, -1));
  if (kind === 'number') return [source];
  if (kind === 'typographic-quote' || kind === 'backtick') return unquotedForms(source);
  return [
    ...new Set(quotedTexts(token, source).flatMap((text) => [text, cutName(text), ...elementsOf(text)])),
  ];
}

function quotedTexts(token: Token, source: string): readonly string[] {
  if (token.kind === 'dollar-string') {
    const tag = source.indexOf('$', 1) + 1;
    return [source.slice(tag, isUnclosed(token) ? undefined : -tag)];
  }
  const quote = token.kind === 'string' ? "'" : '"';
  const inner = source.slice(source.indexOf(quote) + 1, isUnclosed(token) ? undefined : -1);
  const continued = inner.split(CONTINUED);
  const written = [inner, ...(continued.length > 1 ? [continued.join(''), ...continued] : [])];
  const read = isMalformed(token) ? undefined : decodeQuoted(source);
  return [
    ...written.flatMap((text) => [text, text.replaceAll(quote + quote, quote)]),
    ...(read === undefined ? [] : [read]),
  ];
}

/** Returns `text` as written, in lower case, and truncated, because PostgreSQL changes unquoted names in these ways. */
const foldedForms = (text: string): readonly string[] => {
  const name = cutName(text);
  return [text, text.toLowerCase(), name, name.toLowerCase()];
};

/**
 * Returns the forms in which PostgreSQL's messages may contain `source`, a text in quotation marks that PostgreSQL does
 * not know, such as “Ada King”. PostgreSQL parses each word as an unquoted name, and the mark next to a word as part of
 * that name.
 */
function unquotedForms(source: string): readonly string[] {
  const inner = source.slice(1, -1);
  const words = [...source.split(/\s+/), ...inner.split(/\s+/)].filter((word) => word !== '');
  return [...new Set([source, inner, ...words].flatMap(foldedForms))];
}

/** Returns the elements of an array, a row, a range, or JSON, because messages quote single elements; an empty list for other text. */
const elementsOf = (text: string): readonly string[] =>
  /^\s*[{[(]/.test(text) ? text.split(/[\s{}()[\],:"\\]+/).filter((part) => part !== '') : [];
