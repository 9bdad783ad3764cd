import * as vscode from 'vscode';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { formatAsCurl, readSavedFilters, withSavedFilter } from '../../../core/audit/filters/share.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { Deps } from '../../app/deps.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import { withProgress } from '../auditView.ts';
import type { AuditModel } from '../model/auditModel.ts';
import type { EventMasking } from '../model/masking.ts';
import type { RequestFlow, StartedIn } from '../model/requestFlow.ts';
import { filtersText } from '../provenance.ts';

export interface ShareParts extends Pick<Deps, 'clipboard' | 'messages' | 'settings'> {
  readonly model: Pick<AuditModel, 'connections' | 'filters' | 'masking' | 'requests'>;
  readonly flow: Pick<RequestFlow, 'prepare'>;
}

/** Returns the filters saved in the settings, as pairs of a name and the filters. */
export const savedFilters = (
  settings: Pick<Deps['settings'], 'savedFilters'>,
): ReturnType<typeof readSavedFilters> => readSavedFilters(settings.savedFilters());

/**
 * Whether the filters contain a value that the views mask. Filters are saved and copied unmasked nevertheless,
 * because they would not work otherwise.
 */
const isMasked = (masking: Pick<EventMasking, 'value'>, filters: AuditFilters): boolean =>
  Object.entries(filters).some(([name, value]) => masking.value(name, value) !== value);

/**
 * Saves the applied service filters in the settings under a name that the user enters. Filters on loaded events are
 * not saved.
 */
export async function saveFilter({ messages, model, settings }: ShareParts): Promise<unknown> {
  const { masking } = model;
  const filters = model.filters.applied().service;
  if (Object.keys(filters).length === 0)
    return messages.info(vscode.l10n.t('No server filter to save. Add one first.'));
  const saved = savedFilters(settings);
  const names = saved.map(([name]) => name);
  const name = await showInputBox({
    title: vscode.l10n.t('Save audit filter'),
    prompt: [
      vscode.l10n.t('Name for: {0}', filtersText(filters, masking)),
      ...(isMasked(masking, filters) ? [vscode.l10n.t('Masked values are saved unmasked.')] : []),
    ].join(' '),
    ignoreFocusOut: true,
    validateInput: (value) =>
      names.includes(value.trim())
        ? {
            message: vscode.l10n.t('This replaces the filter with this name.'),
            severity: vscode.InputBoxValidationSeverity.Warning,
          }
        : undefined,
  });
  if (!name?.trim()) return undefined;
  const changed = withSavedFilter(settings.savedFilters(), name.trim(), filters);
  if (changed) return settings.writeSavedFilters(changed);
  return messages.warn(
    vscode.l10n.t('The filter was not saved: vaultsql.audit.savedFilters must be an object.'),
  );
}

/**
 * Loads the events for the saved filter with the name `wanted`; if there is none, for one that the user picks. Loads
 * nothing if no filters are saved, the user cancels, or a vault or account ID is missing.
 */
export async function applyFilter(
  { flow, messages, model, settings }: ShareParts,
  startedIn: StartedIn,
  wanted?: unknown,
): Promise<unknown> {
  const { masking } = model;
  const saved = savedFilters(settings);
  if (saved.length === 0) return messages.info(vscode.l10n.t('No saved filters.'));
  const named = saved.find(([name]) => name === wanted);
  const items = saved.map(([name, filters]) => ({
    label: oneLine(name),
    description: filtersText(filters, masking),
    filters,
  }));
  const picked = named
    ? { filters: named[1] }
    : await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Saved audit filters') });
  if (picked && (await flow.prepare(startedIn)))
    await withProgress(() => model.requests.search(picked.filters));
  return undefined;
}

/** Copies the request for the displayed events to the clipboard, as a curl command. */
export async function copyAsCurl({ clipboard, messages, model }: ShareParts): Promise<unknown> {
  const { masking } = model;
  const connection = model.connections.current();
  if (!connection) return messages.info(noConnection());
  const filters = model.filters.sent();
  await clipboard.write(formatAsCurl(connection.baseUrl, filters));
  void messages.info(
    isMasked(masking, filters)
      ? vscode.l10n.t(
          'Copied with masked values in plain text. Set VAULT_TOKEN to your token before you run it.',
        )
      : vscode.l10n.t('Copied. Set VAULT_TOKEN to your token before you run it.'),
  );
  return undefined;
}

const noConnection = (): string => vscode.l10n.t('No connection configured. Add one first.');
