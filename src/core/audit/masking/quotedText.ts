/**
 * Masks the quoted parts of messages from the service. A quoted part may be a literal of the query, or a fragment of
 * one.
 */
import { modifierLetters, quotationMarkLookalikes } from '../../sql/lexer/characterClasses.ts';
import { MASK } from './mask.ts';

/**
 * Matches a quotation mark that can open a quotation. An apostrophe after a letter or digit can't, as in `can't`,
 * unless the letter alone is the prefix of a literal, as in `E'it'`.
 */
const OPENING = new RegExp(
  [
    /(?:(?<![\p{L}\p{N}])|(?<=(?<![\p{L}\p{N}])[bensx]))['’]/u.source,
    /["`]/u.source,
    `(?!['’])[\\p{Quotation_Mark}${quotationMarkLookalikes}]`,
    // Within a word, as in `Hawaiʻi`, these are letters.
    `(?<![\\p{L}\\p{N}])[${modifierLetters}]`,
  ].join('|'),
  'giu',
);
const OTHER_QUOTE = new RegExp(
  `(?!["'])[\\p{Quotation_Mark}${quotationMarkLookalikes}${modifierLetters}]`,
  'gu',
);
const LETTER = /[\p{L}\p{N}]/u;
/** Matches quoted text that stays readable: masks, whitespace, and ASCII punctuation, such as a syntax error quotes. */
const MARKS = new RegExp(`^(?:${MASK}|[\\s!-/:-@[-\`{-~])*$`);
const NAME = /^[\p{L}\p{M}\p{N}_$]+(?:\.[\p{L}\p{M}\p{N}_$]+)*$/u;
const WORD = /[\p{L}\p{M}\p{N}_$]+/gu;

/**
 * Returns `text` with its quoted parts masked, except punctuation and parts for which `isName` returns true. If it is
 * unknown where a quoted part ends, everything after the first opening quotation mark of the same kind is masked.
 */
export function maskQuoted(text: string, isName: (quoted: string) => boolean = () => false): string {
  let result = '';
  let done = 0;
  const first = new Map<string, number>();
  for (let start = findQuoteFrom(text, OPENING, 0); start >= 0; start = findQuoteFrom(text, OPENING, done)) {
    const quote = text.charAt(start);
    const end = findClosingQuote(text, start);
    result += text.slice(done, start);
    if (!first.has(quote)) first.set(quote, result.length);
    if (end < 0 || LETTER.test(text.charAt(end + 1))) {
      return `${result.slice(0, first.get(quote))}${quote}${MASK}${quote}`;
    }
    const inner = text.slice(start + 1, end);
    result += `${quote}${MARKS.test(inner) || isName(inner) ? inner : MASK}${text.charAt(end)}`;
    done = end + 1;
  }
  return result + text.slice(done);
}

/**
 * Returns a test for quoted text that may stay readable: a name whose words all occur in `shown`, the masked query,
 * ignoring case.
 */
export function createNameTest(shown: string): (quoted: string) => boolean {
  let words: ReadonlySet<string> | undefined;
  return (quoted) => {
    if (!NAME.test(quoted)) return false;
    words ??= new Set(shown.toLowerCase().match(WORD));
    return (quoted.toLowerCase().match(WORD) ?? []).every((word) => words?.has(word));
  };
}

function findQuoteFrom(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

function findClosingQuote(text: string, start: number): number {
  const quote = text.charAt(start);
  if (/["'`]/.test(quote)) return text.indexOf(quote, start + 1);
  return findQuoteFrom(text, OTHER_QUOTE, start + 1);
}
