/** What the audit trail is filtered by: by the service, and here. Side panel and table read the same object. */
import { isEmpty, type LocalFilters } from '../table/filter.ts';
import type { AuditFilters } from './filters.ts';

export interface AuditFilterState {
  /** What the service filtered the loaded events by. */
  readonly service: AuditFilters;
  /** What is filtered here, over the loaded events only. */
  readonly local: LocalFilters;
}

/** Whether anything is filtered, by the service or here. */
export const isFiltered = ({ service, local }: AuditFilterState): boolean =>
  Object.keys(service).length > 0 || !isEmpty(local);
