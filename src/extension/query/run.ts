import type { Delivery } from '../../core/results/loading/result.ts';
import type { QueryRequest } from '../../core/service/client.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import type { EventAnswer } from '../app/eventAnswers.ts';
import type { UnreadSchema } from '../platform/schemaFiles.ts';
import { formatTarget, type Target } from '../targets/targets.ts';
import type { ChosenStatement } from './statement.ts';

/**
 * The statement of a run in its document. `rejectedBy` takes an error message of the service and returns the ranges
 * of the column that the message names, relative to the start of `text`.
 */
export interface QuerySource extends ChosenStatement {
  readonly rejectedBy: PreparedQuery['rejectedBy'];
}

export interface Run {
  readonly target: Target;
  readonly query: PreparedQuery;
  /**
   * The options of the check that the query passed; empty for a statement over loaded audit events, which is not
   * checked.
   */
  readonly options: CheckOptions;
  /** Schema files whose masking policies may be missing because a part of the file could not be read. */
  readonly unreadSchemas: readonly UnreadSchema[];
  /** When the user ran the query, in milliseconds since 1970. */
  readonly askedAt: number;
  /**
   * The statement in the document from which the query was run. Undefined if the query was not run from a document.
   */
  readonly source: QuerySource | undefined;
  /**
   * The statement over loaded audit events, if this is one. Nothing is sent then, and `target` is only a label.
   * Undefined if the query is sent to a vault.
   */
  readonly events?: EventAnswer;
}

/**
 * Returns how the rows of a run are delivered: in pages, as the single row of an aggregate, or all in one response.
 * Rows from loaded audit events are delivered at once.
 */
export function getDelivery({ query: { plan }, events }: Run): Delivery {
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

/** Returns the request that sends the text `query` to the vault of a run. */
export const createRequest = ({ target: { vault } }: Run, query: string): QueryRequest => ({
  vaultID: vault.id,
  query,
  ...(vault.baseUrl ? { vaultBaseUrl: vault.baseUrl } : {}),
});

/**
 * True if two runs have the same query text and the same name of their targets, and either both or neither run over
 * loaded audit events.
 */
export const hasSameQueryAndTarget = (a: Run, b: Run): boolean =>
  a.query.text === b.query.text &&
  formatTarget(a.target) === formatTarget(b.target) &&
  (a.events === undefined) === (b.events === undefined);
