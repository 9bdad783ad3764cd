import * as vscode from 'vscode';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { noFilters } from '../../../core/audit/table/filter.ts';
import type { CommandTable } from '../../app/commands.ts';
import { type AuditContext, ready, withProgress } from '../context.ts';
import type { HubAction } from '../pickers/filterPick.ts';
import { filterLoaded } from '../pickers/localPick.ts';
import { savedFilters } from './shareCommands.ts';

/** Commands that choose and clear filters. */
export function filterCommands(context: AuditContext): CommandTable {
  const { feed } = context;
  return {
    'vaultsql.audit.filter': (argument) => chooseFilter(context, argument),
    'vaultsql.audit.clearFilters': () => clearFilters(context),
    'vaultsql.audit.filterLoaded': async () =>
      (feed.file() !== undefined || (await ready(context))) && filterLoaded(context),
  };
}

async function chooseFilter(context: AuditContext, argument: unknown): Promise<unknown> {
  const { feed, picker } = context;
  // The events of a file are filtered here alone; another request would lead away from it.
  if (feed.file()) return filterLoaded(context);
  if (!(await ready(context, argument))) return undefined;
  const answer = await picker.pick(feed, hubActions(context));
  if (answer === undefined) return undefined;
  return isAction(answer)
    ? vscode.commands.executeCommand(answer.command)
    : withProgress(() => feed.load(answer));
}

async function clearFilters(context: AuditContext): Promise<unknown> {
  const { feed } = context;
  feed.setLocal(noFilters);
  // Where the service filters by nothing, another request would bring what is there.
  const isAllThere = feed.loaded() && !feed.canClearFilters();
  if (feed.file() || isAllThere || !(await ready(context))) return undefined;
  return withProgress(() => feed.load({}));
}

const isAction = (answer: AuditFilters | HubAction): answer is HubAction => 'command' in answer;

const hubActions = ({ deps }: AuditContext): readonly HubAction[] => [
  {
    label: vscode.l10n.t('Time range, text, action, response code…'),
    description: vscode.l10n.t('loaded events only'),
    command: 'vaultsql.audit.filterLoaded',
  },
  ...(savedFilters(deps).length > 0
    ? [{ label: vscode.l10n.t('Apply a saved filter…'), command: 'vaultsql.audit.applyFilter' } as const]
    : []),
  { label: vscode.l10n.t('Save these filters…'), command: 'vaultsql.audit.saveFilter' },
  { label: vscode.l10n.t('Copy as curl'), command: 'vaultsql.audit.copyAsCurl' },
  { label: vscode.l10n.t('Copy as link'), command: 'vaultsql.audit.copyAsLink' },
];
