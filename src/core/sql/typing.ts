/** Findings that would only be red because a word is not typed to its end yet. */
import { caretAt, placeAt } from './caret.ts';
import { legalWords } from './legalWords.ts';
import { lex } from './lexer.ts';
import type { Token } from './tokens.ts';
import type { Finding } from './types.ts';

/**
 * The findings without those at a caret where a legal keyword is being typed: what stands between the finding's
 * start and the caret is the beginning of one (`WHE`, `IS N`, `LEFT OUTER JO`), or nothing stands there yet and the
 * statement only ends too early. Answers the same array where nothing is held back. Total; linear in the text
 * for each caret.
 */
export function withoutHalfTyped(
  text: string,
  findings: readonly Finding[],
  carets: readonly number[],
  allow: readonly string[] = [],
): readonly Finding[] {
  if (findings.length === 0 || carets.length === 0) return findings;
  const all = lex(text);
  const held = new Set<Finding>();
  for (const caret of carets) {
    for (const finding of findings) {
      if (isHalfTyped(text, all, finding, caret, allow)) held.add(finding);
    }
  }
  return held.size === 0 ? findings : findings.filter((finding) => !held.has(finding));
}

/** Longer phrases than any legal one are not looked at. */
const longest = 40;

function isHalfTyped(
  text: string,
  all: readonly Token[],
  { code, reason, start, end, severity }: Finding,
  caret: number,
  allow: readonly string[],
): boolean {
  if (severity !== 'error' || code === 'write-operation' || start > caret || caret - start > longest)
    return false;
  if (code === 'syntax' && reason === 'unexpected-end') return text.slice(end, caret).trim() === '';
  if (end > caret || (code !== 'syntax' && end !== caret)) return false;
  const typed = text.slice(start, caret);
  // A blank ends the word: it is typed.
  if (!/^[a-z]+(?:\s+[a-z]+)*$/i.test(typed)) return false;
  const { word, ...at } = caretAt(text, start, all);
  if (word?.end === start || at.inside) return false;
  const phrase = typed.replaceAll(/\s+/g, ' ').toUpperCase();
  return legalWords(placeAt({ word, ...at }).state, allow).some(
    (legal) => legal.text.startsWith(phrase) && legal.text !== phrase,
  );
}
