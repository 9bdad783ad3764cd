/**
 * The filters of the audit trail: service filters, which the service applies, and local filters, which this extension
 * applies to loaded events.
 */
import { hasLocalFilters, type LocalFilters } from '../table/filter.ts';
import type { AuditFilters } from './filters.ts';

export interface AuditFilterState {
  readonly service: AuditFilters;
  readonly local: LocalFilters;
}

/** Whether `service` has an entry, or a local filter is set. An entry counts even if its value is empty. */
export const isFiltered = ({ service, local }: AuditFilterState): boolean =>
  Object.keys(service).length > 0 || hasLocalFilters(local);
