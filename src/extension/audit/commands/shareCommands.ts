import * as vscode from 'vscode';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { asCurl, readSavedFilters, withSavedFilter } from '../../../core/audit/filters/share.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import { type AuditContext, ready, withProgress } from '../context.ts';
import { filtersText } from '../provenance.ts';
import type { TreeOptions } from '../views/tree/treeOptions.ts';

/** Commands that save the service's filters, and hand them on. */
export function shareCommands(context: AuditContext): CommandTable {
  return {
    'vaultsql.audit.saveFilter': () => saveFilter(context),
    'vaultsql.audit.applyFilter': (argument) => applyFilter(context, argument),
    'vaultsql.audit.copyAsCurl': () => copyAsCurl(context),
  };
}

/** The filters that the settings hold, by name. */
export const savedFilters = ({ settings }: Pick<Deps, 'settings'>): ReturnType<typeof readSavedFilters> =>
  readSavedFilters(settings.savedFilters());

/** A filter is of use only as it is; what is hidden elsewhere is then said to be in it. */
const isMasked = (options: TreeOptions, filters: AuditFilters): boolean =>
  Object.entries(filters).some(([name, value]) => options.value(name, value) !== value);

/** Saves the service's filters under a name that the person gives. */
export async function saveFilter(context: AuditContext): Promise<unknown> {
  const { deps, model, options } = context;
  const filters = model.filters.applied().service;
  if (Object.keys(filters).length === 0)
    return deps.messages.info(vscode.l10n.t('No server filter to save. Add one first.'));
  const saved = savedFilters(deps);
  const names = saved.map(([name]) => name);
  const name = await showInputBox({
    title: vscode.l10n.t('Save audit filter'),
    prompt: [
      vscode.l10n.t('Name for: {0}', filtersText(filters, options)),
      ...(isMasked(options, filters) ? [vscode.l10n.t('Masked values are saved unmasked.')] : []),
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
  const changed = withSavedFilter(deps.settings.savedFilters(), name.trim(), filters);
  if (changed) return deps.settings.writeSavedFilters(changed);
  return deps.messages.warn(
    vscode.l10n.t('The filter was not saved: vaultsql.audit.savedFilters must be an object.'),
  );
}

/** Searches by the saved filter of that name, else by the one that the person picks. `from` as for `ready`. */
export async function applyFilter(context: AuditContext, wanted: unknown, from?: unknown): Promise<unknown> {
  const { deps, model, options } = context;
  const saved = savedFilters(deps);
  if (saved.length === 0) return deps.messages.info(vscode.l10n.t('No saved filters.'));
  const named = saved.find(([name]) => name === wanted);
  const items = saved.map(([name, filters]) => ({
    label: oneLine(name),
    description: filtersText(filters, options),
    filters,
  }));
  const picked = named
    ? { filters: named[1] }
    : await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Saved audit filters') });
  if (picked && (await ready(context, from))) await withProgress(() => model.requests.search(picked.filters));
  return undefined;
}

/** Copies the request for what is shown. */
export async function copyAsCurl(context: AuditContext): Promise<unknown> {
  const { deps, model, options } = context;
  const connection = model.connections.current();
  if (!connection) return deps.messages.info(noConnection());
  const filters = model.filters.sent();
  await deps.clipboard.write(asCurl(connection.baseUrl, filters));
  void deps.messages.info(
    isMasked(options, filters)
      ? vscode.l10n.t(
          'Copied with masked values in plain text. Set VAULT_TOKEN to your token before you run it.',
        )
      : vscode.l10n.t('Copied. Set VAULT_TOKEN to your token before you run it.'),
  );
  return undefined;
}

const noConnection = (): string => vscode.l10n.t('No connection configured. Add one first.');
