import { determineStatementRoles } from '../analysis/roles.ts';
import { decodeIdentifier } from '../dialect/identifier.ts';
import { StatementResultCache } from '../syntax/document/perStatement.ts';
import { type SqlText, toSqlDocument } from '../syntax/document/sqlDocument.ts';
import type { SqlStatement } from '../syntax/document/sqlStatement.ts';

export interface StatementSymbol {
  /** Start offset of the statement in the text. `end` is the offset after the statement and its `;`. */
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  /**
   * The statement's first token in upper case, such as `SELECT` or `DELETE`. Only its first 80 UTF-16 code units are
   * used.
   */
  readonly command: string;
  readonly tables: readonly string[];
  /**
   * The text between the first token and the first FROM (or the end of the statement if it has no FROM), with single
   * spaces and cut to 80 UTF-16 code units.
   */
  readonly columns: string;
}

const MAX_COLUMNS_LENGTH = 80;

export const createSymbolCache = (): StatementResultCache<StatementSymbol> =>
  new StatementResultCache(createSymbols, (symbol, { start, fullEnd }) => ({
    ...symbol,
    start,
    end: fullEnd,
    nameStart: symbol.nameStart + start,
    nameEnd: symbol.nameEnd + start,
  }));

/**
 * Returns the symbols of the statements in `text`, in order, for the Outline view. Offsets are UTF-16 code units from
 * the start of the text.
 */
export const statementSymbols = (text: SqlText, cache = createSymbolCache()): StatementSymbol[] =>
  cache.resultsFor(toSqlDocument(text));

function createSymbols(statement: SqlStatement): StatementSymbol[] {
  const { source, tokens } = statement;
  const [head] = tokens;
  if (!head || head.kind === 'comment') return [];
  const { roles, tables } = determineStatementRoles(statement);
  const names = tables.map(({ table }) => decodeIdentifier(source.slice(table.start, table.end)));
  const from = tokens.find(({ word }, index) => word === 'FROM' && roles[index] === 'keyword');
  const last = tokens.findLast(({ kind }) => kind !== 'comment') ?? head;
  const listEnd = Math.min(from?.start ?? last.end, head.end + 4 * MAX_COLUMNS_LENGTH);
  return [
    {
      start: 0,
      end: source.length,
      nameStart: 0,
      nameEnd: head.end,
      command: source.slice(0, Math.min(head.end, MAX_COLUMNS_LENGTH)).toUpperCase(),
      tables: [...new Set(names)],
      columns: source.slice(head.end, listEnd).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_COLUMNS_LENGTH),
    },
  ];
}
