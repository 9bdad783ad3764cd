/** What the audit trail is filtered by: by the service, and here. Side panel and table read the same object. */
import type { AuditEvent } from '../../service/types.ts';
import type { LocalFilters } from '../table/filter.ts';
import type { AuditFilters } from './filters.ts';
import { isEmpty, localMatcher } from './localFilters.ts';

export interface AuditFilterState {
  /** What the service filtered the loaded events by. */
  readonly service: AuditFilters;
  /** What is filtered here, over the loaded events only. */
  readonly local: LocalFilters;
}

/** Whether anything is filtered, by the service or here. */
export const isFiltered = ({ service, local }: AuditFilterState): boolean =>
  Object.keys(service).length > 0 || !isEmpty(local);

/** Whether an event passes, as far as that is known. */
export type Verdict = (event: AuditEvent) => boolean | undefined;

/**
 * The one predicate of loaded events, for side panel, table and export. The service has applied its filters already, so
 * the local ones decide. Each event is looked at once; `known` spares even that, as the verdicts of the table's index do.
 */
export function filterPredicate(
  { local }: Pick<AuditFilterState, 'local'>,
  known?: Verdict,
): (event: AuditEvent) => boolean {
  if (isEmpty(local)) return () => true;
  const matches = localMatcher(local);
  const verdicts = new WeakMap<AuditEvent, boolean>();
  return (event) => {
    const verdict = known?.(event) ?? verdicts.get(event);
    if (verdict !== undefined) return verdict;
    const found = matches(event);
    verdicts.set(event, found);
    return found;
  };
}
