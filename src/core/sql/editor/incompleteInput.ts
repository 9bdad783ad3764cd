import { lexWithComments } from '../lexer/lexer.ts';
import type { Finding } from '../lint/findings.ts';
import { type Caret, findTypedTokens, locateCaret } from './caret.ts';
import { findLegalKeywordsAt } from './completion/legalWords.ts';
import type { Place } from './place/types.ts';

/**
 * Returns `findings` without those that probably exist only because the user is still typing at one of `carets`
 * (offsets in UTF-16 code units), such as an error in `WHE`. `allow` lists the constructs that the user's settings
 * allow in addition to the dialect. Returns the array `findings` itself if no finding is withheld.
 */
export function withholdFindingsBeingTyped(
  text: string,
  findings: readonly Finding[],
  carets: readonly number[],
  allow: readonly string[] = [],
): readonly Finding[] {
  if (findings.length === 0 || carets.length === 0) return findings;
  const all = lexWithComments(text);
  const held = new Set<Finding>();
  for (const offset of carets) {
    const caret = locateCaret(text, offset, all);
    const place = { text, allow, caret, expectation: findExpectationAtCaret(text, caret) };
    for (const finding of findings) if (isFindingOfHalfTypedText(place, finding)) held.add(finding);
  }
  return held.size === 0 ? findings : findings.filter((finding) => !held.has(finding));
}

interface TypingPlace {
  readonly text: string;
  readonly allow: readonly string[];
  readonly caret: Caret;
  /**
   * What is still missing at the caret: `member` is the name after a dot, and `other` is anything else. The empty
   * string means that nothing is missing.
   */
  readonly expectation: 'member' | 'other' | '';
}

const expectingPlaces: ReadonlySet<Place['kind']> = new Set(['query', 'newName', 'table', 'operand']);
function findExpectationAtCaret(text: string, caret: Caret): TypingPlace['expectation'] {
  if (caret.word || caret.inside) return '';
  const { place, isPhrase } = findLegalKeywordsAt(text, caret.tokens, findTypedTokens(caret));
  if (place.kind === 'member') return 'member';
  return isPhrase || expectingPlaces.has(place.kind) ? 'other' : '';
}

function isFindingOfHalfTypedText(
  place: TypingPlace,
  { code, reason, construct, start, end, severity }: Finding,
): boolean {
  const { text, caret, expectation } = place;
  const { offset, tokens } = caret;
  if (construct === 'SELECT WITHOUT FROM' || reason === 'column-without-from') {
    const [first, last] = [tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0];
    return first <= start && start < last && last <= offset;
  }
  if (code === 'unknown-table' || code === 'unknown-column') return start <= offset && offset <= end;
  if (reason === 'star-without-from') return end <= offset && text.slice(end, offset).trim() === '';
  if (severity !== 'error' || code === 'write-operation') return false;
  if (code === 'syntax' && reason === 'unexpected-end' && end <= offset) {
    return text.slice(end, offset).trim() === '';
  }
  if (code === 'syntax' && start >= offset && expectation !== '') {
    // The parser takes the next word, even on a later line, for the name after the dot. Any error from there to the end
    // of the statement may result from this.
    if (expectation === 'member') return start <= (tokens.at(-1)?.end ?? 0);
    return text.slice(offset, start).trim() === '';
  }
  return beginsKeyword(place, start, end, code === 'syntax');
}

const MAX_PHRASE_LENGTH = 40;

function beginsKeyword(place: TypingPlace, start: number, end: number, isSyntax: boolean): boolean {
  const { text, allow } = place;
  const { offset } = place.caret;
  if (start > offset || offset - start > MAX_PHRASE_LENGTH) return false;
  // A syntax error may be reported for only the first word of a phrase. Any other finding must end at the caret.
  if (end > offset || (!isSyntax && end !== offset)) return false;
  const typed = text.slice(start, offset);
  // If whitespace follows the last word, the user has finished typing the word.
  if (!/^[a-z]+(?:\s+[a-z]+)*$/i.test(typed)) return false;
  const { tokens } = place.caret;
  const from = tokens.findIndex((token) => token.start === start);
  const to = tokens.findLastIndex((token) => token.end <= offset) + 1;
  // If another token is directly before the text, without whitespace, users see both as one word.
  if (from < 0 || from >= to || tokens[from - 1]?.end === start) return false;
  const phrase = typed.replaceAll(/\s+/g, ' ').toUpperCase();
  return findLegalKeywordsAt(text, tokens, { from, to, caret: start }, allow).words.some(
    (legal) => legal.text.startsWith(phrase) && legal.text !== phrase,
  );
}
