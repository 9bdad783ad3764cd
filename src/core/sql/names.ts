/** Which tables and columns a text names: for “who read what” and for completion. */
import { type ColumnName, emptyOutline, type Outline, type Range, type TableName } from './outline.ts';
import { scan } from './scanner.ts';
import { statementReader } from './statement.ts';
import { eachStatement } from './statements.ts';

/** A call of REDACTION, with the column that is its first argument and the level in upper case, if they are such. */
export interface RedactedColumn extends Range {
  readonly table?: string;
  readonly column?: string;
  readonly level?: string;
}
export interface Names {
  readonly tables: readonly TableName[];
  readonly columns: readonly ColumnName[];
  /** Whether a `*` or `t.*` stands in the SELECT list, so that columns are read that are not named. */
  readonly star: boolean;
  /** Calls of REDACTION on a column, with the level asked for. */
  readonly redaction: readonly RedactedColumn[];
}

/**
 * Names of the first statement of a text, in the order of the text, without their quotes; offsets are UTF-16
 * code units. Total: of a statement with errors, what could be read.
 */
export function readNames(statement: string): Names {
  const tokens = scan(statement);
  const read = statementReader(statement, tokens, { allow: [], pageSize: Infinity, names: true });
  let outline: Outline | undefined;
  eachStatement(tokens, (first, last) => {
    outline ??= read(first, last).outline;
  });
  const { tables, columns, star, redactions } = outline ?? emptyOutline();
  const redaction = redactions.map(({ start, end, argument, level }) => {
    const column = columns.findLast((one) => one.start === argument);
    return {
      start,
      end,
      ...(column?.table !== undefined && { table: column.table }),
      ...(column && { column: column.name }),
      ...(level !== undefined && { level }),
    };
  });
  return { tables, columns, star: star === true, redaction };
}
