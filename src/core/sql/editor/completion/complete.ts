/** What can be typed at a place: keywords, tables, columns, functions, levels of REDACTION, snippets, the directive. */

import type { WalkState } from '../../analysis/walkState.ts';
import { supportedFunctions } from '../../dialect/constructs.ts';
import { redactionLevels } from '../../dialect/limits.ts';
import { lex } from '../../lexer/lexer.ts';
import type { Token } from '../../lexer/tokens.ts';
import { type Caret, caretAt, placeAt } from '../caret.ts';
import { directiveAt } from './directive.ts';
import { legalWords } from './legalWords.ts';
import { completeNames } from './names.ts';
import { callSnippet, statementSnippets } from './snippets.ts';
import { type Completion, type CompletionOptions, type Completions, ranks } from './types.ts';

/** What can be typed at `offset` of a text. Total; linear in the text. */
export function completeAt(text: string, offset: number, options: CompletionOptions = {}): Completions {
  const all = lex(text);
  const caret = caretAt(text, offset, all);
  const directive = directiveAt(text, caret);
  if (directive) {
    const { kind, start, end } = directive;
    const items = (options.vaults ?? []).map((vault): Completion => {
      const label = kind === 'name' ? vault : `-- vault: ${vault}`;
      return { kind: 'directive', label, rank: 0 };
    });
    return { start, end, items };
  }
  if (caret.inside) return completeInside(text, caret);
  const { state, tables } = placeAt(caret);
  const { start, end } = caret.word ?? { start: offset, end: offset };
  if (state.expecting === 'operand' && isLevel(state)) return { start, end, items: levels("'", "'") };
  const items = [
    ...completeNames({ text, caret, state, tables, options }),
    ...functions(state),
    ...keywords(text, all, caret, state, options.allow ?? []),
    ...snippets(caret, state),
  ];
  return { start, end, items };
}

/** Whether the second argument of REDACTION is wanted. */
const isLevel = ({ bracket }: WalkState): boolean => bracket?.name === 'REDACTION' && bracket.commas === 1;

const levels = (before: string, after: string): Completion[] =>
  [...redactionLevels].map((level) => ({
    kind: 'level',
    label: `'${level}'`,
    insert: `${before}${level}${after}`,
    filter: before === '' ? level : `'${level}'`,
    rank: ranks.level,
  }));

/** In a string: the level of REDACTION. While it is being typed the string may reach to the end of the text. */
function completeInside(text: string, caret: Caret): Completions {
  const { inside, offset } = caret;
  const none = { start: offset, end: offset, items: [] };
  if (inside?.kind !== 'string' || text.charCodeAt(inside.start) !== 0x27) return none;
  const { state } = placeAt(caret);
  if (state.expecting !== 'operand' || !isLevel(state)) return none;
  const start = inside.start + 1;
  const typed = /^\w*/.exec(text.slice(start, start + 64))?.[0] ?? '';
  if (offset > start + typed.length) return none;
  const end = start + typed.length;
  return { start, end, items: levels('', text[end] === "'" ? '' : "'") };
}

function functions(state: WalkState): Completion[] {
  const { expecting, clause, bracket, previous } = state;
  if (expecting !== 'operand' || clause !== 'select') return [];
  if (bracket?.kind === 'call') {
    return bracket.name === 'COUNT' && previous === '('
      ? [{ kind: 'keyword', label: '*', rank: ranks.level }]
      : [];
  }
  // The aggregates stand in the SELECT list alone, and in none of each other.
  return [...supportedFunctions].map((name) => ({
    kind: 'function',
    label: name,
    snippet: callSnippet(name, [...redactionLevels]),
    construct: name,
    rank: ranks.function,
  }));
}

function keywords(
  text: string,
  all: readonly Token[],
  caret: Caret,
  state: WalkState,
  allow: readonly string[],
): Completion[] {
  const later = new Set(laterClauses(caret));
  const lower = writesLower(text, all, caret);
  return legalWords(state, allow, later).map(({ text: word, construct }, index) => ({
    kind: 'keyword',
    label: lower ? word.toLowerCase() : word,
    construct,
    rank: ranks.keyword + index / 100,
  }));
}

/** The clauses of the same query that stand behind the caret. */
function* laterClauses({ tokens, before }: Caret): Iterable<string> {
  let depth = 0;
  for (let i = before; i < tokens.length; i++) {
    const { word, kind } = tokens[i] ?? {};
    if (word === '(') depth++;
    else if (word === ')') depth--;
    if (depth < 0) return;
    if (depth === 0 && kind === 'word' && word && tokens[i - 1]?.word !== '.') yield word;
  }
}

/** Whether keywords are written in small letters here, as the last one before the caret tells. */
function writesLower(text: string, all: readonly Token[], { offset }: Caret): boolean {
  for (let i = all.length - 1; i >= 0; i--) {
    const token = all[i];
    if (!token || token.end >= offset || !/^(?:SELECT|FROM|JOIN|ON|WHERE|AND|OR|AS|LIMIT)$/.test(token.word))
      continue;
    const first = text.charCodeAt(token.start);
    return first >= 0x61 && first <= 0x7a;
  }
  return false;
}

/** Whole statements, where none has begun. */
function snippets(caret: Caret, { expecting }: WalkState): Completion[] {
  if (expecting !== 'statement' || caret.tokens.length > (caret.word ? 1 : 0)) return [];
  return statementSnippets.map(({ label, snippet }, index) => ({
    kind: 'snippet',
    label,
    snippet,
    rank: ranks.snippet + index / 100,
  }));
}
