import * as vscode from 'vscode';
import { withoutFilter } from '../../../core/audit/filters/filters.ts';
import { withoutPart } from '../../../core/audit/filters/localFilters.ts';
import { noFilters } from '../../../core/audit/table/filter.ts';
import type { CommandTable } from '../../app/commands.ts';
import { focusedNodes } from '../../platform/focusedNodes.ts';
import { type AuditContext, askFor, fromTable, ready, withProgress } from '../context.ts';
import { createSameEvents } from '../model/sameEvents.ts';
import { changedLocal, changedService, type FilterChange, type HubAction } from '../pickers/filterPick.ts';
import { applyLocal, filterByTime, filterLoaded, offerToCover } from '../pickers/localPick.ts';
import { notApplied } from '../provenance.ts';
import { isFilterNode } from '../views/tree/auditNode.ts';
import { filterProblem } from '../views/tree/eventLabels.ts';
import { applyFilter, copyAsCurl, savedFilters, saveFilter } from './shareCommands.ts';

/** Commands that choose and clear filters. */
export function filterCommands(context: AuditContext): CommandTable {
  return {
    'vaultsql.audit.filter': (argument) => chooseFilter(context, argument),
    'vaultsql.audit.clearFilters': () => clearFilters(context),
    'vaultsql.audit.removeFilter': (argument) => removeFilter(context, argument),
    // From the table: asks for the range of time at once.
    'vaultsql.audit.filterLoaded': (argument) =>
      argument === 'range' ? chooseRange(context) : chooseLocalFilter(context, argument),
  };
}

async function chooseFilter(context: AuditContext, argument: unknown): Promise<unknown> {
  const { deps, model, picker } = context;
  // The events of a file are filtered here alone; another request would lead away from it.
  if (model.state.file()) return filterLoaded(context);
  if (!(await ready(context, argument))) return undefined;
  const isSame = createSameEvents(model);
  const only = isFilterNode(argument) ? argument.name : undefined;
  const choice = await picker.pick(context, hubActions(context, argument), only);
  if (!choice) return undefined;
  if (choice.kind === 'action') return choice.action.run();
  // A value chosen for one connection may be personal data that another service must not get.
  if (!isSame()) return deps.messages.info(notApplied());
  if (choice.kind === 'clearAll') return withProgress(() => model.requests.load({}));
  return applyChange(context, isSame, choice);
}

/** First what is filtered here, then one request with all that the service is to filter by. */
async function applyChange(
  context: AuditContext,
  isSame: () => boolean,
  change: FilterChange,
): Promise<unknown> {
  const { model } = context;
  if (change.service.size === 0) return applyLocal(context, isSame, (now) => changedLocal(now, change));
  model.filters.setLocal(changedLocal(model.filters.applied().local, change));
  const isAnswered = await withProgress(() =>
    model.requests.load(changedService(model.filters.requested(), change)),
  );
  // What a range of time lacks can be said only of the events that the service gave.
  if (isAnswered && !model.state.error() && change.local.has('range')) offerToCover(context);
  return isAnswered;
}

async function chooseLocalFilter(context: AuditContext, argument: unknown): Promise<unknown> {
  const only = isFilterNode(argument) ? argument.name : undefined;
  return (context.model.state.file() !== undefined || (await ready(context))) && filterLoaded(context, only);
}

async function chooseRange(context: AuditContext): Promise<unknown> {
  return (
    (context.model.state.file() !== undefined || (await ready(context, fromTable))) && filterByTime(context)
  );
}

async function clearFilters(context: AuditContext): Promise<unknown> {
  const { model } = context;
  model.filters.setLocal(noFilters);
  // Where the service filters by nothing, another request would bring what is there.
  const isAllThere = model.state.isLoaded() && !model.filters.canClear();
  if (model.state.file() || isAllThere || !(await ready(context))) return undefined;
  return withProgress(() => model.requests.load({}));
}

/** What a key of the side panel gives to its command. */
const fromKey = 'focused';

/** Ends one filter: that of the row it was called on, that the keyboard is on, or that was selected last. The others stay. */
async function removeFilter(context: AuditContext, argument: unknown): Promise<unknown> {
  const { deps, model, view } = context;
  const [focused] = argument === fromKey ? await focusedNodes(view) : view.selection;
  const node = [argument, focused].find(isFilterNode);
  if (!node) return deps.messages.info(vscode.l10n.t('Select a filter in the Audit Events view first.'));
  if (node.isNeeded) return deps.messages.info(filterProblem('required'));
  if (node.by === 'loaded')
    return model.filters.setLocal(withoutPart(model.filters.applied().local, node.name));
  return askFor(model, withoutFilter(model.filters.requested(), node.name));
}

/** `argument` is that of the command that shows the hub. */
const hubActions = (context: AuditContext, argument: unknown): readonly HubAction[] => [
  ...(savedFilters(context.deps).length > 0
    ? [
        {
          label: vscode.l10n.t('Apply a saved filter…'),
          run: () => applyFilter(context, undefined, argument),
        },
      ]
    : []),
  { label: vscode.l10n.t('Save these filters…'), run: () => saveFilter(context) },
  { label: vscode.l10n.t('Copy as curl'), run: () => copyAsCurl(context) },
];
