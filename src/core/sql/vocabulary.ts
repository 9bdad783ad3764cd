/** The sorts of tokens, and how the lexer finds the known words among them without cutting them out of the text. */
import * as can from './abilities.ts';
import { checked, literalTypes } from './dialect.ts';
import { functionNames, fusedWords, needAs, reservedWords } from './keywords.ts';
import { NAME, OPERATOR } from './plainSorts.ts';

const naming = can.label | can.bareLabel | can.nameColumn | can.nameFunction;
const guesswork = can.flaw | can.confuse;

/**
 * What a token is, in one string: a known word in upper case, a mark or a known operator itself, or a plain sort;
 * with what it can be. Plain sorts come first, in the order of `plainSorts`; those with a flaw are named by the
 * reason of its finding.
 */
const vocabulary = new Map<string, number>();

/** A star marks words that can be no alias without AS. What is known already keeps what it can be. */
function define(list: string, abilities: number): void {
  for (const entry of list.split(' ')) {
    const sort = entry.replace(/(?<=\w)\*/, '');
    const all = entry === sort ? abilities : abilities & ~can.bareLabel;
    vocabulary.set(sort, vocabulary.get(sort) ?? (all & naming && !/^\w/.test(sort) ? can.operator : all));
  }
}
define('end comment', 0);
define('name quoted', naming);
define('string prefixed dollar number placeholder parameter', can.literal);
define('operator', can.operator);
define('backtick empty-identifier', can.flaw | naming);
define('typographic-quote bad-number', can.flaw | can.literal);
define('unclosed-string unclosed-dollar-quote unclosed-placeholder', guesswork | can.literal);
define('unclosed-identifier', guesswork | naming);
define('unclosed-comment invisible-character unexpected-character', guesswork);
define('( ) [ ]', can.bracket);
define(', ; . :', 0);
define(reservedWords, can.label | can.bareLabel);
define(functionNames, can.label | can.bareLabel | can.nameFunction);
define(needAs, naming & ~can.bareLabel);
// The last are those that the reader's code asks for and no table has.
define(
  `${checked.map(({ name }) => name).join(' ')} ${[...literalTypes].join(' ')} ${[...fusedWords].join(' ')} := => + - * / % ^ >= <= <> != ATOMIC CUBE EXCLUDE GROUPING LOCKED MATERIALIZED NOWAIT OF REPEATABLE RESPECT ROLLUP SEARCH CYCLE SETOF SETS SKIP TEMP TEMPORARY TIES GLOBAL UNLOGGED`,
  naming,
);
for (const pair of fusedWords) {
  const [first = ''] = pair.split(' ');
  vocabulary.set(first, (vocabulary.get(first) ?? 0) | can.fuse);
}

/** Every sort; a token keeps its index. */
export const sorts: readonly string[] = [...vocabulary.keys()];
/** By index of the sort. */
export const abilitiesOf: Uint16Array = Uint16Array.from(vocabulary.values());
/** What a word in upper case can be; any that is no keyword can be every name. */
export const abilitiesOfWord = (word: string): number =>
  /^[A-Z]/.test(word) ? (vocabulary.get(word) ?? naming) : naming;

const indexOf = new Map(sorts.map((sort, index) => [sort, index]));
/** The index of a sort; that of `operator` for an operator that no table has. */
export const sortOf = (sort: string): number => indexOf.get(sort) ?? OPERATOR;

const mask = 0xfff;
const slots = new Uint16Array(mask + 1);
/** Folds ASCII letters; no other character of a name becomes one. */
const foldedAt = (text: string, at: number): number => text.charCodeAt(at) & ~0x20;

/** The slot of the word `text[start, end)` in any case of letters, or the free one where it belongs. */
function slotOf(text: string, start: number, end: number): number {
  const length = end - start;
  // Its length and three of its letters tell most words apart.
  let slot = length * 961 + foldedAt(text, start) * 131 + foldedAt(text, end - 1) * 31;
  slot += foldedAt(text, start + (length >> 1)) * 7;
  for (; ; slot++) {
    slot &= mask;
    const index = slots[slot] ?? 0;
    const word = sorts[index] ?? '';
    if (index === 0) return slot;
    if (word.length !== length) continue;
    let i = 0;
    while (i < length && foldedAt(word, i) === foldedAt(text, start + i)) i++;
    if (i === length) return slot;
  }
}
sorts.forEach((sort, index) => {
  if (/^[A-Z]/.test(sort)) slots[slotOf(sort, 0, sort.length)] = index;
});
/** The index of the word `text[start, end)` in any case of letters; that of `name` where it is no known one. */
export const wordAt = (text: string, start: number, end: number): number =>
  slots[slotOf(text, start, end)] || NAME;
