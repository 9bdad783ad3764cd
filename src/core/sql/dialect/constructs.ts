/**
 * The SQL constructs and whether the vault accepts them (D1–D7), as one table for the check, the grammar, the help
 * pages, the local vault, completion and hover. To add a construct, add one entry to a file of `table/`.
 */
import type { ConstructRow } from './construct.ts';
import type { PrecedenceLevel } from './precedence.ts';
import { commands } from './table/commands.ts';
import { functions } from './table/functions.ts';
import { keywords } from './table/keywords.ts';
import { operators } from './table/operators.ts';

/** All constructs of the dialect table, each name once. */
export const constructs: readonly ConstructRow[] = [...commands, ...keywords, ...operators, ...functions].map(
  (entry) => ({
    ...entry,
    words: entry.name.split(' '),
    liftable: entry.verdict !== 'write' && entry.kind !== 'command',
  }),
);

const byName: ReadonlyMap<string, ConstructRow> = new Map(
  constructs.map((construct) => [construct.name, construct]),
);

/**
 * Returns the construct with this name, in upper case with single spaces; undefined if the dialect table has none, as
 * for most functions.
 */
export const findConstruct = (name: string): ConstructRow | undefined => byName.get(name);

/**
 * Returns the command that begins with a word in upper case, such as INSERT. Returns undefined for SELECT, and for a
 * word that is no command of the dialect table.
 */
export function findCommand(word: string): ConstructRow | undefined {
  const construct = byName.get(word);
  return construct?.kind === 'command' && construct.verdict !== 'supported' ? construct : undefined;
}

function groupByFirstWord(): ReadonlyMap<string, readonly ConstructRow[]> {
  const groups = new Map<string, ConstructRow[]>();
  for (const construct of constructs.toSorted((a, b) => b.words.length - a.words.length)) {
    const [first = ''] = construct.words;
    groups.set(first, [...(groups.get(first) ?? []), construct]);
  }
  return groups;
}
const byFirstWord = groupByFirstWord();

/** Returns the constructs whose name begins with a word (upper case), those with more words first. */
export const findConstructsByFirstWord = (word: string): readonly ConstructRow[] =>
  byFirstWord.get(word) ?? [];

/** All words and operator symbols in the names of constructs, in upper case. */
export const constructWords: ReadonlySet<string> = new Set(constructs.flatMap(({ words }) => words));

/**
 * The joins that end in JOIN, such as `LEFT OUTER JOIN`. NATURAL, which may come before each of them except CROSS
 * JOIN, is not part of the names.
 */
export const joins: readonly ConstructRow[] = constructs.filter(
  ({ role, words }) => role === 'own' && words.at(-1) === 'JOIN',
);

/** All words in the names of joins, and NATURAL, in upper case. */
export const joinWords: ReadonlySet<string> = new Set([...joins.flatMap(({ words }) => words), 'NATURAL']);

/** Returns the names of the operators whose precedence is one of `levels`. */
export const operatorsOfLevels = (...levels: readonly PrecedenceLevel[]): ReadonlySet<string> =>
  new Set(constructs.flatMap((row) => ('level' in row && levels.includes(row.level) ? [row.name] : [])));

/**
 * The operators that compare two values and have the precedence of `=`: `<`, `>=`, `<>` and the like. LIKE and IS
 * DISTINCT FROM are not among them.
 */
export const comparisonOperators = operatorsOfLevels('comparison');

/** The names of the functions that the service supports (D4), in upper case. */
export const supportedFunctions: ReadonlySet<string> = new Set(
  constructs.filter(({ role }) => role === 'call').map(({ name }) => name),
);
