/** The sorts of tokens, and how the lexer finds the known ones. */
import * as can from './abilities.ts';
import { checked, reservedValues } from './dialect.ts';
import { functionNames, needAs, reservedWords, typeNames } from './keywords.ts';
import { OPERATOR } from './plainSorts.ts';

const naming = can.label | can.bareLabel | can.nameColumn | can.nameFunction;
const guesswork = can.flaw | can.confuse;

/**
 * What a token is, in one string: a known word in upper case, a mark or a known operator itself, or a plain sort;
 * with what it can be. Plain sorts come first, in the order of `plainSorts`; those with a flaw are named by the
 * reason of its finding. An object and no map: the engine compares names of properties by identity, and reading
 * compares sorts all the time.
 */
const vocabulary: Record<string, number> = {};

/** A prime marks words that can be no alias without AS. What is known already keeps what it can be. */
function define(list: string, abilities: number): void {
  for (const entry of list.split(/ |,(?=\w)/)) {
    const sort = entry.replace("'", '');
    vocabulary[sort] ??= sort === entry ? abilities : abilities & ~can.bareLabel;
  }
}
define('end comment', 0);
define('name quoted', naming);
define('string prefixed dollar number placeholder parameter', can.literal);
define('backtick empty-identifier', can.flaw | naming);
define('typographic-quote bad-number', can.flaw | can.literal);
define('unclosed-string unclosed-dollar-quote unclosed-placeholder', guesswork | can.literal);
define('unclosed-identifier', guesswork | naming);
define('unclosed-comment invisible-character unexpected-character', guesswork);
define('operator ? :: := => + - * / % ^ < > = >= <= <> !=', can.operator);
define('( [', can.open);
define(') ]', can.close);
define(', ; . :', 0);
define(`${reservedWords},${reservedValues}`, can.label | can.bareLabel);
define(functionNames, can.label | can.bareLabel | can.nameFunction);
define(typeNames, naming | can.type);
define(needAs, naming & ~can.bareLabel);
define(checked.map(({ name }) => name).join(' '), naming);
// Those that the reader's code asks for and no list has.
define(
  'NULLS LAST FORMAT RECURSIVE ROWS ORDINALITY VALUES EXPLAIN TOP SEMI ANTI ASOF APPLY STRAIGHT_JOIN ATOMIC CUBE EXCLUDE GROUPING LOCKED MATERIALIZED NOWAIT OF REPEATABLE RESPECT ROLLUP SEARCH CYCLE SETOF SETS SKIP TEMP TEMPORARY TIES GLOBAL UNLOGGED',
  naming,
);

/** Every sort; a token keeps its index. */
export const sorts: readonly string[] = Object.keys(vocabulary);
/** By index of the sort. */
export const abilitiesOf: Uint16Array = Uint16Array.from(Object.values(vocabulary));
/** What a word in upper case can be; any that is no keyword can be every name. */
export const abilitiesOfWord = (word: string): number =>
  /^[A-Z]/.test(word) ? (vocabulary[word] ?? naming) : naming;

/** A number from `text[start, end)` in any case of ASCII letters. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  // A letter without its bit of lower case; no other character of a name becomes one so.
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (text.charCodeAt(at) & ~0x20)) | 0;
  return hash;
}
/** Plain sorts are no words of a text. */
const byHash = new Map(
  sorts.map((sort, index) => [hashOf(sort, 0, sort.length), index > OPERATOR ? index : 0]),
);

/** The index of the sort `text[start, end)`, words in any case; `otherwise` where it is no known one. */
export function sortOf(text: string, otherwise: number, start: number, end: number): number {
  const index = byHash.get(hashOf(text, start, end));
  if (!index) return otherwise;
  const found = text.slice(start, end);
  // Most need no folding, which takes longer.
  return sorts[index] === found || sorts[index] === found.toUpperCase() ? index : otherwise;
}
