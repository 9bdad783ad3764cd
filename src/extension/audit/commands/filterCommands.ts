import * as vscode from 'vscode';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { asCurl, asLinkQuery, readLinkQuery, readSavedFilters } from '../../../core/audit/filters/share.ts';
import { noFilters } from '../../../core/audit/table/filter.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { CommandTable } from '../../app/commands.ts';
import { type AuditContext, ready, withProgress } from '../context.ts';
import type { HubAction } from '../pickers/filterPick.ts';
import { filterLoaded } from '../pickers/localPick.ts';
import { filtersText } from '../provenance.ts';

/** Commands on the filters: chosen, cleared, saved, handed on. */
export function filterCommands(context: AuditContext): CommandTable {
  const { deps, feed, options, picker } = context;
  const saved = () => readSavedFilters(deps.settings.savedFilters());
  /** A filter is of use only as it is; what is hidden elsewhere is then told to be in it. */
  const isMasked = (filters: AuditFilters): boolean =>
    Object.entries(filters).some(([name, value]) => options.value(name, value) !== value);
  const load = (filters: AuditFilters): Thenable<boolean> => withProgress(() => feed.load(filters));
  const actions = (): readonly HubAction[] => [
    {
      label: vscode.l10n.t('Time range, text, action, response code…'),
      description: vscode.l10n.t('over loaded events'),
      command: 'vaultsql.audit.filterLoaded',
    },
    ...(saved().length > 0
      ? [{ label: vscode.l10n.t('Apply a saved filter…'), command: 'vaultsql.audit.applyFilter' } as const]
      : []),
    { label: vscode.l10n.t('Save these filters…'), command: 'vaultsql.audit.saveFilter' },
    { label: vscode.l10n.t('Copy as curl'), command: 'vaultsql.audit.copyAsCurl' },
    { label: vscode.l10n.t('Copy as link'), command: 'vaultsql.audit.copyAsLink' },
  ];

  deps.links.add('/audit', (query) => openLink(context, query));
  return {
    'vaultsql.audit.filter': async (argument) => {
      // The events of a file are filtered here alone; another reading would lead away from it.
      if (feed.file()) return filterLoaded(context);
      if (!(await ready(context, argument))) return undefined;
      const answer = await picker.pick(feed, actions());
      if (answer === undefined) return undefined;
      return isAction(answer) ? vscode.commands.executeCommand(answer.command) : load(answer);
    },
    'vaultsql.audit.clearFilters': async () => {
      feed.setLocal(noFilters);
      // Where the service filters by nothing, another reading would be a request for what is there.
      const isAllThere = feed.loaded() && !feed.canClearFilters();
      if (feed.file() || isAllThere || !(await ready(context))) return undefined;
      return load({});
    },
    'vaultsql.audit.filterLoaded': async () =>
      (feed.file() || (await ready(context))) && filterLoaded(context),
    'vaultsql.audit.saveFilter': async () => {
      const filters = feed.filters().service;
      if (Object.keys(filters).length === 0)
        return deps.messages.info(vscode.l10n.t('There is no filter of the service to save: set one first.'));
      const names = saved().map(([name]) => name);
      const name = await vscode.window.showInputBox({
        title: vscode.l10n.t('Save audit filter'),
        prompt: [
          vscode.l10n.t('A name for: {0}', filtersText(filters, options)),
          ...(isMasked(filters) ? [vscode.l10n.t('What is masked here is saved as it is.')] : []),
        ].join(' '),
        ignoreFocusOut: true,
        validateInput: (value) =>
          names.includes(value.trim())
            ? {
                message: vscode.l10n.t('This replaces the filter of that name.'),
                severity: vscode.InputBoxValidationSeverity.Warning,
              }
            : undefined,
      });
      if (!name?.trim()) return undefined;
      return deps.settings.writeSavedFilters({ ...Object.fromEntries(saved()), [name.trim()]: filters });
    },
    'vaultsql.audit.applyFilter': async (argument) => {
      const all = saved();
      if (all.length === 0) return deps.messages.info(vscode.l10n.t('No filter has been saved yet.'));
      const named = all.find(([name]) => name === argument);
      const items = all.map(([name, filters]) => ({
        label: oneLine(name),
        description: filtersText(filters, options),
        filters,
      }));
      const picked = named
        ? { filters: named[1] }
        : await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Saved audit filters') });
      if (picked && (await ready(context))) await load(picked.filters);
      return undefined;
    },
    'vaultsql.audit.copyAsCurl': async () => {
      const connection = feed.connection();
      if (!connection) return deps.messages.info(noConnection());
      const { baseUrl } = connection;
      const filters = feed.sentFilters();
      await deps.clipboard.write(asCurl(baseUrl, filters));
      void deps.messages.info(
        isMasked(filters)
          ? vscode.l10n.t(
              'Copied, with what is masked here as it is. The token stands there as $VAULT_TOKEN: set that variable where you run it.',
            )
          : vscode.l10n.t(
              'Copied. The token stands there as $VAULT_TOKEN: set that variable where you run it.',
            ),
      );
    },
    'vaultsql.audit.copyAsLink': async () => {
      const connection = feed.connection();
      if (!connection) return deps.messages.info(noConnection());
      const filters = feed.filters().service;
      const query = asLinkQuery({ connection: connection.name, filters });
      const { extension } = deps.context;
      const link = vscode.Uri.from({
        scheme: vscode.env.uriScheme,
        authority: extension.id,
        path: '/audit',
        query,
      });
      await deps.clipboard.write(link.toString());
      void deps.messages.info(
        isMasked(filters)
          ? vscode.l10n.t(
              'Copied, with what is masked here as it is. Who opens the link needs a connection called {0}, and is asked before anything is sent.',
              connection.name,
            )
          : vscode.l10n.t(
              'Copied. Who opens the link needs a connection called {0}, and is asked before anything is sent.',
              connection.name,
            ),
      );
    },
  };
}

const noConnection = (): string => vscode.l10n.t('No connection configured. Add one first.');

const isAction = (answer: AuditFilters | HubAction): answer is HubAction => 'command' in answer;

/** A link comes from anywhere: what it asks for is shown, and nothing is sent before the person agrees. */
async function openLink(context: AuditContext, query: string): Promise<void> {
  const { deps, feed } = context;
  const shared = readLinkQuery(query);
  if (!shared) {
    await deps.messages.warn(
      vscode.l10n.t('This link is not one of Vault SQL’s audit filters, or was cut. Nothing was sent.'),
    );
    return;
  }
  const connection = deps.targets.connections().find(({ name }) => name === shared.connection);
  if (!connection) {
    await deps.messages.warn(
      vscode.l10n.t(
        'The link is for a connection called {0}, which you do not have. Nothing was sent.',
        shared.connection,
      ),
    );
    return;
  }
  const asked = await deps.messages.confirm(
    vscode.l10n.t('Show audit events of {0}?', connection.name),
    vscode.l10n.t(
      'A link asks for them with these filters: {0}. The request goes to {1} with your token, and may be an audit event itself.',
      filtersText(shared.filters, context.options) || vscode.l10n.t('none'),
      new URL(connection.baseUrl).host,
    ),
    vscode.l10n.t('Show Audit Events'),
  );
  if (!asked) return;
  feed.switchConnection(connection.name);
  if (await ready(context)) await withProgress(() => feed.load(shared.filters));
}
