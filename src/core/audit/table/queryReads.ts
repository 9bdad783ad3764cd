/** Determines which tables and columns a query requests, and the REDACTION level of each column. */
import { MASKED_REST } from '../../sql/analysis/maskLiterals.ts';
import { findPossibleValues } from '../../sql/analysis/possibleValues.ts';
import { type ColumnReference, hasSetOperation, type Summary } from '../../sql/analysis/summary.ts';
import { findUnpairedQuoteStartOrInfinity } from '../../sql/analysis/unpairedQuotes.ts';
import { lexWithoutComments } from '../../sql/lexer/lexer.ts';
import { createStatementLinter } from '../../sql/lint/check.ts';
import type { Finding } from '../../sql/lint/findings.ts';
import { parseStatements } from '../../sql/syntax/document/document.ts';
import { MASK } from '../masking/mask.ts';

/**
 * How a query uses a column. `condition`: the column is in a condition, in a USING, or in the SELECT list of a subquery
 * whose values a condition compares. `returned`: the column is elsewhere, such as in another SELECT list; `t.*` is
 * `returned` even in a condition. `rows`: for a table that no read of a column names, as in `SELECT count(*) FROM t`.
 */
export type ReadUse = 'returned' | 'condition' | 'rows';

export interface ColumnRead {
  /**
   * Names, in lower case, of the tables to which the column may belong. More than one if the query does not show which
   * of them it is. Empty if no table is known, or if there are too many to list.
   */
  readonly tables: readonly string[];
  /** Column name in lower case. `*` also stands for all columns; empty text means no column (`use` is `rows`). */
  readonly column: string;
  /**
   * The level, in upper case, of the REDACTION call that contains the column; empty if it is too long or can't be
   * determined. Undefined if no call was found for the column.
   */
  readonly level: string | undefined;
  readonly use: ReadUse;
}

export interface QueryReads {
  readonly reads: readonly ColumnRead[];
  /**
   * Why `reads` may not be what the query reads; absent if there is no doubt. `none`: no read was found. `part`: the
   * query may read more than `reads`, or other tables and columns than `reads` names.
   */
  readonly missing?: 'none' | 'part';
}

/**
 * Maximum number of tables that are listed with a column. With more, none is listed. Without this limit, the size of
 * the reads could grow with the square of the length of a query text, and anybody may have written that text.
 */
const MAX_TABLES = 16;
const MAX_TABLES_LENGTH = 1_024;
const MAX_LEVEL_LENGTH = 64;

const lowerCased = (name: string): string => name.toLowerCase();
/** Constructs that give names a scope of their own. Such scopes are not analyzed. */
const scopedConstructs = new Set([
  'SUBQUERY',
  'WITH',
  'WITH RECURSIVE',
  'UNION',
  'INTERSECT',
  'EXCEPT',
  'LATERAL',
]);
const canMakeReadsDoubtful = ({ code, construct }: Finding): boolean =>
  code === 'syntax' || code === 'write-operation' || scopedConstructs.has(construct);

/** Matches a column's text that contains the mask outside of quotation marks. */
const BARE_MASK = new RegExp(`^[^"\`]*${MASK}`);

const lengthPrefixed = (name: string): string => `${name.length} ${name}`;

export const keyOfRead = ({ tables, column, level, use }: ColumnRead): string =>
  `${use} ${level === undefined ? '' : lengthPrefixed(level)},${lengthPrefixed(column)},${tables.map(lengthPrefixed).join()}`;

