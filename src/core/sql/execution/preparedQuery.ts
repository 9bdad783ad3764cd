/** A text as Run needs it: parsed and checked once, for all that is read of it. */
import { type Names, readNames } from '../analysis/names.ts';
import { type OutputColumn, readOutputs, readSelectList, type SelectItem } from '../analysis/outputs.ts';
import { type LintedStatement, statementLinter } from '../lint/check.ts';
import type { Finding } from '../lint/findings.ts';
import type { CheckOptions } from '../lint/options.ts';
import type { ParsedStatement } from '../syntax/document/document.ts';
import { SqlDocument } from '../syntax/document/sqlDocument.ts';
import { shiftRange } from '../syntax/ranges.ts';
import {
  type CountOutcome,
  countStatement,
  type PageableStatement,
  type PageWindow,
  type PagingPlan,
  type PagingRefusal,
  pageStatement,
  planPaging,
  readPageable,
  refuse,
} from './paging.ts';

/** Of a text with several statements, which is never paged, names and outputs are those of the first. */
export interface PreparedQuery {
  readonly text: string;
  /** For what is learnt of it later. */
  readonly document: SqlDocument;
  /** Those of the check; it is sent only where there are none. Offsets are in the text. */
  readonly errors: readonly Finding[];
  readonly plan: PagingPlan | PagingRefusal;
  readonly count: CountOutcome;
  readonly names: Names;
  readonly outputs: readonly OutputColumn[];
  readonly selectList: readonly SelectItem[] | undefined;
  /** The text of the request for one page, as `pageStatement` gives it; throws where the plan is a refusal. */
  page(window: PageWindow): string;
}

interface ReadStatement extends ParsedStatement, LintedStatement {}

/** Reads a text; offsets are UTF-16 code units in it. Total, but for `page`; linear. */
export function prepareQuery(text: string, options: CheckOptions = {}): PreparedQuery {
  const document = new SqlDocument(text);
  const lint = statementLinter(options);
  const statements = document.statements().map(({ statement: { tree }, start, end }): ReadStatement => {
    return { start, end, tree, ...lint(tree) };
  });
  const [first] = statements;
  const pageable = readOnly(text, statements);
  return {
    ...{ text, document },
    errors: statements.flatMap(errorsOf),
    plan: planPaging(pageable),
    count: countStatement(pageable),
    names: readNames(first?.summary, first?.start),
    outputs: first ? readOutputs(first.tree, first.summary) : [],
    selectList: first && readSelectList(first.tree, first.summary),
    page: (window) => pageStatement(pageable, window),
  };
}

const errorsOf = ({ findings, start }: ReadStatement): Finding[] =>
  findings.filter(({ severity }) => severity === 'error').map((finding) => shiftRange(finding, start));

/** The one statement of a text, if it can be paged and counted. */
function readOnly(
  text: string,
  [only, ...more]: readonly ReadStatement[],
): PageableStatement | PagingRefusal {
  if (!only) return refuse('empty');
  return more.length > 0 ? refuse('several-statements') : readPageable(text, only, only);
}
