import * as vscode from 'vscode';
import { type AuditFilters, validateFilter } from '../../core/audit/filters/filters.ts';
import type { AuditField } from '../../core/audit/table/fields.ts';

/**
 * The service's filter by a value of a displayed event, or the reason why the service can't be asked for it. `isOfFile`: the
 * events come from a file. The service does not know these, and must not be told about them.
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
