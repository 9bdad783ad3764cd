/**
 * The filters of the audit trail: service filters, which the service applies, and local filters, which this extension
 * applies to loaded events. The side panel and the table use the same object.
 */
import { hasLocalFilters, type LocalFilters } from '../table/filter.ts';
import type { AuditFilters } from './filters.ts';

export interface AuditFilterState {
  /** The service filters of the listing. A request may add the account ID of the connection. */
  readonly service: AuditFilters;
  /** The local filters, which hide loaded events that do not pass. */
  readonly local: LocalFilters;
}

/** Whether `service` has an entry, or a local filter is set. An entry counts even if its value is empty. */
export const isFiltered = ({ service, local }: AuditFilterState): boolean =>
  Object.keys(service).length > 0 || hasLocalFilters(local);
