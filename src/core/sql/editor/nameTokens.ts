import { determineStatementRoles, type TokenRole } from '../analysis/roles.ts';
import { constructWords } from '../dialect/constructs.ts';
import { StatementResultCache } from '../syntax/document/perStatement.ts';
import { type SqlText, toSqlDocument } from '../syntax/document/sqlDocument.ts';
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

export const createKeywordLikeNameCache = (): StatementResultCache<NameToken> =>
  new StatementResultCache(findKeywordLikeNamesOfStatement, (token, { start }) => shiftRange(token, start));

/**
 * Returns, in order, the unquoted names of tables, columns, aliases and labels in `text` that are spelled like a word
 * in the dialect table, such as `offset` in `SELECT t.offset`. The TextMate grammar highlights most of them as
 * keywords, because it can't tell names from keywords. Offsets are UTF-16 code units from the start of the text.
 */
export const findKeywordLikeNames = (text: SqlText, cache = createKeywordLikeNameCache()): NameToken[] =>
  cache.resultsFor(toSqlDocument(text));

function findKeywordLikeNamesOfStatement(statement: SqlStatement): NameToken[] {
  const { roles } = determineStatementRoles(statement);
  return statement.tokens.flatMap(({ kind: tokenKind, word, start, end }, index): NameToken[] => {
    const role = roles[index];
    const kind = role && kinds[role];
    return tokenKind === 'word' && kind && constructWords.has(word) ? [{ start, end, kind }] : [];
  });
}
