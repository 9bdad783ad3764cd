/** What a literal says, in the forms in which an answer may repeat it. */
import { decodeQuoted } from '../lexer/escapes.ts';
import { isMalformed, isUnclosed, type Token } from '../lexer/tokens.ts';

const CONTINUED = /'\s*[\r\n]\s*'/;

/** The text itself and its parts between quotes, where quotes do not tell what is a value: each that is not blank. */
export const textsIn = (text: string): readonly string[] =>
  [...new Set([text, ...text.split(/['"`\u2018-\u201f\u2039\u203a\u00ab\u00bb]+/)])].filter(
    (part) => part.trim() !== '',
  );

/**
 * The texts of a token that `maskLiterals` masks (`source` is its own): between its quotes as written, and as PostgreSQL
 * reads it where that differs. Of a comment nothing, unless it has no end: then the service quotes it.
 */
export function literalTexts(token: Token, source: string): readonly string[] {
  const { kind } = token;
  if (kind === 'comment') return isUnclosed(token) ? [source] : [];
  if (kind === 'unknown') return textsIn(source.slice(1, -1));
  if (kind === 'number') return [source];
  if (kind === 'typographic-quote') return [source, source.slice(1, -1)];
  if (kind === 'dollar-string') {
    const tag = source.indexOf('$', 1) + 1;
    return [source.slice(tag, isUnclosed(token) ? undefined : -tag)];
  }
  const quote = kind === 'string' ? "'" : kind === 'backtick' ? '`' : '"';
  const inner = source.slice(source.indexOf(quote) + 1, isUnclosed(token) ? undefined : -1);
  const continued = inner.split(CONTINUED);
  const written = [inner, ...(continued.length > 1 ? [continued.join(''), ...continued] : [])];
  const read = !isMalformed(token) && kind !== 'backtick' ? decodeQuoted(source) : undefined;
  return [
    ...written.flatMap((text) => [text, text.replaceAll(quote + quote, quote)]),
    ...(read === undefined ? [] : [read]),
  ];
}
