import * as vscode from 'vscode';
import { withoutFilter } from '../../../core/audit/filters/filters.ts';
import { noLocalFilters } from '../../../core/audit/table/filter.ts';
import type { CommandTable } from '../../app/commands.ts';
import { findFocusedNodes } from '../../platform/focusedNodes.ts';
import { withAuditViewProgress } from '../auditView.ts';
import { filterProblemText, removeLocalFilter } from '../labels.ts';
import { loadOlderPagesUntil } from '../model/loadUntil.ts';
import type { RequestFlow, StartedIn } from '../model/requestFlow.ts';
import { createSameEventsCheck } from '../model/sameEvents.ts';
import {
  applyLocalChange,
  applyServiceChange,
  type FilterChange,
  type FilterHeading,
  type FilterListAction,
  type FilterPicker,
} from '../pickers/filterPick.ts';
import {
  applyLocalChangeIfSameEvents,
  type FilterContext,
  filterByTime,
  isPromptedPart,
  offerMissingEvents,
  promptAndFilterByPart,
} from '../pickers/localPick.ts';
import { choiceNotAppliedText } from '../provenance.ts';
import { type AuditNode, isFilterNode } from '../views/tree/auditNode.ts';
import { applyView, copyAsCurl, type ShareParts, savedViews, saveView } from './shareCommands.ts';

export interface FilterParts extends FilterContext, ShareParts {
  readonly model: FilterContext['model'] & ShareParts['model'];
  readonly messages: ShareParts['messages'];
  readonly flow: Pick<RequestFlow, 'load' | 'prepare'>;
  readonly picker: Pick<FilterPicker, 'pick'>;
  readonly view: Pick<vscode.TreeView<AuditNode>, 'selection'>;
}

export function createRemoveFilterCommand(parts: FilterParts): CommandTable {
  return {
    'vaultsql.audit.removeFilter': (argument) => removeFilter(parts, argument),
  };
}

/**
 * Returns the name of the filter in whose tree row a command was run; undefined for any other
 * argument.
 */
export const readFilterName = (argument: unknown): string | undefined =>
  isFilterNode(argument) ? argument.name : undefined;

/**
 * Lets the user choose filters from one list. `only` names a service filter whose value is prompted
 * for at once; it is ignored for events from a file.
 */
export async function chooseFilter(
  parts: FilterParts,
  startedIn: StartedIn,
  only?: string,
  heading?: FilterHeading,
): Promise<unknown> {
  const { flow, messages, model, picker } = parts;
  // Events from a file are filtered only locally: a request to the service would replace them.
  const isFile = model.state.file() !== undefined;
  if (!isFile && !(await flow.prepare(startedIn))) return undefined;
  const isSame = createSameEventsCheck(model);
  const choice = await picker.pick(parts, filterListActions(parts, startedIn), {
    ...(heading ? { heading } : {}),
    ...(isFile ? {} : { only }),
  });
  if (!choice) return undefined;
  if (choice.kind === 'action') return choice.action.run();
  // A value that was chosen for one connection may be personal data, which must not be sent to another service.
  if (!isSame()) return messages.info(choiceNotAppliedText());
  if (choice.kind === 'clearServer') return withAuditViewProgress(() => model.requests.load({}));
  if (choice.kind === 'clearLocal') return model.filters.setLocal(noLocalFilters);
  if (choice.kind === 'cover') return loadOlderPagesUntil(parts, choice.from);
  return applyChange(parts, isSame, choice);
}

async function applyChange(
  parts: FilterParts,
  isSame: () => boolean,
  change: FilterChange,
): Promise<unknown> {
  const { model } = parts;
  if (change.service.size === 0)
    return applyLocalChangeIfSameEvents(parts, isSame, (now) => applyLocalChange(now, change));
  model.filters.setLocal(applyLocalChange(model.filters.applied().local, change));
  const isAnswered = await withAuditViewProgress(() =>
    model.requests.load(applyServiceChange(model.filters.requested(), change)),
  );
  // Only after the response is it known whether the loaded events cover the time range.
  if (isAnswered && !model.state.error() && change.local.has('range')) offerMissingEvents(parts);
  return isAnswered;
}

