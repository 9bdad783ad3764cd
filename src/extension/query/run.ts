import type { Delivery } from '../../core/results/loading/result.ts';
import type { QueryRequest } from '../../core/service/client.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import type { EventAnswer } from '../app/eventAnswers.ts';
import type { UnreadSchema } from '../platform/schemaFiles.ts';
import { formatTarget, type Target } from '../targets/targets.ts';
import type { ChosenStatement } from './statement.ts';

/**
 * The statement of a run in its document. `rejectedBy` takes an error message of the service and returns the ranges of
 * the references to the column that the message names, relative to the start of `text`.
 */
export interface QuerySource extends ChosenStatement {
  readonly rejectedBy: PreparedQuery['findRejectedColumnRanges'];
}

export interface Run {
  readonly target: Target;
  readonly query: PreparedQuery;
  readonly options: CheckOptions;
  readonly unreadSchemas: readonly UnreadSchema[];
  /**
   * When the run was prepared, after all prompts. For a statement over loaded audit events, when its rows were
   * requested. In milliseconds since 1970.
   */
  readonly startedAt: number;
  readonly source: QuerySource | undefined;
  /**
   * Set if the run is a statement over loaded audit events. Nothing is then sent to a vault, and `target` only provides
   * a label and the environment.
   */
  readonly eventAnswer?: EventAnswer;
}

export function getDelivery({ query: { plan }, eventAnswer: events }: Run): Delivery {
  if (events) return { kind: 'unpaged', maxRows: events.maxRows };
  switch (plan.kind) {
    case 'paged':
      return { kind: 'paged', ...(plan.total === undefined ? {} : { userLimit: plan.total }) };
    case 'single':
      return plan;
    case 'refused':
      return { kind: 'unpaged' };
  }
}

export const createRequest = ({ target: { vault } }: Run, query: string): QueryRequest => ({
  vaultID: vault.id,
  query,
  ...(vault.baseUrl ? { vaultBaseUrl: vault.baseUrl } : {}),
});

export const hasSameQueryAndTarget = (a: Run, b: Run): boolean =>
  a.query.text === b.query.text &&
  formatTarget(a.target) === formatTarget(b.target) &&
  (a.eventAnswer === undefined) === (b.eventAnswer === undefined);