/** Returns what the statements of a query text are found to read. Does not throw if the text can't be parsed. */
export function parseQueryReads(text: string): QueryReads {
  const lint = createStatementLinter({ literalHints: false });
  const reads = new Map<string, ColumnRead>();
  // The part of a masked query that was replaced may have read more.
  let doubtful = text.endsWith(MASKED_REST);
  const statements = [...parseStatements(text)];
  const unpairedStart = findUnpairedQuoteStartOrInfinity(text, lexWithoutComments(text), statements);
  for (const { start: statementStart, tree } of statements) {
    const { findings, summary: whole } = lint(tree);
    const summary = removeNamesAfter(whole, unpairedStart - statementStart, tree.certainEnd);
    doubtful ||= summary !== whole;
    // A name that may be a value is left out, because a value must not be displayed as a column name.
    const values = findPossibleValues(tree);
    const names = summary.columns.filter(({ start }) => !values.has(start));
    doubtful ||= names.length < summary.columns.length;
    // Outside of quotation marks, the mask replaces a literal, such as a number in a query that was masked when it was
    // stored. To the parser, it is a name.
    const columns = names.filter(({ start, end }) => !BARE_MASK.test(tree.source.slice(start, end)));
    doubtful ||= findings.some(canMakeReadsDoubtful) || hasSetOperation(summary);
    for (const one of readsOfStatement({ ...summary, columns })) {
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
 * Returns the summary without tables and columns whose names end after `end`, the offset where quotes stop pairing up,
 * because these names may be parts of values. Tables whose names end before `certainEnd` are kept.
 */
function removeNamesAfter(summary: Summary, end: number, certainEnd: number): Summary {
  if (end === Number.POSITIVE_INFINITY) return summary;
  return {
    ...summary,
    tables: summary.tables.filter((table) => table.end <= Math.max(end, certainEnd)),
    columns: summary.columns.filter((column) => column.end <= end),
  };
}

export function readsOfStatement(summary: Summary): ColumnRead[] {
  const reads: ColumnRead[] = [];
  const tables = new StatementTables(summary);
  const calls = summary.redactions.toSorted((a, b) => a.start - b.start);
  let next = 0;
  for (const column of summary.columns.toSorted((a, b) => a.start - b.start)) {
    // Finds the last call that begins before the column. The list is traversed only once, because it can be long.
    while ((calls[next]?.start ?? Number.POSITIVE_INFINITY) <= column.start) next++;
    const before = calls[next - 1];
    const call = before && column.end <= before.end ? before : undefined;
    reads.push({
      tables: tables.getListedTables(column.table),
      column: lowerCased(column.name),
      level: call && emptyIfLevelTooLong(call.level),
      use: getReadUse(column),
    });
  }
  const covered = new Set(reads.flatMap((read) => read.tables));
  for (const table of tables.findTablesOfStars(summary.starQualifiers)) {
    // Each table has a read of its own, because `SELECT *` returns all columns of every table.
    reads.push({ tables: [table], column: '*', level: undefined, use: 'returned' });
    covered.add(table);
  }
  for (const table of tables.all) {
    if (!covered.has(table)) {
      reads.push({ tables: [table], column: '', level: undefined, use: 'rows' });
    }
  }
  return reads;
}

class StatementTables {
  readonly all: readonly string[];
  readonly #byQualifier: ReadonlyMap<string | undefined, readonly string[]>;
  readonly #listed: ReadonlyMap<string | undefined, readonly string[]>;

  constructor({ tables }: Pick<Summary, 'tables'>) {
    const found = new Map<string | undefined, Set<string>>();
    for (const { name, alias = name } of tables) {
      const table = lowerCased(name);
      for (const qualifier of [undefined, lowerCased(alias)]) {
        const names = found.get(qualifier) ?? new Set();
        found.set(qualifier, names.add(table));
      }
    }
    this.#byQualifier = new Map(Array.from(found, ([qualifier, names]) => [qualifier, [...names].sort()]));
    this.#listed = new Map([...this.#byQualifier].filter(([, names]) => areTablesFewEnoughToList(names)));
    this.all = this.#byQualifier.get(undefined) ?? [];
  }

  getListedTables(qualifier: string | undefined): readonly string[] {
    return this.#listed.get(qualifier && lowerCased(qualifier)) ?? [];
  }

  findTablesOfStars(qualifiers: readonly (string | undefined)[]): ReadonlySet<string> {
    const distinct = new Set(qualifiers.map((qualifier) => qualifier && lowerCased(qualifier)));
    return new Set([...distinct].flatMap((qualifier) => this.#byQualifier.get(qualifier) ?? []));
  }
}

const areTablesFewEnoughToList = (tables: readonly string[]): boolean =>
  tables.length <= MAX_TABLES && tables.join().length <= MAX_TABLES_LENGTH;

const emptyIfLevelTooLong = (level = ''): string => (level.length <= MAX_LEVEL_LENGTH ? level : '');

const getReadUse = ({ isInCondition }: ColumnReference): ReadUse =>
  isInCondition ? 'condition' : 'returned';
