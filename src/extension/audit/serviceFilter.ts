import * as vscode from 'vscode';
import { type AuditFilters, validateFilter } from '../../core/audit/filters/filters.ts';
import type { AuditField } from '../../core/audit/table/fields.ts';

/**
 * Returns the service filter for a value of a displayed event, or why the service can't filter by
 * it. Values from a file or a table are refused, because they must not be sent to the service.
 */
export function serviceFilterForValue(
  isOfFile: boolean,
  field: Pick<AuditField, 'filter'> | undefined,
  value: string | undefined,
): { readonly filters: AuditFilters } | { readonly refusal: string } {
  if (isOfFile)
    return {
      refusal: vscode.l10n.t('These events don’t come from the service. Filter loaded events instead.'),
    };
  if (!field?.filter)
    return {
      refusal: vscode.l10n.t('The service has no filter for this field. Filter loaded events instead.'),
    };
  if (value === undefined || validateFilter(field.filter, value))
    return { refusal: vscode.l10n.t('The service can’t filter by this value.') };
  return { filters: { [field.filter]: value } };
}