/**
 * Lets the user choose filters on loaded events. `only` names one whose value is prompted for at
 * once.
 */
export async function chooseLocalFilter(parts: FilterParts, only = ''): Promise<unknown> {
  if (!isPromptedPart(only)) return chooseFilter(parts, 'elsewhere', undefined, 'loaded');
  const { flow, model } = parts;
  return (
    (model.state.file() !== undefined || (await flow.prepare('elsewhere'))) &&
    promptAndFilterByPart(parts, only)
  );
}

/**
 * Loads the newest events that the service finds for the part of the question that it can evaluate.
 */
export async function loadNewestForAppliedQuestion(
  parts: FilterParts,
  startedIn: StartedIn,
): Promise<unknown> {
  const { flow, messages, model } = parts;
  if (model.state.file()) return messages.info(noServerText());
  const { question } = model.filters.applied().local;
  const isSame = createSameEventsCheck(model);
  if (!(await flow.prepare(startedIn))) return undefined;
  // The values in a question may be personal data, which must not be sent to another service.
  if (question.length > 0 && !isSame()) return messages.info(choiceNotAppliedText());
  return withAuditViewProgress(() => model.requests.loadNewestForQuestion());
}

const noServerText = (): string =>
  vscode.l10n.t('These events come from a file, so no service can be asked about them.');

export async function promptAndFilterByTimeRange(
  parts: FilterContext & Pick<FilterParts, 'flow'>,
): Promise<unknown> {
  const { flow, model } = parts;
  return (model.state.file() !== undefined || (await flow.prepare('table'))) && filterByTime(parts);
}

export async function clearFilters({ flow, model }: Pick<FilterParts, 'flow' | 'model'>): Promise<unknown> {
  model.filters.setLocal(noLocalFilters);
  // Without service filters, another request would return the events that are loaded already.
  const isAllThere = model.state.isLoaded() && !model.filters.hasClearableFilters();
  if (model.state.file() || isAllThere || !(await flow.prepare('elsewhere'))) return undefined;
  return withAuditViewProgress(() => model.requests.load({}));
}

/** The argument that key bindings in package.json pass for the row with the keyboard focus. */
const FOR_FOCUSED_ROW = 'focused';

async function removeFilter(
  { flow, messages, model, view }: FilterParts,
  argument: unknown,
): Promise<unknown> {
  const [focused] = argument === FOR_FOCUSED_ROW ? await findFocusedNodes(view) : view.selection;
  const node = [argument, focused].find(isFilterNode);
  if (!node) return messages.info(vscode.l10n.t('Select a filter in the Audit Events view first.'));
  if (node.isRequired) return messages.info(filterProblemText('required'));
  if (node.by === 'loaded')
    return model.filters.setLocal(removeLocalFilter(model.filters.applied().local, node));
  return flow.load(withoutFilter(model.filters.requested(), node.name));
}

const filterListActions = (parts: FilterParts, startedIn: StartedIn): readonly FilterListAction[] => [
  ...(savedViews(parts.settings).length > 0
    ? [
        {
          label: vscode.l10n.t('Apply a saved view…'),
          run: () => applyView(parts, startedIn),
        },
      ]
    : []),
  ...(parts.model.filters.applied().local.question.length > 0 && !parts.model.state.file()
    ? [
        {
          label: vscode.l10n.t('Ask the server · 1 request'),
          run: () => loadNewestForAppliedQuestion(parts, startedIn),
        },
      ]
    : []),
  { label: vscode.l10n.t('Save this view…'), run: () => saveView(parts) },
  { label: vscode.l10n.t('Copy as curl'), run: () => copyAsCurl(parts) },
];
