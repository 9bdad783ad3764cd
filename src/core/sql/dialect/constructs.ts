import type { ConstructRow } from './construct.ts';
import type { PrecedenceLevel } from './precedence.ts';
import { commands } from './table/commands.ts';
import { functions } from './table/functions.ts';
import { keywords } from './table/keywords.ts';
import { operators } from './table/operators.ts';

/**
 * The SQL constructs and whether the vault accepts them (D1–D7). To add a construct, add an entry to a file of
 * `table/`.
 */
export const constructs: readonly ConstructRow[] = [...commands, ...keywords, ...operators, ...functions].map(
  (entry) => ({
    ...entry,
    words: entry.name.split(' '),
    canBeAllowed: entry.verdict !== 'write' && entry.kind !== 'command',
  }),
);

const byName: ReadonlyMap<string, ConstructRow> = new Map(
  constructs.map((construct) => [construct.name, construct]),
);

export const findConstruct = (name: string): ConstructRow | undefined => byName.get(name);

/**
 * Returns the entry of a command other than SELECT, such as INSERT. `word` is the command in upper case. Undefined for
 * SELECT and for a word that is not a command.
 */
export function findNonSelectCommand(word: string): ConstructRow | undefined {
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

export const constructWords: ReadonlySet<string> = new Set(constructs.flatMap(({ words }) => words));

/** The joins that end in the word JOIN, such as `LEFT OUTER JOIN`. Combinations with NATURAL are not listed. */
export const joins: readonly ConstructRow[] = constructs.filter(
  ({ role, words }) => role === 'own' && words.at(-1) === 'JOIN',
);

export const joinWords: ReadonlySet<string> = new Set([...joins.flatMap(({ words }) => words), 'NATURAL']);

export const getOperatorsOfLevels = (...levels: readonly PrecedenceLevel[]): ReadonlySet<string> =>
  new Set(constructs.flatMap((row) => ('level' in row && levels.includes(row.level) ? [row.name] : [])));

/** The names of the operators that have the precedence of `=`, such as `<` and `>=`. LIKE is not among them. */
export const comparisonOperators = getOperatorsOfLevels('comparison');

export const supportedFunctions: ReadonlySet<string> = new Set(
  constructs.filter(({ role }) => role === 'call').map(({ name }) => name),
);
