import { collectStatementNames, type Names } from '../analysis/names.ts';
import {
  listOutputColumns,
  listSelectItems,
  type OutputColumn,
  type SelectItem,
} from '../analysis/outputs.ts';
import { createStatementLinter, type LintedStatement } from '../lint/check.ts';
import type { Finding } from '../lint/findings.ts';
import type { CheckOptions } from '../lint/options.ts';
import type { ParsedStatement } from '../syntax/document/document.ts';
import { SqlDocument } from '../syntax/document/sqlDocument.ts';
import type { Range } from '../syntax/nodes.ts';
import { applyEdits, shiftRange } from '../syntax/ranges.ts';
import {
  type CountOutcome,
  createCountStatement,
  createRefusal,
  type PageableStatement,
  type PageWindow,
  type PagingPlan,
  type PagingRefusal,
  planPaging,
  readPageable,
} from './paging.ts';
import {
  createPlaceholderEdits,
  findPlaceholders,
  findPlaceholderValue,
  type Placeholder,
  type PlaceholderValues,
} from './placeholders.ts';
import { findRejectedColumns } from './rejectedColumns.ts';

/**
 * A parsed and checked text, with what the Run command needs to send it. If the text has several statements, its result
 * is not paged, and `names`, `outputs`, `selectList` and `rejectedBy` are about the first statement.
 */
export interface PreparedQuery {
  /** The text in which each placeholder that has a value is replaced with the value. */
  readonly text: string;
  /** The parsed text as the user wrote it. Undefined for example in a query that counts rows. */
  readonly document: SqlDocument | undefined;
  /** Findings of all severities. Offsets are relative to the text as the user wrote it, with its placeholders. */
  readonly findings: readonly Finding[];
  /** The `findings` with severity `error`. */
  readonly errors: readonly Finding[];
  /**
   * Whether a finding says that the service rejected a construct, or a level of REDACTION, when the extension tested
   * which ones the service accepts.
   */
  readonly hasRejected: { readonly constructs: boolean; readonly levels: boolean };
  /** Names of the placeholders that have no value, each name once. */
  readonly placeholders: readonly string[];
  readonly plan: PagingPlan | PagingRefusal;
  readonly count: CountOutcome;
  readonly names: Names;
  readonly outputs: readonly OutputColumn[];
  readonly selectList: readonly SelectItem[] | undefined;
  /**
   * Returns the ranges of the references to the column that `message` names; an empty array if there is none. `message`
   * is the service's message about a rejected query. Offsets are relative to the text as the user wrote it, with its
   * placeholders.
   */
  findRejectedColumnRanges(message: string): readonly Range[];
  page(window: PageWindow): string;
  /** Returns the same query with more placeholders replaced by values. The text is not parsed again. */
  replacePlaceholders(values: PlaceholderValues): PreparedQuery;
  createCountQuery(): PreparedQuery | undefined;
}

interface ReadStatement extends ParsedStatement, LintedStatement {}

interface ReadText {
  readonly written: string;
  readonly document: SqlDocument;
  readonly findings: readonly Finding[];
  readonly hasRejected: PreparedQuery['hasRejected'];
  readonly placeholders: readonly Placeholder[];
  readonly pageable: PageableStatement | PagingRefusal;
  readonly names: Names;
  readonly outputs: readonly OutputColumn[];
  readonly selectList: readonly SelectItem[] | undefined;
  readonly rejectedBy: PreparedQuery['findRejectedColumnRanges'];
}

/** Parses and checks a text and returns it as a query to run. Offsets are UTF-16 code units. */
export const prepareQuery = (text: string, options: CheckOptions = {}): PreparedQuery =>
  createPreparedQuery(parseAndCheckText(text, options), {});

function parseAndCheckText(written: string, options: CheckOptions): ReadText {
  const document = new SqlDocument(written);
  const lint = createStatementLinter(options);
  const statements = document.statements().map(({ statement: { tree }, start, end }): ReadStatement => {
    return { start, end, tree, ...lint(tree) };
  });
  const [first] = statements;
  const hasReason = (wanted: Finding['reason']): boolean =>
    statements.some(({ findings }) => findings.some(({ reason }) => reason === wanted));
  return {
    written,
    document,
    findings: statements.flatMap(({ findings, start }) =>
      findings.map((finding) => shiftRange(finding, start)),
    ),
    hasRejected: { constructs: hasReason('rejected-construct'), levels: hasReason('rejected-level') },
    placeholders: statements.flatMap(findDocumentPlaceholders),
    pageable: readSinglePageable(written, statements),
    names: collectStatementNames(first?.summary, first?.start),
    outputs: first ? listOutputColumns(first.tree, first.summary) : [],
    selectList: first && listSelectItems(first.tree, first.summary),
    rejectedBy: (message) =>
      first
        ? findRejectedColumns(message, first.summary.columns).map((one) => shiftRange(one, first.start))
        : [],
  };
}

const findDocumentPlaceholders = ({ tree, start: by }: ReadStatement): Placeholder[] =>
  findPlaceholders(tree).map((one) => shiftRange(one, by));

function readSinglePageable(
  text: string,
  [only, ...more]: readonly ReadStatement[],
): PageableStatement | PagingRefusal {
  if (!only) return createRefusal('empty');
  return more.length > 0 ? createRefusal('several-statements') : readPageable(text, only, only);
}

function createPreparedQuery(read: ReadText, values: PlaceholderValues): PreparedQuery {
  const { written, document, findings, hasRejected, placeholders, names, outputs, selectList, rejectedBy } =
    read;
  const filling = createPlaceholderEdits(written, placeholders, values);
  const pageable = read.pageable.kind === 'refused' ? read.pageable : { ...read.pageable, filling };
  const count = createCountStatement(pageable);
  const missing = placeholders.filter((one) => findPlaceholderValue(one, values) === undefined);
  const text = applyEdits(written, filling);
  const { plan, page } = planPaging(pageable, text);
  return {
    text,
    document,
    findings,
    errors: findings.filter(({ severity }) => severity === 'error'),
    hasRejected,
    names,
    outputs,
    selectList,
    count,
    placeholders: [...new Set(missing.map(({ name }) => name))],
    plan,
    page,
    findRejectedColumnRanges: rejectedBy,
    replacePlaceholders: (more) => createPreparedQuery(read, { ...values, ...more }),
    createCountQuery: () => (count.ok ? createCountingQuery(count.statement, read) : undefined),
  };
}

/**
 * Returns a query that counts rows. Its `text` is derived from a statement that has been checked, so it is not parsed
 * again.
 */
function createCountingQuery(
  text: string,
  { names, rejectedBy }: Pick<ReadText, 'names' | 'rejectedBy'>,
): PreparedQuery {
  const query: PreparedQuery = {
    text,
    names,
    findRejectedColumnRanges: rejectedBy,
    document: undefined,
    findings: [],
    errors: [],
    hasRejected: { constructs: false, levels: false },
    placeholders: [],
    plan: { kind: 'single' },
    count: { ok: false, reason: 'aggregate' },
    outputs: [{ columns: [] }],
    selectList: [{ names: ['COUNT'], isCertain: false }],
    page: () => text,
    replacePlaceholders: () => query,
    createCountQuery: () => undefined,
  };
  return query;
}
