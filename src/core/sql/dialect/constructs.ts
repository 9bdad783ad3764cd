/**
 * The dialect that the vault accepts (D1–D7), as one table: read by the check, the grammar, the help pages, the
 * local vault, completion and hover. Adding a construct is one entry in a file of `table/`.
 */
import type { ConstructRow } from './construct.ts';
import type { PrecedenceLevel } from './precedence.ts';
import { commands } from './table/commands.ts';
import { functions } from './table/functions.ts';
import { keywords } from './table/keywords.ts';
import { operators } from './table/operators.ts';

/** Every construct, each once. */
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

/** A construct by its name in upper case; undefined for a function or operator that is not in the table. */
export const findConstruct = (name: string): ConstructRow | undefined => byName.get(name);

/** The command that a statement starting with `word` (upper case) is, where that is not a SELECT. */
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

/** The constructs whose name begins with a word, those of most words first. */
export const constructsFrom = (word: string): readonly ConstructRow[] => byFirstWord.get(word) ?? [];

/** The words of which the names of constructs consist, in upper case. */
export const constructWords: ReadonlySet<string> = new Set(constructs.flatMap(({ words }) => words));

/** What joins two tables; NATURAL may be before each but CROSS JOIN. */
export const joins: readonly ConstructRow[] = constructs.filter(
  ({ role, words }) => role === 'own' && words.at(-1) === 'JOIN',
);

/** The words of joins, NATURAL among them. */
export const joinWords: ReadonlySet<string> = new Set([...joins.flatMap(({ words }) => words), 'NATURAL']);

/** The names of the operators that bind as tightly as one of `levels`. */
export const operatorsAt = (...levels: readonly PrecedenceLevel[]): ReadonlySet<string> =>
  new Set(constructs.flatMap((row) => ('level' in row && levels.includes(row.level) ? [row.name] : [])));

/** `<`, `=`, `<>` and their like; LIKE and its like are of a level of their own. */
export const comparisonOperators = operatorsAt('comparison');

/** The functions of the dialect. */
export const supportedFunctions: ReadonlySet<string> = new Set(
  constructs.filter(({ role }) => role === 'call').map(({ name }) => name),
);
