/** One run of a query: a value that everything about it is read from, from the first request to the file exported. */
import type { Delivery } from '../../core/results/loading/result.ts';
import type { QueryRequest } from '../../core/service/client.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import type { EventAnswer } from '../app/eventAnswers.ts';
import type { UnreadSchema } from '../platform/schemaFiles.ts';
import { type Target, targetLabel } from '../targets/targets.ts';
import type { Chosen } from './statement.ts';

/**
 * The text of a run in its document. `rejectedBy` returns where in the document the columns are that an error message of
 * the service names.
 */
export interface QuerySource extends Chosen {
  readonly rejectedBy: PreparedQuery['rejectedBy'];
}

export interface Run {
  readonly target: Target;
  readonly query: PreparedQuery;
  /** The options of the check that the query passed before it was run. */
  readonly options: CheckOptions;
  /** Schema files whose masks may be missing. */
  readonly unreadSchemas: readonly UnreadSchema[];
  /** When it was asked to run, in milliseconds since 1970. */
  readonly askedAt: number;
  /** Where its text was written; none where that was no document. */
  readonly source: QuerySource | undefined;
  /** Where it goes over loaded audit events: nothing is sent to its target, which only names them. */
  readonly events?: EventAnswer;
}

/**
 * Returns how the rows of a run are delivered: in pages, as the single row of an aggregate, or all in one response, as
 * those of loaded audit events are.
 */
export function deliveryOf({ query: { plan }, events }: Run): Delivery {
  if (events) return { kind: 'unpaged', most: events.most };
  switch (plan.kind) {
    case 'paged':
      return { kind: 'paged', ...(plan.total === undefined ? {} : { total: plan.total }) };
    case 'single':
      return plan;
    case 'refused':
      return { kind: 'unpaged' };
  }
}

/** The request for a text at the run's vault. */
export const requestFor = ({ target: { vault } }: Run, query: string): QueryRequest => ({
  vaultID: vault.id,
  query,
  ...(vault.baseUrl ? { vaultBaseUrl: vault.baseUrl } : {}),
});

/** Whether two runs have the same query text and the same target, and both or neither run over loaded audit events. */
export const isSameRun = (a: Run, b: Run): boolean =>
  a.query.text === b.query.text &&
  targetLabel(a.target) === targetLabel(b.target) &&
  (a.events === undefined) === (b.events === undefined);
