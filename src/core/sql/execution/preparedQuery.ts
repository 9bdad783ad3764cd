/** Prepares a text for the Run command: parses and checks it once for paging, counting, masks and errors. */
import { type Names, readNames } from '../analysis/names.ts';
import { type OutputColumn, readOutputs, readSelectList, type SelectItem } from '../analysis/outputs.ts';
import { type LintedStatement, statementLinter } from '../lint/check.ts';
import type { Finding } from '../lint/findings.ts';
import type { CheckOptions } from '../lint/options.ts';
import type { ParsedStatement } from '../syntax/document/document.ts';
import { SqlDocument } from '../syntax/document/sqlDocument.ts';
import type { Range } from '../syntax/nodes.ts';
import { applyEdits, shiftRange } from '../syntax/ranges.ts';
import {
  type CountOutcome,
  countStatement,
  type PageableStatement,
  type PageWindow,
  type PagingPlan,
  type PagingRefusal,
  planPaging,
  readPageable,
  refuse,
} from './paging.ts';
import {
  fillingEdits,
  findPlaceholders,
  type Placeholder,
  type PlaceholderValues,
  valueFor,
} from './placeholders.ts';
import { rejectedColumns } from './rejectedColumns.ts';

/**
 * A parsed and checked text. If it has several statements, it is not paged; names and outputs are those of the first.
 */
export interface PreparedQuery {
  /** The text with placeholders that have values filled in. It is sent unchanged if the result is not paged. */
  readonly text: string;
  /**
   * The parsed text as written, from which names are collected once the query succeeds. Undefined for `counting()`.
   */
  readonly document: SqlDocument | undefined;
  /** Findings of severity error. Offsets are relative to the text as written, before placeholders were filled in. */
  readonly errors: readonly Finding[];
  /** Names of placeholders without a value, each once. */
  readonly placeholders: readonly string[];
  readonly plan: PagingPlan | PagingRefusal;
  readonly count: CountOutcome;
  readonly names: Names;
  readonly outputs: readonly OutputColumn[];
  readonly selectList: readonly SelectItem[] | undefined;
  /** Returns the ranges of the column that a rejection message names. Offsets are relative to the text as written. */
  rejectedBy(message: string): readonly Range[];
  /** Returns the text to send for one page; see `Paging.page`. */
  page(window: PageWindow): string;
  /**
   * The same query with its placeholders filled in; one without a value stays. Nothing is read again: a value is one
   * literal, and no literal brings an error to a statement that has none.
   */
  fill(values: PlaceholderValues): PreparedQuery;
  /** Returns a query that counts the rows, or undefined if `count` is refused. */
  counting(): PreparedQuery | undefined;
}

interface ReadStatement extends ParsedStatement, LintedStatement {}

/** Everything derived from a text that does not depend on placeholder values. */
interface ReadText {
  readonly written: string;
  readonly document: SqlDocument;
  readonly errors: readonly Finding[];
  readonly placeholders: readonly Placeholder[];
  readonly pageable: PageableStatement | PagingRefusal;
  readonly names: Names;
  readonly outputs: readonly OutputColumn[];
  readonly selectList: readonly SelectItem[] | undefined;
  readonly rejectedBy: PreparedQuery['rejectedBy'];
}

/** Parses and checks a text. Offsets are in UTF-16 code units. Never throws; takes linear time. */
export const prepareQuery = (text: string, options: CheckOptions = {}): PreparedQuery =>
  preparedFrom(readText(text, options), {});

function readText(written: string, options: CheckOptions): ReadText {
  const document = new SqlDocument(written);
  const lint = statementLinter(options);
  const statements = document.statements().map(({ statement: { tree }, start, end }): ReadStatement => {
    return { start, end, tree, ...lint(tree) };
  });
  const [first] = statements;
  return {
    written,
    document,
    errors: statements.flatMap(errorsOf),
    placeholders: statements.flatMap(placeholdersOf),
    pageable: readOnly(written, statements),
    names: readNames(first?.summary, first?.start),
    outputs: first ? readOutputs(first.tree, first.summary) : [],
    selectList: first && readSelectList(first.tree, first.summary),
    rejectedBy: (message) =>
      first ? rejectedColumns(message, first.summary.columns).map((one) => shiftRange(one, first.start)) : [],
  };
}

const errorsOf = ({ findings, start }: ReadStatement): Finding[] =>
  findings.filter(({ severity }) => severity === 'error').map((finding) => shiftRange(finding, start));

const placeholdersOf = ({ tree, start: by }: ReadStatement): Placeholder[] =>
  findPlaceholders(tree).map((one) => shiftRange(one, by));

/** Returns the only statement of a text if it can be paged, else the reason why it cannot. */
function readOnly(
  text: string,
  [only, ...more]: readonly ReadStatement[],
): PageableStatement | PagingRefusal {
  if (!only) return refuse('empty');
  return more.length > 0 ? refuse('several-statements') : readPageable(text, only, only);
}

function preparedFrom(read: ReadText, values: PlaceholderValues): PreparedQuery {
  const { written, document, errors, placeholders, names, outputs, selectList, rejectedBy } = read;
  const filling = fillingEdits(written, placeholders, values);
  const pageable = read.pageable.kind === 'refused' ? read.pageable : { ...read.pageable, filling };
  const count = countStatement(pageable);
  const missing = placeholders.filter((one) => valueFor(one, values) === undefined);
  const text = applyEdits(written, filling);
  const { plan, page } = planPaging(pageable, text);
  return {
    text,
    document,
    errors,
    names,
    outputs,
    selectList,
    count,
    placeholders: [...new Set(missing.map(({ name }) => name))],
    plan,
    page,
    rejectedBy,
    fill: (more) => preparedFrom(read, { ...values, ...more }),
    counting: () => (count.ok ? countingQuery(count.statement, read) : undefined),
  };
}

/** Creates the query for a `SELECT COUNT(*)` derived from a checked statement, without parsing the new text. */
function countingQuery(
  text: string,
  { names, rejectedBy }: Pick<ReadText, 'names' | 'rejectedBy'>,
): PreparedQuery {
  const query: PreparedQuery = {
    text,
    names,
    rejectedBy,
    document: undefined,
    errors: [],
    placeholders: [],
    plan: { kind: 'single' },
    count: { ok: false, reason: 'aggregate' },
    outputs: [{ columns: [] }],
    selectList: [{ names: ['COUNT'], certain: false }],
    page: () => text,
    fill: () => query,
    counting: () => undefined,
  };
  return query;
}
