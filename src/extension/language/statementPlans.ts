/** What the lens above a statement says, worked out once for each text of a statement. */
import { countStatement, planPaging, readPageable } from '../../core/sql/execution/paging.ts';
import { statementLinter } from '../../core/sql/lint/check.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import { hasErrors } from '../../core/sql/lint/severity.ts';
import { parseFirst } from '../../core/sql/syntax/document/document.ts';

export interface StatementPlan {
  /** Whether the check refuses it. The rest is then unknown. */
  readonly isNeverSent: boolean;
  readonly canBeCounted: boolean;
  /** Its LIMIT, where its result is read in pages. */
  readonly total?: number;
}

export interface StatementPlans {
  readonly bySource: ReadonlyMap<string, StatementPlan>;
  /** The options that they hold for. */
  readonly optionsKey: string;
}

/** The plans of some statements; those of `before` are taken over where statement and options are the same. */
export function planAll(
  sources: readonly string[],
  options: CheckOptions,
  before: StatementPlans | undefined,
): StatementPlans {
  const optionsKey = JSON.stringify(options);
  const known = before?.optionsKey === optionsKey ? before.bySource : undefined;
  const lint = statementLinter(options);
  const bySource = new Map<string, StatementPlan>();
  for (const source of sources) {
    if (!bySource.has(source)) bySource.set(source, known?.get(source) ?? planOf(source, lint));
  }
  return { bySource, optionsKey };
}

function planOf(source: string, lint: ReturnType<typeof statementLinter>): StatementPlan {
  const statement = parseFirst(source);
  const linted = statement && lint(statement.tree);
  if (!linted || hasErrors(linted.findings)) return { isNeverSent: true, canBeCounted: false };
  const pageable = readPageable(source, statement, linted);
  const plan = planPaging(pageable);
  return {
    isNeverSent: false,
    canBeCounted: countStatement(pageable).ok,
    ...(plan.kind === 'paged' && plan.total !== undefined && { total: plan.total }),
  };
}
