/** A statement as Run needs it: parsed and checked once, for all that is read of it. */
import { type Names, namesIn } from '../analysis/names.ts';
import { type OutputColumn, outputsIn, type SelectItem, selectListIn } from '../analysis/outputs.ts';
import { statementLinter } from '../lint/check.ts';
import type { Finding } from '../lint/findings.ts';
import type { CheckOptions } from '../lint/options.ts';
import type { ParsedStatement } from '../syntax/document/document.ts';
import { SqlDocument } from '../syntax/document/sqlDocument.ts';
import {
  type CountOutcome,
  countRows,
  type PageWindow,
  type PagingPlan,
  type PagingRefusal,
  pageText,
  planPages,
  readPageable,
} from './paging.ts';

export interface PreparedQuery {
  readonly text: string;
  /** For what is learnt of it later. */
  readonly document: SqlDocument;
  /** Those of the check; it is sent only where there are none. Offsets are in the text. */
  readonly errors: readonly Finding[];
  /** As `planPaging`. */
  readonly plan: PagingPlan | PagingRefusal;
  /** As `countStatement`. */
  readonly count: CountOutcome;
  readonly names: Names;
  readonly outputs: readonly OutputColumn[];
  readonly selectList: readonly SelectItem[] | undefined;
  /** As `pageStatement`; throws a RangeError where the plan is a refusal. */
  page(window: PageWindow): string;
}

/** Reads a text with one statement; undefined where it has none, or several. Total; linear. */
export function prepareQuery(text: string, options: CheckOptions): PreparedQuery | undefined {
  const document = new SqlDocument(text);
  const [only, ...more] = document.statements();
  if (!only || more.length > 0) return undefined;
  const { statement, start, end } = only;
  const { tree } = statement;
  const parsed: ParsedStatement = { start, end, tree };
  const linted = statementLinter(options)(tree);
  const pageable = readPageable(text, parsed, linted);
  const plan = planPages(pageable);
  return {
    text,
    document,
    errors: linted.findings
      .filter(({ severity }) => severity === 'error')
      .map((finding) => ({ ...finding, start: finding.start + start, end: finding.end + start })),
    plan,
    count: countRows(pageable),
    names: namesIn(parsed),
    outputs: outputsIn(tree),
    selectList: selectListIn(tree),
    page(window) {
      if (plan.kind === 'refused') throw new RangeError(`cannot be paged: ${plan.reason}`);
      return pageText(text, pageable, plan, window);
    },
  };
}
