/** Which tables and columns a text names: for “who read what” and for completion. */
import {
  type ColumnName,
  emptyOutline,
  type Outline,
  type RedactionCall,
  type TableName,
} from './outline.ts';
import { scan } from './scanner.ts';
import { createReader, readStatement } from './statement.ts';
import { eachStatement } from './statements.ts';

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
  const tokens = scan(statement);
  const reader = createReader(statement, tokens, { allow: [], pageSize: Infinity, names: true });
  let outline: Outline | undefined;
  eachStatement(tokens, (first, last) => {
    if (outline) return;
    readStatement(reader, first, last);
    outline = reader.outline;
  });
  const { tables, columns, star, redactions } = outline ?? emptyOutline();
  return { tables, columns, star, redaction: redactions };
}
