/** Which tables and columns a text names: for “who read what” and for completion. */
import { type ColumnName, emptyOutline, type RedactionCall, type TableName } from './outline.ts';
import { readerSettings, readStatement } from './statement.ts';
import { groupStatements, significantTokens } from './statements.ts';

export interface Names {
  readonly tables: readonly TableName[];
  readonly columns: readonly ColumnName[];
  /** Whether a `*` or `t.*` stands in the SELECT list, so that columns are read that are not named. */
  readonly star: boolean;
  /** Calls of REDACTION on a column, with the level asked for. */
  readonly redaction: readonly RedactionCall[];
}

/**
 * Names of the first statement of a text, in the order of the text, without their quotes; offsets are UTF-16
 * code units. Total: of a statement with errors, what could be read.
 */
export function readNames(statement: string): Names {
  const tokens = significantTokens(statement);
  const [first] = groupStatements(tokens);
  const settings = readerSettings({ allow: [], pageSize: 0, names: true });
  const { tables, columns, star, redactions } = first
    ? readStatement(statement, tokens, first, settings).outline
    : emptyOutline();
  return { tables, columns, star, redaction: redactions };
}
