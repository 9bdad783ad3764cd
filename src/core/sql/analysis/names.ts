import { shiftRange } from '../syntax/ranges.ts';
import { findFirstColumnIndexFrom } from './columnScopes.ts';
import type { Summary, TableReference } from './summary.ts';

export interface Names {
  readonly tables: readonly TableReference[];
  /**
   * Names that may mean any column of a table: the names in a list such as `(x, y)` in `t AS a(x, y)`, and the names or
   * aliases of tables, subqueries and the like, because such a name can mean the whole row.
   */
  readonly anyColumnNames: readonly string[];
  /**
   * The names that columns of subqueries and common table expressions (WITH) have because of an alias or what looks
   * like a function call, each with the names of the columns in its expression.
   */
  readonly labels: readonly { readonly name: string; readonly columns: readonly string[] }[];
}

/**
 * Returns the names in a statement. `statementStart`, the offset of the statement in its text, is added to the ranges
 * of tables.
 */
export function collectStatementNames(summary: Summary | undefined, statementStart = 0): Names {
  if (!summary) return { tables: [], anyColumnNames: [], labels: [] };
  const { tables, groups } = summary;
  const lists = [...tables, ...groups].flatMap((one) => one.columns ?? []);
  const rows = [...tables.map(({ name, alias }) => alias ?? name), ...groups.map(({ name }) => name)];
  return {
    tables: tables.map((table) => shiftRange(table, statementStart)),
    anyColumnNames: [...lists, ...rows],
    labels: readLabels(summary),
  };
}

function readLabels({ renamedColumns: renamed, columns }: Summary): Names['labels'] {
  if (renamed.length === 0) return [];
  const ordered = columns.toSorted((a, b) => a.start - b.start);
  return renamed.map(({ name, start, end }) => {
    const within = ordered.slice(
      findFirstColumnIndexFrom(ordered, start),
      findFirstColumnIndexFrom(ordered, end),
    );
    return { name, columns: within.map((column) => column.name) };
  });
}
