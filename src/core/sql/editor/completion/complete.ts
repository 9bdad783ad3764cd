import { supportedFunctions } from '../../dialect/constructs.ts';
import { redactionLevels } from '../../dialect/redactionLevels.ts';
import { lexWithComments } from '../../lexer/lexer.ts';
import type { Token } from '../../lexer/tokens.ts';
import { type Caret, findTypedTokens, locateCaret } from '../caret.ts';
import { markStatement } from '../place/marker.ts';
import { findTypingPlace } from '../place/place.ts';
import type { Place } from '../place/types.ts';
import { findTypedDirective } from './directive.ts';
import { findLegalKeywordsAt } from './legalWords.ts';
import { completeNames } from './names.ts';
import type { Phrase } from './phrases.ts';
import { callSnippet, statementSnippets } from './snippets.ts';
import { type Completion, type CompletionOptions, type Completions, ranks } from './types.ts';

/** Returns the completions at `offset` and the range of `text` that they replace. Offsets are UTF-16 code units. */
export function completeAt(text: string, offset: number, options: CompletionOptions = {}): Completions {
  const all = lexWithComments(text);
  const caret = locateCaret(text, offset, all);
  const directive = findTypedDirective(text, caret);
  if (directive) {
    const { kind, start, end } = directive;
    const items = (options.vaults ?? []).map((vault): Completion => {
      const label = kind === 'name' ? vault : `-- vault: ${vault}`;
      return { kind: 'directive', label, rank: 0 };
    });
    return { start, end, items };
  }
  if (caret.inside) return completeInsideString(text, caret);
  // Of the trigger characters, only a dot opens completion here. The quote has just closed a string. The slash and the
  // colon are trigger characters only for the directive.
  if (options.trigger !== undefined && options.trigger !== '.')
    return { start: offset, end: offset, items: [] };
  const { marked, place, words, isPhrase } = findLegalKeywordsAt(
    text,
    caret.tokens,
    findTypedTokens(caret),
    options.allow,
  );
  const { start, end } = caret.word ?? { start: offset, end: offset };
  if (isRedactionLevelPlace(place)) return { start, end, items: levelCompletions("'", "'") };
  const isLower = prefersLowerCase(text, all, caret);
  const space = isAfterCompletePart(place) && isDirectlyAfterToken(caret) ? ' ' : '';
  const items = [
    ...(isPhrase ? [] : [...completeNames(place, marked, options), ...functionCompletions(place, caret)]),
    ...keywordCompletions(words, isLower, space),
    ...snippetCompletions(caret, place),
  ];
  return { start, end, items };
}

const isRedactionLevelPlace = (place: Place): boolean =>
  place.kind === 'operand' && place.call?.name === 'REDACTION' && place.call.argument === 1;

const levelCompletions = (before: string, after: string): Completion[] =>
  [...redactionLevels].map((level) => ({
    kind: 'level',
    label: `'${level}'`,
    insert: `${before}${level}${after}`,
    filter: before === '' ? level : `'${level}'`,
    rank: ranks.level,
  }));

/**
 * Returns the levels of REDACTION if the caret is in the string for the level, and not after its first word. Otherwise
 * returns no completions. Only this word is replaced, because a string that is not closed yet may extend to the end of
 * the text.
 */
function completeInsideString(text: string, caret: Caret): Completions {
  const { inside, offset } = caret;
  const none = { start: offset, end: offset, items: [] };
  if (inside?.kind !== 'string' || text.charCodeAt(inside.start) !== 0x27) return none;
  if (!isRedactionLevelPlace(findTypingPlace(markStatement(text, caret.tokens, findTypedTokens(caret)))))
    return none;
  const start = inside.start + 1;
  const typed = /^\w*/.exec(text.slice(start, start + 64))?.[0] ?? '';
  if (offset > start + typed.length) return none;
  const end = start + typed.length;
  return { start, end, items: levelCompletions('', text[end] === "'" ? '' : "'") };
}

function functionCompletions(place: Place, { tokens, before }: Caret): Completion[] {
  if (place.kind !== 'operand' || place.clause !== 'targets') return [];
  if (place.bracket === 'call') {
    return place.call?.name === 'COUNT' && tokens[before - 1]?.word === '('
      ? [{ kind: 'keyword', label: '*', rank: ranks.level }]
      : [];
  }
  // Functions are offered in the SELECT list only. Most are aggregates, which PostgreSQL does not allow in WHERE or ON.
  return [...supportedFunctions].map((name) => ({
    kind: 'function',
    label: name,
    snippet: callSnippet(name, [...redactionLevels]),
    construct: name,
    rank: ranks.function,
  }));
}

const keywordCompletions = (words: readonly Phrase[], isLower: boolean, space: '' | ' '): Completion[] =>
  words.map(({ text, construct }, index) => {
    const label = isLower ? text.toLowerCase() : text;
    return {
      kind: 'keyword',
      label,
      insert: `${space}${label}`,
      construct,
      rank: ranks.keyword + index / 100,
    };
  });

const isAfterCompletePart = ({ kind }: Place): boolean =>
  kind === 'afterOperand' || kind === 'afterTable' || kind === 'afterClause';

const isDirectlyAfterToken = ({ offset, word, tokens, before }: Caret): boolean =>
  word === undefined && tokens[before - 1]?.end === offset;

function prefersLowerCase(text: string, all: readonly Token[], { offset }: Caret): boolean {
  for (let i = all.length - 1; i >= 0; i--) {
    const token = all[i];
    if (!token || token.end >= offset || !/^(?:SELECT|FROM|JOIN|ON|WHERE|AND|OR|AS|LIMIT)$/.test(token.word))
      continue;
    const first = text.charCodeAt(token.start);
    return first >= 0x61 && first <= 0x7a;
  }
  return false;
}

function snippetCompletions(caret: Caret, { kind }: Place): Completion[] {
  if (kind !== 'statement' || caret.tokens.length > (caret.word ? 1 : 0)) return [];
  return statementSnippets.map(({ label, snippet }, index) => ({
    kind: 'snippet',
    label,
    snippet,
    rank: ranks.snippet + index / 100,
  }));
}
