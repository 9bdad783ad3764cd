/**
 * Determines the keywords possible at a caret: phrases of the grammar that the dialect or the user's settings allow.
 */
import { normalizeAllowed } from '../../dialect/allow.ts';
import { findConstruct } from '../../dialect/constructs.ts';
import type { Token } from '../../lexer/tokens.ts';
import { type MarkedStatement, markStatement, type TypedTokens } from '../place/marker.ts';
import { placeOf } from '../place/place.ts';
import type { Place } from '../place/types.ts';
import { allPhrasesAt, beginnings, maxBeginning, type Phrase, phrasesAt } from './phrases.ts';

interface WordPlace {
  readonly marked: MarkedStatement;
  readonly place: Place;
  readonly words: readonly Phrase[];
  /** True if only `words` can follow, because they complete a phrase already begun, as `JOIN` does after `LEFT`. */
  readonly isPhrase: boolean;
}

/**
 * What can come in place of some of a statement's tokens; `allow` as in `vaultsql.dialect.allow`. A phrase that is
 * begun before them continues as it may where it begins. Total; linear in the statement.
 */
export function wordsAt(
  text: string,
  tokens: readonly Token[],
  typed: TypedTokens,
  allow: readonly string[] = [],
): WordPlace {
  const marked = markStatement(text, tokens, typed);
  const place = placeOf(marked);
  const isLegal = legality(allow);
  const begun = phraseBefore(text, tokens, typed);
  const ends = begun?.ends.flatMap((end) => legalEnd(end, begun, isLegal)) ?? [];
  if (begun && !begun.isWhole) return { marked, place, words: ends, isPhrase: true };
  const words = phrasesAt(place, marked.offset).filter(({ construct }) => isLegal(construct));
  return { marked, place, words: [...ends, ...words], isPhrase: false };
}

interface BegunPhrase {
  readonly words: string;
  /** Possible continuations of the phrase, each with the construct that it completes. */
  readonly ends: readonly Phrase[];
  /** True if the words begun are already a complete phrase, as `UNION` is before ALL. */
  readonly isWhole: boolean;
}

/** The longest phrase that is begun before the caret, where one may begin there. */
function phraseBefore(
  text: string,
  tokens: readonly Token[],
  { from, to }: TypedTokens,
): BegunPhrase | undefined {
  for (let first = Math.max(0, from - maxBeginning); first < from; first++) {
    const begun = wordsBetween(tokens, first, from);
    const caret = tokens[first]?.start;
    if (caret === undefined || !beginnings.has(begun)) continue;
    const marked = markStatement(text, tokens, { from: first, to, caret });
    const phrases = allPhrasesAt(placeOf(marked), marked.offset);
    const longer = phrases.filter((phrase) => phrase.text.startsWith(`${begun} `));
    const ends = longer.map((phrase) => ({ ...phrase, text: phrase.text.slice(begun.length + 1) }));
    if (ends.length > 0)
      return { words: begun, ends, isWhole: phrases.some((phrase) => phrase.text === begun) };
  }
  return undefined;
}

function legality(allow: readonly string[]): (construct: string) => boolean {
  const allowed = normalizeAllowed(allow);
  return (construct) => {
    const row = findConstruct(construct);
    return row?.verdict === 'supported' || (row?.liftable === true && allowed.has(construct));
  };
}

/** The words of tokens in a row; '' where one is not a word, or follows a dot. */
function wordsBetween(tokens: readonly Token[], from: number, to: number): string {
  if (tokens[from - 1]?.word === '.') return '';
  const words = tokens.slice(from, to);
  return words.every(({ kind }) => kind === 'word') ? words.map(({ word }) => word).join(' ') : '';
}

/**
 * The end of a phrase of which some words are there already. Where the dialect lacks the phrase, but not one that it
 * ends with, that nonetheless: after `CROSS` JOIN, after `NATURAL LEFT` the rest of LEFT OUTER JOIN. What is whole as
 * it is needs no end: after `DISTINCT` no ON.
 */
function legalEnd(
  { text, construct }: Phrase,
  begun: BegunPhrase,
  isLegal: (name: string) => boolean,
): Phrase[] {
  const words = begun.isWhole ? [] : begun.words.split(' ');
  const endings = words.map((_, index) => [...words.slice(index + 1), text].join(' '));
  const meant = [construct, ...endings].find(isLegal);
  return meant === undefined ? [] : [{ text, construct: meant }];
}
