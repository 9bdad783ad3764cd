/**
 * Determines the keywords possible at a caret: phrases of the grammar that the dialect or the user's settings allow.
 */
import { normalizeAllowedConstructs } from '../../dialect/allow.ts';
import { findConstruct } from '../../dialect/constructs.ts';
import type { Token } from '../../lexer/tokens.ts';
import { type MarkedStatement, markStatement, type TypedTokens } from '../place/marker.ts';
import { findTypingPlace } from '../place/place.ts';
import type { Place } from '../place/types.ts';
import {
  allPhrasesAt,
  MAX_PHRASE_BEGINNING_WORDS,
  type Phrase,
  phraseBeginnings,
  phrasesAt,
} from './phrases.ts';

interface WordPlace {
  readonly marked: MarkedStatement;
  readonly place: Place;
  readonly words: readonly Phrase[];
  /** True if only `words` can follow, because they complete a phrase already begun, as `JOIN` does after `LEFT`. */
  readonly isPhrase: boolean;
}

/**
 * Returns the keywords that can be written at the caret, in place of those of `tokens` that are in the range `typed`,
 * and the kind of place that the caret is in. If the words directly before the range begin a phrase that is possible
 * there, as `LEFT` does, the words that complete the phrase are included. `allow` is the value of the setting
 * `vaultsql.dialect.allow`. Never throws.
 */
export function legalKeywordsAt(
  text: string,
  tokens: readonly Token[],
  typed: TypedTokens,
  allow: readonly string[] = [],
): WordPlace {
  const marked = markStatement(text, tokens, typed);
  const place = findTypingPlace(marked);
  const isLegal = createLegalityTest(allow);
  const begun = phraseBefore(text, tokens, typed);
  const ends = begun?.ends.flatMap((end) => toLegalContinuation(end, begun, isLegal)) ?? [];
  if (begun && !begun.isWhole) return { marked, place, words: ends, isPhrase: true };
  const words = phrasesAt(place, marked.offset).filter(({ construct }) => isLegal(construct));
  return { marked, place, words: [...ends, ...words], isPhrase: false };
}

interface BegunPhrase {
  /** The words that are already written, separated by single spaces. */
  readonly words: string;
  readonly ends: readonly Phrase[];
  /** True if the words begun are a complete phrase that the grammar allows in their place, as `UNION` is before ALL. */
  readonly isWhole: boolean;
}

/**
 * Returns the beginning of a phrase that is written directly before the typed tokens, if the grammar allows the phrase
 * where it begins. If there are several, returns the longest one. Undefined if there is none.
 */
function phraseBefore(
  text: string,
  tokens: readonly Token[],
  { from, to }: TypedTokens,
): BegunPhrase | undefined {
  for (let first = Math.max(0, from - MAX_PHRASE_BEGINNING_WORDS); first < from; first++) {
    const begun = wordsBetween(tokens, first, from);
    const caret = tokens[first]?.start;
    if (caret === undefined || !phraseBeginnings.has(begun)) continue;
    const marked = markStatement(text, tokens, { from: first, to, caret });
    const phrases = allPhrasesAt(findTypingPlace(marked), marked.offset);
    const longer = phrases.filter((phrase) => phrase.text.startsWith(`${begun} `));
    const ends = longer.map((phrase) => ({ ...phrase, text: phrase.text.slice(begun.length + 1) }));
    if (ends.length > 0)
      return { words: begun, ends, isWhole: phrases.some((phrase) => phrase.text === begun) };
  }
  return undefined;
}

function createLegalityTest(allow: readonly string[]): (construct: string) => boolean {
  const allowed = normalizeAllowedConstructs(allow);
  return (construct) => {
    const row = findConstruct(construct);
    return row?.verdict === 'supported' || (row?.liftable === true && allowed.has(construct));
  };
}

function wordsBetween(tokens: readonly Token[], from: number, to: number): string {
  if (tokens[from - 1]?.word === '.') return '';
  const words = tokens.slice(from, to);
  return words.every(({ kind }) => kind === 'word') ? words.map(({ word }) => word).join(' ') : '';
}

/**
 * Returns an array with the given continuation of the words of `begun`, or an empty array if it is not allowed. If the
 * dialect does not allow the whole phrase, a shorter phrase at its end is enough: JOIN is offered after `CROSS`, and
 * OUTER JOIN after `NATURAL LEFT`, because LEFT OUTER JOIN is allowed. This does not apply if the words of `begun` are
 * a complete phrase themselves: ON is not offered after `DISTINCT` unless DISTINCT ON is allowed.
 */
function toLegalContinuation(
  { text, construct }: Phrase,
  begun: BegunPhrase,
  isLegal: (name: string) => boolean,
): Phrase[] {
  const words = begun.isWhole ? [] : begun.words.split(' ');
  const endings = words.map((_, index) => [...words.slice(index + 1), text].join(' '));
  const legalConstruct = [construct, ...endings].find(isLegal);
  return legalConstruct === undefined ? [] : [{ text, construct: legalConstruct }];
}
