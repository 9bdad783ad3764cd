/** What a text of the service quotes: it may be a literal, or a part of one, that can't be told from what is around it. */
import { MASK } from './mask.ts';

/** Where a quotation may begin. After a letter an apostrophe begins none (`can't`), unless that is a literal's prefix (`E'it'`). */
const OPENING =
  /(?:(?<![\p{L}\p{N}])|(?<=(?<![\p{L}\p{N}])[bensx]))['’]|["`]|(?!['’])[\p{Quotation_Mark}´]/giu;
const OTHER_QUOTE = /(?!["'])[\p{Quotation_Mark}´]/gu;
const LETTER = /[\p{L}\p{N}]/u;
/** Nothing that could be a value: what is masked already, or marks such as those that a syntax error names. */
const MARKS = new RegExp(`^(?:${MASK}|[\\s!-/:-@[-\`{-~])*$`);
const NAME = /^[\p{L}\p{M}\p{N}_$]+(?:\.[\p{L}\p{M}\p{N}_$]+)*$/u;
const WORD = /[\p{L}\p{M}\p{N}_$]+/gu;

/**
 * `text` with all that it quotes masked, by any quotes, but for what `isName` calls a name. What no quote ends is masked
 * to the end; so is all after the first quote of a kind where these do not pair up, since a value may contain them.
 */
export function maskQuoted(text: string, isName: (quoted: string) => boolean = () => false): string {
  let result = '';
  let done = 0;
  /** By quote, how long the result is up to the first one. */
  const first = new Map<string, number>();
  for (let start = quoteAfter(text, OPENING, 0); start >= 0; start = quoteAfter(text, OPENING, done)) {
    const quote = text.charAt(start);
    const end = closingQuote(text, start);
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

/** Returns whether a quoted text is a name, whose words are all in a query as it is shown. */
export function namesOfQuery(shown: string): (quoted: string) => boolean {
  let words: ReadonlySet<string> | undefined;
  return (quoted) => {
    if (!NAME.test(quoted)) return false;
    words ??= new Set(shown.toLowerCase().match(WORD));
    return (quoted.toLowerCase().match(WORD) ?? []).every((word) => words?.has(word));
  };
}

function quoteAfter(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

/** The offset of the quote that ends a quotation, or -1. */
function closingQuote(text: string, start: number): number {
  const quote = text.charAt(start);
  if (/["'`]/.test(quote)) return text.indexOf(quote, start + 1);
  return quoteAfter(text, OTHER_QUOTE, start + 1);
}
