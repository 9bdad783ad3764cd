/** The whole dialect table, for people: hover, completion, the README, the grammar's test. */
import { type Construct, checked, otherRows, toConstructs } from './dialect.ts';

/** Every row of the table. */
export const constructs: readonly Construct[] = [...checked, ...toConstructs(otherRows)];

const byName = new Map(constructs.map((construct) => [construct.name, construct]));

/** The functions of the dialect. */
export const supportedFunctions: ReadonlySet<string> = new Set(
  constructs.filter(({ role }) => role === 'call').map(({ name }) => name),
);

/** The table's row of a construct by its name in upper case; undefined for a function or operator not listed. */
export const findConstruct = (name: string): Construct | undefined => byName.get(name);
