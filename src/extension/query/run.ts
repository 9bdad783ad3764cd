/** One run of a query: a value that everything about it is read from, from the first request to the file exported. */
import type { QueryRequest } from '../../core/service/client.ts';
import type { PageWindow } from '../../core/sql/execution/paging.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import { type Target, targetLabel } from '../connections/targets.ts';

export interface Run {
  readonly target: Target;
  readonly query: PreparedQuery;
  /** Of the check that it has passed. */
  readonly options: CheckOptions;
  /** When it was asked to run, in milliseconds since 1970. */
  readonly askedAt: number;
}

/** `single`: an aggregate, one row · `whole`: its paging cannot be taken over, so it is sent once as it is. */
export type RunKind = 'paged' | 'single' | 'whole';

export const kindOf = ({ query: { plan } }: Run): RunKind => (plan.kind === 'refused' ? 'whole' : plan.kind);

/** The text that is sent for some rows: the person's own with LIMIT and OFFSET spliced in (S36), if they can be. */
export const pageText = ({ query }: Run, window: PageWindow): string =>
  query.plan.kind === 'refused' ? query.text : query.page(window);

/** The request for a text at the run's vault. */
export const requestFor = ({ target: { vault } }: Run, query: string): QueryRequest => ({
  ...{ vaultID: vault.id, query },
  ...(vault.baseUrl ? { vaultBaseUrl: vault.baseUrl } : {}),
});

/** Whether two runs ask the same of the same vault. */
export const isSameRun = (a: Run, b: Run): boolean =>
  a.query.text === b.query.text && targetLabel(a.target) === targetLabel(b.target);
