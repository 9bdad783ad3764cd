import { normalizeAllowedConstructs } from '../../dialect/allow.ts';
import { findConstruct } from '../../dialect/constructs.ts';
import type { Token } from '../../lexer/tokens.ts';
import { type MarkedStatement, markStatement, type ReplacedTokens } from '../place/marker.ts';
import { findTypingPlace } from '../place/place.ts';
import type { Place } from '../place/types.ts';
import {
  listPhrasesAndComparisonsAt,
  listPhrasesAt,
  MAX_PHRASE_BEGINNING_WORDS,
  type Phrase,
  phraseBeginnings,
} from './phrases.ts';

interface WordPlace {
  readonly marked: MarkedStatement;
  readonly place: Place;
  readonly words: readonly Phrase[];
  /**
   * True if an incomplete phrase is before the caret, such as LEFT without JOIN. In this case, `words` contains only
   * keywords that complete the phrase.
   */
  readonly isPhrase: boolean;
}

/**
 * Returns the keywords, and phrases of several keywords, that can replace the tokens in the range `typed` and that the
 * dialect supports or `allow` permits. `allow` is the value of the setting `vaultsql.dialect.allow`. Also returns what
 * kind of place this is in the statement.
 */
export function findLegalKeywordsAt(
  text: string,
  tokens: readonly Token[],
  typed: ReplacedTokens,
  allow: readonly string[] = [],
): WordPlace {
  const marked = markStatement(text, tokens, typed);
  const place = findTypingPlace(marked);
  const isLegal = createLegalityTest(allow);
  const begun = findBegunPhrase(text, tokens, typed);
  const ends = begun?.ends.flatMap((end) => toLegalContinuation(end, begun, isLegal)) ?? [];
  if (begun && !begun.isWhole) return { marked, place, words: ends, isPhrase: true };
  const words = listPhrasesAt(place, marked.offset).filter(({ construct }) => isLegal(construct));
  return { marked, place, words: [...ends, ...words], isPhrase: false };
}

interface BegunPhrase {
  readonly words: string;
  readonly ends: readonly Phrase[];
  readonly isWhole: boolean;
}

function findBegunPhrase(
  text: string,
  tokens: readonly Token[],
  { from, to }: ReplacedTokens,
): BegunPhrase | undefined {
  for (let first = Math.max(0, from - MAX_PHRASE_BEGINNING_WORDS); first < from; first++) {
    const begun = wordsBetween(tokens, first, from);
    const caret = tokens[first]?.start;
    if (caret === undefined || !phraseBeginnings.has(begun)) continue;
    const marked = markStatement(text, tokens, { from: first, to, caret });
    const phrases = listPhrasesAndComparisonsAt(findTypingPlace(marked), marked.offset);
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
    return row?.verdict === 'supported' || (row?.canBeAllowed === true && allowed.has(construct));
  };
}

function wordsBetween(tokens: readonly Token[], from: number, to: number): string {
  if (tokens[from - 1]?.word === '.') return '';
  const words = tokens.slice(from, to);
  return words.every(({ kind }) => kind === 'word') ? words.map(({ word }) => word).join(' ') : '';
}

/**
 * Returns the rest of a begun phrase as a completion, or an empty array if it is not offered. If the dialect does not
 * allow the whole phrase, it is enough that it allows a shorter phrase at the end: JOIN is offered after `CROSS`. But
 * ON is not offered after `DISTINCT`, which is complete by itself.
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
