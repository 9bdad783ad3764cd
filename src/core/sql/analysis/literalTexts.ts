/** What a literal says, in the forms in which an answer may repeat it. */
import { decodeQuoted } from '../lexer/escapes.ts';
import { isMalformed, isUnclosed, type Token } from '../lexer/tokens.ts';

const CONTINUED = /'\s*[\r\n]\s*'/;

/** Any quotes, also those that only a word processor or another language has. */
const QUOTES = /["'`\p{Quotation_Mark}]+/u;

/** The text itself and its parts between quotes, where quotes do not tell what is a value: each that is not blank. */
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

/** PostgreSQL cuts names to this many bytes of UTF-8, and repeats them so. */
const MAX_NAME_BYTES = 63;

function cutName(name: string): string {
  let bytes = 0;
  let end = 0;
  for (const character of name) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > MAX_NAME_BYTES) return name.slice(0, end);
    end += character.length;
  }
  return name;
}

/** A text as written, and as PostgreSQL repeats it where it reads it as names without quotes. */
const foldedForms = (text: string): readonly string[] => {
  const name = cutName(text);
  return [text, text.toLowerCase(), name, name.toLowerCase()];
};

/** The forms of a text between quotes that PostgreSQL does not know: each word in it is a name, perhaps with a quote. */
function unquotedForms(source: string): readonly string[] {
  const inner = source.slice(1, -1);
  const words = [...source.split(/\s+/), ...inner.split(/\s+/)].filter((word) => word !== '');
  return [...new Set([source, inner, ...words].flatMap(foldedForms))];
}

/** Words of an array, a row, a range, or JSON, which messages repeat one by one; nothing of other texts. */
const elementsOf = (text: string): readonly string[] =>
  /^\s*[{[(]/.test(text) ? text.split(/[\s{}()[\],:"\\]+/).filter((part) => part !== '') : [];
