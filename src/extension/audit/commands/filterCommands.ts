import * as vscode from 'vscode';
import type { OpenedFile } from '../../../core/audit/feed/feedState.ts';
import { withoutFilter } from '../../../core/audit/filters/filters.ts';
import { noLocalFilters } from '../../../core/audit/table/filter.ts';
import type { CommandTable } from '../../app/commands.ts';
import { findFocusedNodes } from '../../platform/focusedNodes.ts';
import { runWithAuditViewProgress } from '../auditView.ts';
import type { EvaluationPlace } from '../evaluationPlaces.ts';
import { describeFilterProblem, removeLocalFilter } from '../labels.ts';
import { loadOlderPagesUntil } from '../model/loadUntil.ts';
import type { RequestFlow, StartedIn } from '../model/requestFlow.ts';
import { createSameEventsCheck } from '../model/sameEvents.ts';
import {
  applyLocalChange,
  applyServiceChange,
  type FilterChange,
  type FilterListAction,
  type FilterPicker,
} from '../pickers/filterPick.ts';
import {
  applyLocalChangeIfSameEvents,
  type FilterContext,
  isPromptedPart,
  offerMissingEvents,
  promptAndFilterByPart,
  promptAndFilterByTime,
} from '../pickers/localPick.ts';
import { choiceNotAppliedText } from '../provenance.ts';
import { type AuditNode, isFilterNode } from '../views/tree/auditNode.ts';
import {
  applyNamedOrPickedView,
  copyAsCurl,
  listSavedViews,
  promptForNameAndSaveView,
  type ShareParts,
} from './shareCommands.ts';

export interface FilterParts extends FilterContext, ShareParts {
  readonly model: FilterContext['model'] & ShareParts['model'];
  readonly messages: ShareParts['messages'];
  readonly flow: Pick<RequestFlow, 'promptIfNeededAndLoadNewest' | 'showViewAndEnsureVaultAndAccount'>;
  readonly picker: Pick<FilterPicker, 'pick'>;
  readonly view: Pick<vscode.TreeView<AuditNode>, 'selection'>;
}

export function createRemoveFilterCommand(parts: FilterParts): CommandTable {
  return {
    'vaultsql.audit.removeFilter': (argument) => removeGivenOrSelectedFilter(parts, argument),
  };
}

/**
 * Returns the name of a filter if a command's argument is the tree row of that filter; undefined for
 * any other argument.
 */
export const getFilterNameOfNode = (argument: unknown): string | undefined =>
  isFilterNode(argument) ? argument.name : undefined;

/**
 * Lets the user change filters in one list, and applies the changes. `only` names a service filter
 * whose value is prompted for first; it is ignored for events from a file. `heading` is the place whose
 * filters the list begins with.
 */
export async function promptForAndApplyFilters(
  parts: FilterParts,
  startedIn: StartedIn,
  only?: string,
  heading?: EvaluationPlace,
): Promise<unknown> {
  const { flow, messages, model, picker } = parts;
  // Events from a file are filtered only locally: a request to the service would replace them.
  const isFile = model.state.file() !== undefined;
  if (!isFile && !(await flow.showViewAndEnsureVaultAndAccount(startedIn))) return undefined;
  const isSame = createSameEventsCheck(model);
  const choice = await picker.pick(parts, createFilterListActions(parts, startedIn), {
    ...(heading ? { heading } : {}),
    ...(isFile ? {} : { only }),
  });
  if (!choice) return undefined;
  if (choice.kind === 'action') return choice.action.run();
  // A value that was chosen for one connection may be personal data, which must not be sent to another service.
  if (!isSame()) return messages.info(choiceNotAppliedText());
  if (choice.kind === 'clearServer') return runWithAuditViewProgress(() => model.requests.loadNewest({}));
  if (choice.kind === 'clearLocal') return model.filters.setLocalFilters(noLocalFilters);
  if (choice.kind === 'cover') return loadOlderPagesUntil(parts, choice.from);
  return applyFilterChange(parts, isSame, choice);
}

async function applyFilterChange(
  parts: FilterParts,
  isSame: () => boolean,
  change: FilterChange,
): Promise<unknown> {
  const { model } = parts;
  if (change.service.size === 0)
    return applyLocalChangeIfSameEvents(parts, isSame, (now) => applyLocalChange(now, change));
  model.filters.setLocalFilters(applyLocalChange(model.filters.getAppliedFilters().local, change));
  const isAnswered = await runWithAuditViewProgress(() =>
    model.requests.loadNewest(applyServiceChange(model.filters.getRequestedServiceFilters(), change)),
  );
  // Whether the loaded events cover the time range is known only after the response.
  if (isAnswered && !model.state.error() && change.local.has('range')) offerMissingEvents(parts);
  return isAnswered;
}

