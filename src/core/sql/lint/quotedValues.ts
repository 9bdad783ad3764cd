/** Values in double quotes, `email = "a@b.c"`: a name to PostgreSQL, and so sent only to be refused. */

import type { Summary } from '../analysis/summary.ts';
import { nameOf } from '../dialect/identifier.ts';
import { DIGIT, hasClass, IDENTIFIER_PART } from '../lexer/characterClasses.ts';
import { unquoted } from '../lexer/escapes.ts';
import type { Range } from '../syntax/nodes.ts';
import type { CheckOptions } from './options.ts';

/** What a name can hold only in quotes: characters that a plain name can't have, a digit at its start, a capital. */
function oddities(name: string): string[] {
  const found = [...name].filter((character) => !hasClass(character.charCodeAt(0), IDENTIFIER_PART));
  if (hasClass(name.charCodeAt(0), DIGIT)) found.push('digit');
  if (/[A-Z]/.test(name)) found.push('capital');
  return found;
}
/** What is hardly ever in a name, though nothing is known of the tables. */
const isTelling = (oddity: string): boolean => /[\s@]|^capital$/.test(oddity);

interface KnownNames {
  /** Whether the columns of a table in FROM are known, if only in part. */
  readonly tables: boolean;
  /** Whether all columns of the tables in FROM are known. */
  readonly areAll: boolean;
  /** In lower case. */
  readonly names: ReadonlySet<string>;
  readonly oddities: ReadonlySet<string>;
}

/** The names that settings, other statements and results have shown, and those of the statement itself. */
function knownNames(
  { tables }: Pick<Summary, 'tables'>,
  own: readonly { readonly name: string; readonly isLabel: boolean }[],
  { columns = [], schema, tables: vaultTables = [] }: CheckOptions,
): KnownNames {
  const read = new Set(tables.map(({ name }) => name.toLowerCase()));
  const seen = [...(schema?.values() ?? [])].map((table) => ({
    table: nameOf(table.name),
    names: [...table.columns.values()].map(nameOf),
  }));
  const whole = vaultTables.flatMap(({ name, columns: all }) =>
    all ? [{ table: nameOf(name), names: all.map(nameOf) }] : [],
  );
  const all = [
    ...columns.map(({ table, column }) => ({ table, names: [column] })),
    ...seen.filter(({ names }) => names.length > 0),
    ...whole,
  ];
  const wholeTables = new Set(whole.map(({ table }) => table.toLowerCase()));
  const names = all.flatMap((one) => [one.table, ...one.names]);
  // A label has a space more often than a column has.
  const others = own.filter(({ isLabel }) => !isLabel).map(({ name }) => name);
  return {
    tables: all.some(({ table }) => read.has(table.toLowerCase())),
    areAll: read.size > 0 && [...read].every((table) => wholeTables.has(table)),
    names: new Set([...names, ...own.map(({ name }) => name)].map((name) => name.toLowerCase())),
    oddities: new Set([...names, ...others].flatMap(oddities)),
  };
}

/** A quoted name of a statement. */
export interface QuotedName extends Range {
  readonly source: string;
  /** Whether it is after AS. */
  readonly isLabel: boolean;
}

/**
 * Those of a statement's quoted names that can only be values, with what they say: what is compared with a column
 * (`summary.compared`), is no known name, and holds what no known name does, unless all names are known.
 */
export function quotedValues(
  summary: Pick<Summary, 'tables' | 'compared'>,
  quoted: readonly QuotedName[],
  options: CheckOptions,
): Range[] {
  const candidates = new Set(summary.compared.map(({ start }) => start));
  const named = quoted.map((one) => ({ ...one, name: unquoted(one.source) ?? one.source }));
  const others = named.filter(({ start }) => !candidates.has(start));
  const known = knownNames(summary, others, options);
  return named.flatMap(({ name, start, end }) => {
    const isValue =
      candidates.has(start) &&
      !known.names.has(name.toLowerCase()) &&
      (known.areAll ||
        oddities(name).some((one) => !known.oddities.has(one) && (known.tables || isTelling(one))));
    return isValue ? [{ start, end }] : [];
  });
}
