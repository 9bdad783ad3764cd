/**
 * Finds names in a statement that may not be names of the vault's tables or columns, so that they are not suggested
 * in other statements.
 */

import { findPossibleValues } from '../analysis/possibleValues.ts';
import type { TokenRoles } from '../analysis/roles.ts';
import { createNameKey } from '../dialect/identifier.ts';
import type { Token } from '../lexer/tokens.ts';

/** Schemas that PostgreSQL provides. Their tables are not tables of the vault. */
const systemSchemas = new Set(['information_schema', 'pg_catalog']);

/**
 * Returns the table and column names of a statement that may not be names of the vault: common tables, tables of the
 * schemas `information_schema` and `pg_catalog`, and unqualified columns that have the name of a table's alias, have
 * the name of a label or column alias written before them, or may be values (see `findPossibleValues`), as in `name =
 * "Ann"`. `tokens` are the statement's tokens, to which the roles belong; their offsets are relative to the start of
 * `text`.
 */
export function findExcludedNames(
  text: string,
  tokens: readonly Token[],
  { roles, tables, tree }: TokenRoles,
): ReadonlySet<Token> {
  const keyOf = ({ start, end }: Token): string => createNameKey(text.slice(start, end));
  const found = new Set<Token>();
  const values = tree && findPossibleValues(tree);
  const base = tokens[0]?.start ?? 0;
  const common = new Set(tokens.filter((_, at) => roles[at] === 'commonTable').map(keyOf));
  const aliases = new Set(tables.flatMap(({ alias }) => (alias ? [keyOf(alias)] : [])));
  tokens.forEach((token, at) => {
    const qualifier = tokens[at - 1]?.word === '.' ? tokens[at - 2] : undefined;
    switch (roles[at]) {
      case 'label':
      case 'columnAlias':
        // In `SELECT a AS a`, the first `a` is a column. An `a` after it, as in ORDER BY, may be the label.
        aliases.add(keyOf(token));
        break;
      case 'table':
        if (qualifier ? systemSchemas.has(keyOf(qualifier)) : common.has(keyOf(token))) found.add(token);
        break;
      case 'column':
        if (!qualifier && (aliases.has(keyOf(token)) || values?.has(token.start - base))) found.add(token);
        break;
    }
  });
  return found;
}
