/** What a literal says, in the forms in which an answer may repeat it. */
import type { Token } from './tokens.ts';

const CONTINUED = /'\s*[\r\n]\s*'/g;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** As PostgreSQL reads `E'…'` (section 4.1.2.2 of its manual). */
const BACKSLASH = /\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g;
/** As it reads `U&'…'` (section 4.1.2.3), unless another character escapes. */
const UNICODE = /\\(?:\+([\da-f]{6})|([\da-f]{4})|(\\))/gi;

/**
 * The texts of a token that `maskLiterals` masks (`source` is its own): between its quotes as written, and as PostgreSQL
 * reads it where that differs. Of a comment nothing, unless it has no end: then the service quotes it.
 */
export function literalTexts({ kind, flaw }: Token, source: string): readonly string[] {
  if (kind === 'comment') return flaw === 'unclosed' ? [source] : [];
  if (kind === 'number') return [source];
  if (kind === 'typographic') return [source, source.slice(1, -1)];
  if (kind === 'dollar') {
    const tag = source.indexOf('$', 1) + 1;
    return [source.slice(tag, flaw === 'unclosed' ? undefined : -tag)];
  }
  const quote = kind === 'string' ? "'" : kind === 'backtick' ? '`' : '"';
  const inner = source.slice(source.indexOf(quote) + 1, flaw === 'unclosed' ? undefined : -1);
  const written = [
    inner,
    ...(CONTINUED.test(inner) ? [inner.replace(CONTINUED, ''), ...inner.split(CONTINUED)] : []),
  ];
  CONTINUED.lastIndex = 0;
  return written.flatMap((text) => {
    const plain = text.replaceAll(quote + quote, quote);
    return [
      text,
      plain,
      ...(/^e/i.test(source) ? [unescaped(plain)] : /^u&/i.test(source) ? [decoded(plain)] : []),
    ];
  });
}

const unescaped = (text: string): string =>
  text.replace(
    BACKSLASH,
    (whole, octal?: string, hex?: string, four?: string, eight?: string, other?: string) => {
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
      return other === undefined ? character(whole, hex ?? four ?? eight) : (ESCAPES[other] ?? other);
    },
  );

const decoded = (text: string): string =>
  text.replace(UNICODE, (whole, six?: string, four?: string) => character(whole, six ?? four, '\\'));

function character(whole: string, hex: string | undefined, otherwise = whole): string {
  if (hex === undefined) return otherwise;
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? whole : String.fromCodePoint(code);
}
