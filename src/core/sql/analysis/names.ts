/** Collects the tables and columns that a statement names, for masks and for the names of exports. */

import { shiftRange } from '../syntax/ranges.ts';
import { firstFrom } from './columnScopes.ts';
import type { Summary, TableReference } from './summary.ts';

export interface Names {
  readonly tables: readonly TableReference[];
  /** Names that may mean any column of a table: those that lists give, and those that mean its rows as a whole. */
  readonly anyColumn: readonly string[];
  /** The labels of subqueries and common tables, each with the columns in its expression. */
  readonly labels: readonly { readonly name: string; readonly columns: readonly string[] }[];
}

/**
 * Names of a statement that begins at `start` of its text, in the order of the text, without their quotes; offsets are
 * UTF-16 code units of the text. Total: of a statement with errors, what could be read; without one, nothing.
 */
export function readNames(summary: Summary | undefined, start = 0): Names {
  if (!summary) return { tables: [], anyColumn: [], labels: [] };
  const { tables, groups } = summary;
  const lists = [...tables, ...groups].flatMap((one) => one.columns ?? []);
  const rows = [...tables.map(({ name, alias }) => alias ?? name), ...groups.map(({ name }) => name)];
  return {
    tables: tables.map((table) => shiftRange(table, start)),
    anyColumn: [...lists, ...rows],
    labels: labelsOf(summary),
  };
}

function labelsOf({ renamed, columns }: Summary): Names['labels'] {
  if (renamed.length === 0) return [];
  const ordered = columns.toSorted((a, b) => a.start - b.start);
  return renamed.map(({ name, start, end }) => {
    const within = ordered.slice(firstFrom(ordered, start), firstFrom(ordered, end));
    return { name, columns: within.map((column) => column.name) };
  });
}
