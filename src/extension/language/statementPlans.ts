/** Computes what the code lenses above a statement display. Statements with the same text are computed once. */
import { type PreparedQuery, prepareQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';

export interface StatementPlan {
  /**
   * True if the check finds errors, so that the statement is never sent. The other properties then have no meaning.
   */
  readonly isNeverSent: boolean;
  readonly canBeCounted: boolean;
  /** The statement's LIMIT, in rows; undefined if it has none or if its result is not fetched in pages. */
  readonly total?: number;
}

export interface StatementPlans {
  readonly bySource: ReadonlyMap<string, StatementPlan>;
  /** The check options, as JSON, for which the plans were computed. */
  readonly optionsKey: string;
}

/**
 * Returns the plans of the statements `sources`, by their text. `previous` contains earlier plans, which are reused
 * if the options and the statement's text are the same.
 */
export function planStatements(
  sources: readonly string[],
  options: CheckOptions,
  previous: StatementPlans | undefined,
): StatementPlans {
  const optionsKey = JSON.stringify(options);
  const known = previous?.optionsKey === optionsKey ? previous.bySource : undefined;
  const bySource = new Map<string, StatementPlan>();
  for (const source of sources) {
    if (!bySource.has(source))
      bySource.set(source, known?.get(source) ?? createPlan(prepareQuery(source, options)));
  }
  return { bySource, optionsKey };
}

function createPlan({ errors, count, plan }: PreparedQuery): StatementPlan {
  if (errors.length > 0) return { isNeverSent: true, canBeCounted: false };
  return {
    isNeverSent: false,
    canBeCounted: count.ok,
    ...(plan.kind === 'paged' && plan.total !== undefined && { total: plan.total }),
  };
}
