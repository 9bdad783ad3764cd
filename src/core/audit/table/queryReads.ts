/** What a query of the audit trail asked for: tables, columns and the REDACTION level of each, by the dialect's own reader. */
import { possibleValues } from '../../sql/analysis/possibleValues.ts';
import { type ColumnReference, isSetOperation, type Summary } from '../../sql/analysis/summary.ts';
import { unpairedQuoteStart } from '../../sql/analysis/unpairedQuotes.ts';
import { significantTokens } from '../../sql/lexer/lexer.ts';
import { statementLinter } from '../../sql/lint/check.ts';
import type { Finding } from '../../sql/lint/findings.ts';
import { parseStatements } from '../../sql/syntax/document/document.ts';

/** How a query uses a column: its values are returned, it decides which rows are, or only rows were counted. */
export type ReadUse = 'returned' | 'condition' | 'rows';

export interface ColumnRead {
  /** In lower case. More than one where the query does not say which of its tables the column is of; none if unknown. */
  readonly tables: readonly string[];
  /** In lower case; `*` for all columns, '' for none (`use` is `rows`). */
  readonly column: string;
  /** Level of REDACTION in upper case; '' where the call gives none that can be read; undefined where there is no call. */
  readonly level: string | undefined;
  readonly use: ReadUse;
}

export interface QueryReads {
  readonly reads: readonly ColumnRead[];
  /** `none`: nothing could be read · `part`: there may be more, or its tables may be others. */
  readonly missing?: 'none' | 'part';
}

const fold = (name: string): string => name.toLowerCase();
/** Names inside such a construct have a scope of their own, which is not followed. */
const scopes = new Set(['SUBQUERY', 'WITH', 'WITH RECURSIVE', 'UNION', 'INTERSECT', 'EXCEPT', 'LATERAL']);
const isDoubtful = ({ code, construct }: Finding): boolean =>
  code === 'syntax' || code === 'write-operation' || scopes.has(construct);

const lint = statementLinter({ literalHints: false });

/** A name follows its length, so it may contain any separator. */
const measured = (name: string): string => `${name.length} ${name}`;

/** The same for reads that are the same, and for no others. */
export const keyOfRead = ({ tables, column, level, use }: ColumnRead): string =>
  `${use} ${level === undefined ? '' : measured(level)},${measured(column)},${tables.map(measured).join()}`;

/** Of every statement of a text. Total and linear in the text. */
export function readQuery(text: string): QueryReads {
  const reads = new Map<string, ColumnRead>();
  let doubtful = false;
  const statements = [...parseStatements(text)];
  const unpairedStart = unpairedQuoteStart(text, significantTokens(text), statements);
  for (const { start: statementStart, tree } of statements) {
    const { findings, summary: whole } = lint(tree);
    const summary = summaryBefore(whole, unpairedStart - statementStart, tree.certainEnd);
    doubtful ||= summary !== whole;
    // What may be a value is no column that was read, and must not be shown as one.
    const values = possibleValues(tree);
    const columns = summary.columns.filter(({ start }) => !values.has(start));
    doubtful ||= columns.length < summary.columns.length;
    doubtful ||= findings.some(isDoubtful) || isSetOperation(summary);
    for (const one of readsOf({ ...summary, columns })) {
      reads.set(keyOfRead(one), one);
    }
  }
  const found = [...reads.values()];
  if (found.length === 0) return { reads: found, missing: 'none' };
  return doubtful || found.some(({ tables }) => tables.length === 0)
    ? { reads: found, missing: 'part' }
    : { reads: found };
}

/**
 * Returns the summary without the names that end after the offset `end`, from which quotes do not pair up: these may be words
 * of values. A table before the first syntax error (`certainEnd`) is certainly read, and stays.
 */
function summaryBefore(summary: Summary, end: number, certainEnd: number): Summary {
  if (end === Number.POSITIVE_INFINITY) return summary;
  return {
    ...summary,
    tables: summary.tables.filter((table) => table.end <= Math.max(end, certainEnd)),
    columns: summary.columns.filter((column) => column.end <= end),
  };
}

/** Of one statement, once it is summarized. */
export function readsOf(summary: Summary): ColumnRead[] {
  const reads: ColumnRead[] = [];
  const named = summary.tables.map(({ name, alias }) => ({ table: fold(name), as: fold(alias ?? name) }));
  const everyTable = [...new Set(named.map(({ table }) => table))].sort();
  const meant = (qualifier: string | undefined): string[] => {
    if (qualifier === undefined) return everyTable;
    const wanted = fold(qualifier);
    return [...new Set(named.filter(({ as }) => as === wanted).map(({ table }) => table))].sort();
  };
  const calls = summary.redactions.toSorted((a, b) => a.start - b.start);
  let next = 0;
  for (const column of summary.columns.toSorted((a, b) => a.start - b.start)) {
    // The last call that begins before the column; a long query has many, so they are walked through once.
    while ((calls[next]?.start ?? Number.POSITIVE_INFINITY) <= column.start) next++;
    const before = calls[next - 1];
    const call = before && column.end <= before.end ? before : undefined;
    reads.push({
      tables: meant(column.table),
      column: fold(column.name),
      level: call && (call.level ?? ''),
      use: useOf(column),
    });
  }
  for (const qualifier of summary.stars) {
    // `SELECT *` returns all columns of each table, not one column of some table.
    for (const table of meant(qualifier)) {
      reads.push({ tables: [table], column: '*', level: undefined, use: 'returned' });
    }
  }
  const covered = new Set(reads.flatMap(({ tables }) => tables));
  for (const table of everyTable) {
    if (!covered.has(table)) {
      reads.push({ tables: [table], column: '', level: undefined, use: 'rows' });
    }
  }
  return reads;
}

const useOf = ({ condition }: ColumnReference): ReadUse => (condition ? 'condition' : 'returned');
