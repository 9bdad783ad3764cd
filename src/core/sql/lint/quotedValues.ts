import type { Summary } from '../analysis/summary.ts';
import { decodeIdentifier } from '../dialect/identifier.ts';
import { DIGIT, hasClass, IDENTIFIER_PART } from '../lexer/characterClasses.ts';
import { decodeQuotedName } from '../lexer/escapes.ts';
import type { Range } from '../syntax/nodes.ts';
import type { CheckOptions } from './options.ts';

/**
 * Returns the traits of a name that require quotes: each character that an unquoted name can't have, `digit` for a
 * digit at the start, and `capital` for a capital letter.
 */
function findUnusualTraits(name: string): string[] {
  const found = [...name].filter((character) => !hasClass(character.charCodeAt(0), IDENTIFIER_PART));
  if (hasClass(name.charCodeAt(0), DIGIT)) found.push('digit');
  if (/[A-Z]/.test(name)) found.push('capital');
  return found;
}
const isDistinctiveTrait = (trait: string): boolean => /[\s@]|^capital$/.test(trait);

interface KnownNames {
  readonly hasKnownColumns: boolean;
  readonly isComplete: boolean;
  readonly names: ReadonlySet<string>;
  readonly traits: ReadonlySet<string>;
}

function collectKnownNames(
  { tables }: Pick<Summary, 'tables'>,
  own: readonly { readonly name: string; readonly isLabel: boolean }[],
  { columns = [], schema, tables: vaultTables = [] }: CheckOptions,
): KnownNames {
  const read = new Set(tables.map(({ name }) => name.toLowerCase()));
  const seen = [...(schema?.values() ?? [])].map((table) => ({
    table: decodeIdentifier(table.name),
    names: [...table.columns.values()].map(decodeIdentifier),
  }));
  const whole = vaultTables.flatMap(({ name, columns: all }) =>
    all ? [{ table: decodeIdentifier(name), names: all.map(decodeIdentifier) }] : [],
  );
  const all = [
    ...columns.map(({ table, column }) => ({ table, names: [column] })),
    ...seen.filter(({ names }) => names.length > 0),
    ...whole,
  ];
  const wholeTables = new Set(whole.map(({ table }) => table.toLowerCase()));
  const names = all.flatMap((one) => [one.table, ...one.names]);
  // A label contains a space more often than a column name does.
  const others = own.filter(({ isLabel }) => !isLabel).map(({ name }) => name);
  return {
    hasKnownColumns: all.some(({ table }) => read.has(table.toLowerCase())),
    isComplete: read.size > 0 && [...read].every((table) => wholeTables.has(table)),
    names: new Set([...names, ...own.map(({ name }) => name)].map((name) => name.toLowerCase())),
    traits: new Set([...names, ...others].flatMap(findUnusualTraits)),
  };
}

export interface QuotedName extends Range {
  readonly source: string;
  readonly isLabel: boolean;
}

/**
 * Returns the ranges of the quoted names that are probably intended as values, such as `"a@b.c"` in the condition
 * `email = "a@b.c"`. This is judged by the names that are known.
 */
export function findQuotedValues(
  summary: Pick<Summary, 'tables' | 'comparedNames'>,
  quoted: readonly QuotedName[],
  options: CheckOptions,
): Range[] {
  const candidates = new Set(summary.comparedNames.map(({ start }) => start));
  const named = quoted.map((one) => ({ ...one, name: decodeQuotedName(one.source) ?? one.source }));
  const others = named.filter(({ start }) => !candidates.has(start));
  const known = collectKnownNames(summary, others, options);
  return named.flatMap(({ name, start, end }) => {
    const isValue =
      candidates.has(start) &&
      !known.names.has(name.toLowerCase()) &&
      (known.isComplete ||
        findUnusualTraits(name).some(
          (one) => !known.traits.has(one) && (known.hasKnownColumns || isDistinctiveTrait(one)),
        ));
    return isValue ? [{ start, end }] : [];
  });
}
