/** The statements of a text as symbols, for outline and breadcrumbs. */

import { rolesOf } from '../analysis/roles.ts';
import { nameOf } from '../dialect/identifier.ts';
import { tokenStatements } from '../lexer/tokenStatements.ts';

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

/** One symbol for each statement, in order; offsets are UTF-16 code units. Total and linear. */
export function statementSymbols(text: string): StatementSymbol[] {
  return tokenStatements(text).map(({ tokens, start, fullEnd }) => {
    const { roles, tables } = rolesOf(text, tokens);
    const names = tables.map(({ table }) => nameOf(text.slice(table.start, table.end)));
    const from = tokens.find(({ word }, index) => word === 'FROM' && roles[index] === 'keyword');
    const head = tokens[0];
    const listEnd = from?.start ?? tokens.at(-1)?.end ?? start;
    return {
      start,
      end: fullEnd,
      nameStart: start,
      nameEnd: head?.end ?? start,
      command: text.slice(start, Math.min(head?.end ?? start, start + columnsLength)).toUpperCase(),
      tables: [...new Set(names)],
      columns: text
        .slice(head?.end ?? start, Math.min(listEnd, (head?.end ?? start) + 4 * columnsLength))
        .replaceAll(/\s+/g, ' ')
        .trim()
        .slice(0, columnsLength),
    };
  });
}
