import * as vscode from 'vscode';
import { type AuditFilters, validateFilter } from '../../core/audit/filters/filters.ts';
import type { AuditField } from '../../core/audit/table/fields.ts';
import type { ModelState } from './model/state.ts';

/** Whether the service has the events that are shown: of those of a file it knows nothing, and must not be told. */
export const isOfService = (state: Pick<ModelState, 'file'>): boolean => !state.file();

/** The service's filter by a value of an event that is shown, or why the service can't be asked for it. */
export function serviceFilter(
  state: Pick<ModelState, 'file'>,
  field: Pick<AuditField, 'filter'> | undefined,
  value: string | undefined,
): { readonly filters: AuditFilters } | { readonly refusal: string } {
  if (!isOfService(state))
    return { refusal: vscode.l10n.t('These events come from a file. Filter loaded events instead.') };
  if (!field?.filter)
    return {
      refusal: vscode.l10n.t('The service has no filter for this field. Filter loaded events instead.'),
    };
  if (value === undefined || validateFilter(field.filter, value))
    return { refusal: vscode.l10n.t('The service can’t filter by this value.') };
  return { filters: { [field.filter]: value } };
}
