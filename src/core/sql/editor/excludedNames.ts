/** Words in the place of a table or a column that are not known to be one of the vault's: not proposed elsewhere. */

import type { TokenRoles } from '../analysis/roles.ts';
import { comparisonOperators } from '../dialect/constructs.ts';
import { nameKey } from '../dialect/identifier.ts';
import type { Token } from '../lexer/tokens.ts';

const comparisons = new Set([...comparisonOperators, '==', 'LIKE', 'ILIKE', 'IN']);
/** Schemas of the database itself. */
const systemSchemas = new Set(['information_schema', 'pg_catalog']);

/**
 * The tokens of a statement that are common tables, tables of the database itself, aliases that look like columns,
 * and values in double quotes: `name = "Ann"`. Linear.
 */
export function excludedNames(
  text: string,
  tokens: readonly Token[],
  { roles, tables }: TokenRoles,
): ReadonlySet<Token> {
  const keyOf = ({ start, end }: Token): string => nameKey(text.slice(start, end));
  const found = new Set<Token>();
  const common = new Set(tokens.filter((_, at) => roles[at] === 'commonTable').map(keyOf));
  const aliases = new Set(tables.flatMap(({ alias }) => (alias ? [keyOf(alias)] : [])));
  tokens.forEach((token, at) => {
    const qualifier = tokens[at - 1]?.word === '.' ? tokens[at - 2] : undefined;
    switch (roles[at]) {
      case 'label':
      case 'columnAlias':
        // `SELECT a AS a`: the column is before its label. What comes after it may be the label.
        aliases.add(keyOf(token));
        break;
      case 'table':
        if (qualifier ? systemSchemas.has(keyOf(qualifier)) : common.has(keyOf(token))) found.add(token);
        break;
      case 'column':
        if (!qualifier && (aliases.has(keyOf(token)) || isComparedText(tokens, at))) found.add(token);
        break;
    }
  });
  return found;
}

/** Whether a name in double quotes is the right side of a comparison: there it is mostly text, wrongly quoted. */
function isComparedText(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.kind !== 'quoted-identifier') return false;
  let before = at - 1;
  while (tokens[before]?.word === '(') before--;
  return comparisons.has(tokens[before]?.word ?? '');
}
