/** Which tables and columns a statement names: for masks, and to name what is exported. */

import type { Range } from '../syntax/nodes.ts';
import { shiftRange } from '../syntax/ranges.ts';
import { firstFrom } from './columnScopes.ts';
import type { ColumnReference, Summary, TableGroup, TableReference } from './summary.ts';

/** A call of REDACTION, with the column that is its first argument and the level in upper case, if they are such. */
export interface RedactedColumn extends Range {
  readonly table?: string;
  readonly column?: string;
  readonly level?: string;
}
export interface Names {
  readonly tables: readonly TableReference[];
  readonly columns: readonly ColumnReference[];
  /** Whether a `*` or `t.*` is in the SELECT list, so that columns are read that are not named. */
  readonly star: boolean;
  /** Calls of REDACTION on a column, with its level. */
  readonly redaction: readonly RedactedColumn[];
  /** Names that may mean any column of a table: those that lists give, and those that mean its rows as a whole. */
  readonly anyColumn: readonly string[];
  /** The labels of subqueries and common tables, each with the columns in its expression. */
  readonly labels: readonly { readonly name: string; readonly columns: readonly string[] }[];
}

const noNames: Names = {
  tables: [],
  columns: [],
  star: false,
  redaction: [],
  anyColumn: [],
  labels: [],
};

/**
 * Names of a statement that begins at `start` of its text, in the order of the text, without their quotes; offsets are
 * UTF-16 code units of the text. Total: of a statement with errors, what could be read; without one, nothing.
 */
export function readNames(summary: Summary | undefined, start = 0): Names {
  if (!summary) return noNames;
  const found = namesOf(summary);
  if (start === 0) return found;
  const moved = <T extends Range>(range: T): T => shiftRange(range, start);
  const columns = found.columns.map((column) => {
    const { conditional, ...rest } = moved(column);
    return conditional ? { ...rest, conditional: moved(conditional) } : rest;
  });
  return { ...found, tables: found.tables.map(moved), columns, redaction: found.redaction.map(moved) };
}

function namesOf(summary: Summary): Names {
  const { tables, columns, star, redactions, groups } = summary;
  const lists = groups.filter((group) => group.columns !== undefined);
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
  const listed = lists.length === 0 ? tables : tables.map((table, index) => withLists(table, index, lists));
  const anyColumn = [...tables, ...lists].flatMap((one) => one.columns ?? []);
  anyColumn.push(...tables.map(({ name, alias }) => alias ?? name), ...groups.map(({ name }) => name));
  return { tables: listed, columns, star, redaction, anyColumn, labels: labelsOf(summary) };
}

function labelsOf({ renamed, columns }: Summary): Names['labels'] {
  if (renamed.length === 0) return [];
  const ordered = columns.toSorted((a, b) => a.start - b.start);
  return renamed.map(({ name, start, end }) => {
    const within = ordered.slice(firstFrom(ordered, start), firstFrom(ordered, end));
    return { name, columns: within.map((column) => column.name) };
  });
}

/** A table with the names that lists after the joins and subqueries around it give to its columns too. */
function withLists(table: TableReference, index: number, groups: readonly TableGroup[]): TableReference {
  const around = groups.filter(({ first, last }) => first <= index && index < last);
  const columns = [table, ...around].flatMap((one) => one.columns ?? []);
  return columns.length === 0 ? table : { ...table, columns };
}
