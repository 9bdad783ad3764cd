/** Findings that are only there because a statement is being typed. */
import { lex } from '../lexer/lexer.ts';
import type { Finding } from '../lint/findings.ts';
import { type Caret, caretAt, typedTokens } from './caret.ts';
import { wordsAt } from './completion/legalWords.ts';
import type { Place } from './place/types.ts';

/**
 * The findings without those that are only there because of what is being typed at a caret:
 * - the beginning of a keyword that is allowed there (`WHE`, `IS N`, `LEFT OUTER JO`);
 * - nothing yet, where something must come: the statement ends too early, or what follows is not allowed there;
 * - no FROM yet;
 * - a name that is not typed to its end.
 * Answers the same array where nothing is held back. Total; linear in the text.
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
  for (const offset of carets) {
    const caret = caretAt(text, offset, all);
    const place = { text, allow, caret, wanted: isWanted(text, caret) };
    for (const finding of findings) if (isHalfTyped(place, finding)) held.add(finding);
  }
  return held.size === 0 ? findings : findings.filter((finding) => !held.has(finding));
}

interface TypingPlace {
  readonly text: string;
  readonly allow: readonly string[];
  readonly caret: Caret;
  /** What must come at the caret and is not there yet; '' for nothing. */
  readonly wanted: 'member' | 'other' | '';
}

const wanting: ReadonlySet<Place['kind']> = new Set(['query', 'newName', 'table', 'operand']);
function isWanted(text: string, caret: Caret): TypingPlace['wanted'] {
  if (caret.word || caret.inside) return '';
  const { place, isPhrase } = wordsAt(text, caret.tokens, typedTokens(caret));
  if (place.kind === 'member') return 'member';
  return isPhrase || wanting.has(place.kind) ? 'other' : '';
}

function isHalfTyped(
  place: TypingPlace,
  { code, reason, construct, start, end, severity }: Finding,
): boolean {
  const { text, caret, wanted } = place;
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
  if (code === 'syntax' && start >= offset && wanted !== '') {
    // After a dot the next word, also on a later line, is taken for the name, and what follows does not fit.
    if (wanted === 'member') return start <= (tokens.at(-1)?.end ?? 0);
    return text.slice(offset, start).trim() === '';
  }
  return beginsKeyword(place, start, end, code === 'syntax');
}

/** Longer phrases than any legal one are not looked at. */
const longest = 40;

/** Whether the text between the finding's start and the caret is the beginning of a keyword that is legal there. */
function beginsKeyword(place: TypingPlace, start: number, end: number, isSyntax: boolean): boolean {
  const { text, allow } = place;
  const { offset } = place.caret;
  if (start > offset || offset - start > longest) return false;
  // A syntax error may be at the first word of the phrase; a construct is what its range says.
  if (end > offset || (!isSyntax && end !== offset)) return false;
  const typed = text.slice(start, offset);
  // Whitespace ends the word: it is typed.
  if (!/^[a-z]+(?:\s+[a-z]+)*$/i.test(typed)) return false;
  const { tokens } = place.caret;
  const from = tokens.findIndex((token) => token.start === start);
  const to = tokens.findLastIndex((token) => token.end <= offset) + 1;
  // What is right before it, without whitespace, is one word with it for a person.
  if (from < 0 || from >= to || tokens[from - 1]?.end === start) return false;
  const phrase = typed.replaceAll(/\s+/g, ' ').toUpperCase();
  return wordsAt(text, tokens, { from, to, caret: start }, allow).words.some(
    (legal) => legal.text.startsWith(phrase) && legal.text !== phrase,
  );
}
