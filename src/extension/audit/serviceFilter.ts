import * as vscode from 'vscode';
import { type AuditFilters, validateFilter } from '../../core/audit/filters/filters.ts';
import type { AuditField } from '../../core/audit/table/fields.ts';

/**
 * Returns the service filter for a value of a displayed event, or a sentence for the user that says why the service
 * can't filter by the value. `isOfFile` is true if the events come from a file; their values must not be sent to the
 * service. `field` is the value's field, undefined if it is unknown; `value` is undefined if the event lacks the field.
 */
export function serviceFilter(
  isOfFile: boolean,
  field: Pick<AuditField, 'filter'> | undefined,
  value: string | undefined,
): { readonly filters: AuditFilters } | { readonly refusal: string } {
  if (isOfFile)
    return { refusal: vscode.l10n.t('These events come from a file. Filter loaded events instead.') };
  if (!field?.filter)
    return {
      refusal: vscode.l10n.t('The service has no filter for this field. Filter loaded events instead.'),
    };
  if (value === undefined || validateFilter(field.filter, value))
    return { refusal: vscode.l10n.t('The service can’t filter by this value.') };
  return { filters: { [field.filter]: value } };
}
