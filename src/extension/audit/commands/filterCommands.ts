import * as vscode from 'vscode';
import { withoutFilter } from '../../../core/audit/filters/filters.ts';
import { withoutPart } from '../../../core/audit/filters/localFilters.ts';
import { noFilters } from '../../../core/audit/table/filter.ts';
import type { CommandTable } from '../../app/commands.ts';
import { focusedNodes } from '../../platform/focusedNodes.ts';
import { withProgress } from '../auditView.ts';
import { filterProblem } from '../labels.ts';
import type { RequestFlow, StartedIn } from '../model/requestFlow.ts';
import { createSameEvents } from '../model/sameEvents.ts';
import {
  changedLocal,
  changedService,
  type FilterChange,
  type FilterPicker,
  type HubAction,
} from '../pickers/filterPick.ts';
import {
  applyLocal,
  type FilterContext,
  filterByTime,
  filterLoaded,
  offerToCover,
} from '../pickers/localPick.ts';
import { notApplied } from '../provenance.ts';
import { type AuditNode, isFilterNode } from '../views/tree/auditNode.ts';
import { applyFilter, copyAsCurl, type ShareParts, savedFilters, saveFilter } from './shareCommands.ts';

export interface FilterParts extends FilterContext, ShareParts {
  readonly model: FilterContext['model'] & ShareParts['model'];
  readonly messages: ShareParts['messages'];
  readonly flow: Pick<RequestFlow, 'load' | 'prepare'>;
  readonly picker: Pick<FilterPicker, 'pick'>;
  readonly view: Pick<vscode.TreeView<AuditNode>, 'selection'>;
}

/** The command that removes one filter. Actions on all filters are in `actions/trailActions.ts`. */
export function filterCommands(parts: FilterParts): CommandTable {
  return {
    'vaultsql.audit.removeFilter': (argument) => removeFilter(parts, argument),
  };
}

/** The name of the filter whose row in the tree a command was called for. */
export const filterNamed = (argument: unknown): string | undefined =>
  isFilterNode(argument) ? argument.name : undefined;

/** Lets the user choose filters from one list; with `only`, asks for the value of that filter first. */
export async function chooseFilter(
  parts: FilterParts,
  startedIn: StartedIn,
  only?: string,
): Promise<unknown> {
  const { flow, messages, model, picker } = parts;
  // The events of a file are filtered here alone; another request would lead away from it.
  if (model.state.file()) return filterLoaded(parts);
  if (!(await flow.prepare(startedIn))) return undefined;
  const isSame = createSameEvents(model);
  const choice = await picker.pick(parts, hubActions(parts, startedIn), only);
  if (!choice) return undefined;
  if (choice.kind === 'action') return choice.action.run();
  // A value chosen for one connection may be personal data that another service must not get.
  if (!isSame()) return messages.info(notApplied());
  if (choice.kind === 'clearAll') return withProgress(() => model.requests.load({}));
  return applyChange(parts, isSame, choice);
}

/** First what is filtered here, then one request with all that the service is to filter by. */
async function applyChange(
  parts: FilterParts,
  isSame: () => boolean,
  change: FilterChange,
): Promise<unknown> {
  const { model } = parts;
  if (change.service.size === 0) return applyLocal(parts, isSame, (now) => changedLocal(now, change));
  model.filters.setLocal(changedLocal(model.filters.applied().local, change));
  const isAnswered = await withProgress(() =>
    model.requests.load(changedService(model.filters.requested(), change)),
  );
  // What a range of time lacks can be said only of the events that the service gave.
  if (isAnswered && !model.state.error() && change.local.has('range')) offerToCover(parts);
  return isAnswered;
}

/** Lets the user choose filters on loaded events; with `only`, asks for the value of that filter first. */
export async function chooseLocalFilter(parts: FilterParts, only: string | undefined): Promise<unknown> {
  const { flow, model } = parts;
  return (model.state.file() !== undefined || (await flow.prepare('elsewhere'))) && filterLoaded(parts, only);
}

/** Lets the user type the range of time by which the audit table filters the loaded events. */
export async function chooseRange(parts: FilterContext & Pick<FilterParts, 'flow'>): Promise<unknown> {
  const { flow, model } = parts;
  return (model.state.file() !== undefined || (await flow.prepare('table'))) && filterByTime(parts);
}

/** Clears all filters and loads the newest events, unless all of them are loaded already. */
export async function clearFilters({ flow, model }: Pick<FilterParts, 'flow' | 'model'>): Promise<unknown> {
  model.filters.setLocal(noFilters);
  // Where the service filters by nothing, another request would bring what is there.
  const isAllThere = model.state.isLoaded() && !model.filters.canClear();
  if (model.state.file() || isAllThere || !(await flow.prepare('elsewhere'))) return undefined;
  return withProgress(() => model.requests.load({}));
}

/** The argument that the key bindings of the side panel pass: the command is for the row that has the keyboard focus. */
const FOR_FOCUSED_ROW = 'focused';

/** Ends one filter: that of the row it was called on, that the keyboard is on, or that was selected last. The others stay. */
async function removeFilter(
  { flow, messages, model, view }: FilterParts,
  argument: unknown,
): Promise<unknown> {
  const [focused] = argument === FOR_FOCUSED_ROW ? await focusedNodes(view) : view.selection;
  const node = [argument, focused].find(isFilterNode);
  if (!node) return messages.info(vscode.l10n.t('Select a filter in the Audit Events view first.'));
  if (node.isNeeded) return messages.info(filterProblem('required'));
  if (node.by === 'loaded')
    return model.filters.setLocal(withoutPart(model.filters.applied().local, node.name));
  return flow.load(withoutFilter(model.filters.requested(), node.name));
}

/**
 * Returns the entries of the filter list that are not filters, such as saving the filters. `startedIn` is the view from
 * which the list was opened.
 */
const hubActions = (parts: ShareParts, startedIn: StartedIn): readonly HubAction[] => [
  ...(savedFilters(parts.settings).length > 0
    ? [
        {
          label: vscode.l10n.t('Apply a saved filter…'),
          run: () => applyFilter(parts, startedIn),
        },
      ]
    : []),
  { label: vscode.l10n.t('Save these filters…'), run: () => saveFilter(parts) },
  { label: vscode.l10n.t('Copy as curl'), run: () => copyAsCurl(parts) },
];
