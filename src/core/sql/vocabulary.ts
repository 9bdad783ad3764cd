/** The sorts of tokens, and how the lexer finds the known words among them without cutting them out of the text. */
import * as can from './abilities.ts';
import { constructs, literalTypes } from './dialect.ts';
import { functionNames, fusedWords, needAs, reservedWords } from './keywords.ts';

/**
 * What a token is, in one string: a known word in upper case, a mark or a known operator itself, or one of these.
 * Those from `backtick` on have a flaw and are named by the reason of its finding.
 */
export const plainSorts = [
  ...[
    'end',
    'name',
    'quoted',
    'string',
    'prefixed',
    'dollar',
    'number',
    'operator',
    'placeholder',
    'parameter',
  ],
  ...['comment', 'backtick', 'typographic-quote', 'bad-number', 'empty-identifier', 'unclosed-string'],
  ...['unclosed-identifier', 'unclosed-comment', 'unclosed-dollar-quote', 'unclosed-placeholder'],
  ...['invisible-character', 'unexpected-character'],
] as const;
export type PlainSort = (typeof plainSorts)[number];

/** Words that the reader's code asks for and no table has. */
const readerWords =
  'ATOMIC CUBE EXCLUDE GROUPING LOCKED MATERIALIZED NOWAIT OF REPEATABLE RESPECT ROLLUP SEARCH CYCLE SETOF SETS SKIP TEMP TEMPORARY TIES GLOBAL UNLOGGED';

/** Every sort; a token keeps its index. */
export const sorts: string[] = [
  ...new Set([
    ...plainSorts,
    ...'( ) [ ] , ; . : := =>'.split(' '),
    ...constructs.flatMap(({ name }) => name.split(' ')),
    ...reservedWords,
    ...functionNames,
    ...needAs,
    ...[...fusedWords].flat(2),
    ...literalTypes,
    ...readerWords.split(' '),
  ]),
];

const sets = [reservedWords, functionNames, needAs].map((words) => new Set(words));
const [isReserved, isFunctionName, needsAs] = sets;

function abilities(sort: string, index: number): number {
  if (/^[A-Z]/.test(sort)) {
    const reserved = isReserved?.has(sort);
    return (
      can.label |
      (reserved || isFunctionName?.has(sort) ? 0 : can.nameColumn) |
      (reserved ? 0 : can.nameFunction) |
      (needsAs?.has(sort) ? 0 : can.bareLabel) |
      (fusedWords.has(sort) ? can.fuse : 0)
    );
  }
  if (index >= plainSorts.length) return /[[\](),;.]|^:$/.test(sort) ? 0 : can.operator;
  const flaw = index >= plainSorts.indexOf('backtick') ? can.flaw : 0;
  const confuse = /^unclosed|character$/.test(sort) ? can.confuse : 0;
  if (/^name$|quoted|backtick|identifier/.test(sort)) {
    return flaw | confuse | can.label | can.bareLabel | can.nameColumn | can.nameFunction;
  }
  if (sort === 'operator') return can.operator;
  return flaw | confuse | (/string|prefixed|dollar|number|place|param|typo/.test(sort) ? can.literal : 0);
}
/** By index of the sort. */
export const abilitiesOf: Uint16Array = Uint16Array.from(sorts, abilities);

const indexOf = new Map(sorts.map((sort, index) => [sort, index]));
/** The index of a sort; that of `operator` for an operator that no table has. */
export const sortOf = (sort: string): number => indexOf.get(sort) ?? plainSorts.indexOf('operator');

const size = 4096;
const slots = new Uint16Array(size);
/** Folds ASCII letters; other characters of words stay distinct from each other. */
const fold = (code: number): number => code & ~0x20;
/** One step of the hash over the characters of a word; start with 0. */
export const hashStep = (hash: number, code: number): number => (Math.imul(hash, 31) + fold(code)) | 0;

sorts.forEach((sort, index) => {
  if (!/^[A-Z]/.test(sort)) return;
  let hash = 0;
  for (let i = 0; i < sort.length; i++) hash = hashStep(hash, sort.charCodeAt(i));
  let slot = hash & (size - 1);
  while (slots[slot]) slot = (slot + 1) & (size - 1);
  slots[slot] = index;
});

/** The sort of an ordinary name. */
export const nameSort = plainSorts.indexOf('name');
/** The sort of the word `text[start, end)` with its hash, in any case of letters; `name` where it is none. ASCII only. */
export function findWord(text: string, start: number, end: number, hash: number): number {
  for (let slot = hash & (size - 1); ; slot = (slot + 1) & (size - 1)) {
    const index = slots[slot] ?? 0;
    if (index === 0) return nameSort;
    const word = sorts[index] ?? '';
    if (word.length !== end - start) continue;
    let i = 0;
    while (i < word.length && fold(word.charCodeAt(i)) === fold(text.charCodeAt(start + i))) i++;
    if (i === word.length) return index;
  }
}
