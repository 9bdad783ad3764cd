import { findPossibleValues } from '../analysis/possibleValues.ts';
import type { TokenRoles } from '../analysis/roles.ts';
import { createNameKey } from '../dialect/identifier.ts';
import type { Token } from '../lexer/tokens.ts';

const systemSchemas = new Set(['information_schema', 'pg_catalog']);

/**
 * Returns the table and column names of a statement that possibly do not exist in the vault, so that they are not
 * suggested in other statements. Examples are the name of a common table, a label of the SELECT list that is used in
 * ORDER BY, and `"Ann"` in `name = "Ann"`. The offsets of `tokens` are relative to the start of `text`.
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
