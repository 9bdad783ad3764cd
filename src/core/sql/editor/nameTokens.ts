/** Names that are spelled like a word of the dialect: a grammar colours them as keywords, and cannot know better. */

import { rolesIn, type TokenRole } from '../analysis/roles.ts';
import { constructWords } from '../dialect/constructs.ts';
import { PerStatement } from '../syntax/document/perStatement.ts';
import { documentOf, type SqlText } from '../syntax/document/sqlDocument.ts';
import type { SqlStatement } from '../syntax/document/sqlStatement.ts';
import { shiftRange } from '../syntax/ranges.ts';

export interface NameToken {
  readonly start: number;
  readonly end: number;
  readonly kind: 'table' | 'alias' | 'column' | 'label';
}

const kinds: Readonly<Partial<Record<TokenRole, NameToken['kind']>>> = {
  table: 'table',
  commonTable: 'table',
  tableAlias: 'alias',
  qualifier: 'alias',
  column: 'column',
  columnAlias: 'column',
  label: 'label',
};

/** Reads those names of each statement once. */
export const nameTokenReader = (): PerStatement<NameToken> =>
  new PerStatement(namesIn, (token, { start }) => shiftRange(token, start));

/** Those names in order: `offset` in `SELECT t.offset`, `min` in `SELECT min`. Total and linear. */
export const nameTokens = (text: SqlText, reader = nameTokenReader()): NameToken[] =>
  reader.of(documentOf(text));

function namesIn(statement: SqlStatement): NameToken[] {
  const { roles } = rolesIn(statement);
  return statement.tokens.flatMap(({ kind: tokenKind, word, start, end }, index): NameToken[] => {
    const role = roles[index];
    const kind = role && kinds[role];
    return tokenKind === 'word' && kind && constructWords.has(word) ? [{ start, end, kind }] : [];
  });
}
