/** The statements of a text as symbols, for outline and breadcrumbs. */

import { rolesIn } from '../analysis/roles.ts';
import { nameOf } from '../dialect/identifier.ts';
import { PerStatement } from '../syntax/document/perStatement.ts';
import { documentOf, type SqlText } from '../syntax/document/sqlDocument.ts';
import type { SqlStatement } from '../syntax/document/sqlStatement.ts';

export interface StatementSymbol {
  /** Of the statement, with its `;`. */
  readonly start: number;
  readonly end: number;
  /** Its first word. */
  readonly nameStart: number;
  readonly nameEnd: number;
  /** The first word in upper case: `SELECT`, or the command that it is instead. */
  readonly command: string;
  /** The tables it names, without double quotes, each once. */
  readonly tables: readonly string[];
  /** The SELECT list, without line breaks, at most 80 characters. */
  readonly columns: string;
}

const columnsLength = 80;

/** Reads the symbol of each statement once. */
export const symbolReader = (): PerStatement<StatementSymbol> =>
  new PerStatement(symbolsIn, (symbol, { start, fullEnd }) => ({
    ...symbol,
    start,
    end: fullEnd,
    nameStart: symbol.nameStart + start,
    nameEnd: symbol.nameEnd + start,
  }));

/** One symbol for each statement, in order; offsets are UTF-16 code units. Total and linear. */
export const statementSymbols = (text: SqlText, reader = symbolReader()): StatementSymbol[] =>
  reader.of(documentOf(text));

/** The symbol of a statement; none where an unclosed comment is all that there is. */
function symbolsIn(statement: SqlStatement): StatementSymbol[] {
  const { source, tokens } = statement;
  const [head] = tokens;
  if (!head || head.kind === 'comment') return [];
  const { roles, tables } = rolesIn(statement);
  const names = tables.map(({ table }) => nameOf(source.slice(table.start, table.end)));
  const from = tokens.find(({ word }, index) => word === 'FROM' && roles[index] === 'keyword');
  const last = tokens.findLast(({ kind }) => kind !== 'comment') ?? head;
  const listEnd = Math.min(from?.start ?? last.end, head.end + 4 * columnsLength);
  return [
    {
      start: 0,
      end: source.length,
      nameStart: 0,
      nameEnd: head.end,
      command: source.slice(0, Math.min(head.end, columnsLength)).toUpperCase(),
      tables: [...new Set(names)],
      columns: source.slice(head.end, listEnd).replaceAll(/\s+/g, ' ').trim().slice(0, columnsLength),
    },
  ];
}