/**
 * Lets the user change filters on loaded events. `only` names one whose value is prompted for
 * directly. For any other name, the list of all filters is displayed.
 */
export async function promptForAndApplyLocalFilters(parts: FilterParts, only = ''): Promise<unknown> {
  if (!isPromptedPart(only)) return promptForAndApplyFilters(parts, 'elsewhere', undefined, 'local');
  const { flow, model } = parts;
  return (
    (model.state.file() !== undefined || (await flow.showViewAndEnsureVaultAndAccount('elsewhere'))) &&
    promptAndFilterByPart(parts, only)
  );
}

/**
 * Loads the newest events for the requested service filters and for the terms of the applied question
 * that the service can evaluate. For events from a file, only shows a message.
 */
export async function loadNewestForAppliedQuestion(
  parts: FilterParts,
  startedIn: StartedIn,
): Promise<unknown> {
  const { flow, messages, model } = parts;
  const file = model.state.file();
  if (file) return messages.info(noServerText(file));
  const { question } = model.filters.getAppliedFilters().local;
  const isSame = createSameEventsCheck(model);
  if (!(await flow.showViewAndEnsureVaultAndAccount(startedIn))) return undefined;
  // The values in a question may be personal data, which must not be sent to another service.
  if (question.length > 0 && !isSame()) return messages.info(choiceNotAppliedText());
  return runWithAuditViewProgress(() => model.requests.loadNewestForQuestion());
}

const noServerText = ({ table }: OpenedFile): string =>
  table
    ? vscode.l10n.t('The question is already applied to all events of the table.')
    : vscode.l10n.t('These events are from a file, not from a service.');

export async function promptAndFilterByTimeRange(
  parts: FilterContext & Pick<FilterParts, 'flow'>,
): Promise<unknown> {
  const { flow, model } = parts;
  return (
    (model.state.file() !== undefined || (await flow.showViewAndEnsureVaultAndAccount('table'))) &&
    promptAndFilterByTime(parts)
  );
}

export async function clearFiltersAndLoadIfNeeded({
  flow,
  model,
}: Pick<FilterParts, 'flow' | 'model'>): Promise<unknown> {
  model.filters.setLocalFilters(noLocalFilters);
  // Without service filters, another request would return the events that are loaded already.
  const isAllThere = model.state.isLoaded() && !model.filters.hasClearableFilters();
  if (model.state.file() || isAllThere || !(await flow.showViewAndEnsureVaultAndAccount('elsewhere')))
    return undefined;
  return runWithAuditViewProgress(() => model.requests.loadNewest({}));
}

/** The argument that key bindings in package.json pass for the row with the keyboard focus. */
const FOR_FOCUSED_ROW = 'focused';

async function removeGivenOrSelectedFilter(
  { flow, messages, model, view }: FilterParts,
  argument: unknown,
): Promise<unknown> {
  const [focused] = argument === FOR_FOCUSED_ROW ? await findFocusedNodes(view) : view.selection;
  const node = [argument, focused].find(isFilterNode);
  if (!node) return messages.info(vscode.l10n.t('Select a filter in the Audit Events view first.'));
  if (node.isRequired) return messages.info(describeFilterProblem('required'));
  if (node.by === 'local')
    return model.filters.setLocalFilters(removeLocalFilter(model.filters.getAppliedFilters().local, node));
  return flow.promptIfNeededAndLoadNewest(
    withoutFilter(model.filters.getRequestedServiceFilters(), node.name),
  );
}

const createFilterListActions = (parts: FilterParts, startedIn: StartedIn): readonly FilterListAction[] => [
  ...(listSavedViews(parts.settings).length > 0
    ? [
        {
          label: vscode.l10n.t('Apply a saved view…'),
          run: () => applyNamedOrPickedView(parts, startedIn),
        },
      ]
    : []),
  ...(parts.model.filters.getAppliedFilters().local.question.length > 0 && !parts.model.state.file()
    ? [
        {
          label: vscode.l10n.t('Ask the server · 1 request'),
          run: () => loadNewestForAppliedQuestion(parts, startedIn),
        },
      ]
    : []),
  { label: vscode.l10n.t('Save this view…'), run: () => promptForNameAndSaveView(parts) },
  { label: vscode.l10n.t('Copy as curl'), run: () => copyAsCurl(parts) },
];
