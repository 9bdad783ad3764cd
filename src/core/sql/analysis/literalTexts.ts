import { truncateName } from '../dialect/identifier.ts';
import { modifierLetters, quotationMarkLookalikes } from '../lexer/characterClasses.ts';
import { decodeQuoted } from '../lexer/escapes.ts';
import { isMalformed, isUnclosed, type Token } from '../lexer/tokens.ts';

const CONTINUED = /'\s*[\r\n]\s*'/;

const QUOTES = new RegExp(`["'\`\\p{Quotation_Mark}${quotationMarkLookalikes}${modifierLetters}]+`, 'u');

/**
 * Returns `text` and the parts into which its quotation marks divide it, each in the forms in which PostgreSQL may
 * repeat it. A blank text and blank parts are left out.
 */
export const listFormsOfQuotedParts = (text: string): readonly string[] => [
  ...new Set([text, ...text.split(QUOTES)].filter((part) => part.trim() !== '').flatMap(listFoldedForms)),
];

/**
 * Returns the texts to hide in other places if a token is masked, in the forms in which PostgreSQL may repeat them.
 * `source` is the token's own text. For a closed comment there are none; an unclosed one is quoted in PostgreSQL's
 * error message.
 */
export function findTextsToHide(token: Token, source: string): readonly string[] {
  const { kind } = token;
  if (kind === 'comment') return isUnclosed(token) ? [source] : [];
  if (kind === 'unknown') return listFormsOfQuotedParts(source.slice(1, -1));
  if (kind === 'number') return [source];
  if (kind === 'typographic-quote' || kind === 'backtick') return splitTypographicQuotation(source);
  return [
    ...new Set(
      readTextsBetweenQuotes(token, source).flatMap((text) => [
        text,
        truncateName(text),
        ...splitCompositeValue(text),
      ]),
    ),
  ];
}

function readTextsBetweenQuotes(token: Token, source: string): readonly string[] {
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

/**
 * Returns `text` as written and in lower case, and both also truncated to 63 bytes, because PostgreSQL changes unquoted
 * names in these ways.
 */
const listFoldedForms = (text: string): readonly string[] => {
  const name = truncateName(text);
  return [text, text.toLowerCase(), name, name.toLowerCase()];
};

/**
 * Returns the texts to hide for a text in typographic quotes or backticks: the whole text with and without its quotes,
 * and each word. PostgreSQL does not know such quotes. It parses each word of “Ada King” as an unquoted name, and the
 * typographic quote next to a word as part of that name.
 */
function splitTypographicQuotation(source: string): readonly string[] {
  const inner = source.slice(1, -1);
  const words = [...source.split(/\s+/), ...inner.split(/\s+/)].filter((word) => word !== '');
  return [...new Set([source, inner, ...words].flatMap(listFoldedForms))];
}

const splitCompositeValue = (text: string): readonly string[] =>
  /^\s*[{[(]/.test(text) ? text.split(/[\s{}()[\],:"\\]+/).filter((part) => part !== '') : [];
