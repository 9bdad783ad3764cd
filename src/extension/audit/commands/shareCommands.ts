import * as vscode from 'vscode';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import {
  parseSavedViews,
  type SavedView,
  termsOfFilters,
  withSavedView,
} from '../../../core/audit/filters/savedViews.ts';
import { formatAsCurl } from '../../../core/audit/filters/share.ts';
import type { AuditQuery } from '../../../core/audit/query/auditQuery.ts';
import { printQuery } from '../../../core/audit/query/printQuery.ts';
import { selectServerTerms } from '../../../core/audit/query/serverTerms.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { Deps } from '../../app/deps.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import { runWithAuditViewProgress } from '../auditView.ts';
import type { AuditModel } from '../model/auditModel.ts';
import type { EventMasking } from '../model/masking.ts';
import type { RequestFlow, StartedIn } from '../model/requestFlow.ts';
import { createSameEventsCheck } from '../model/sameEvents.ts';
import { choiceNotAppliedText } from '../provenance.ts';
import { printMaskedQuestion } from '../questionText.ts';
import type { TableLook } from '../views/table/look.ts';
import type { TreeOptions } from '../views/tree/treeOptions.ts';

export interface ShareParts extends Pick<Deps, 'clipboard' | 'messages' | 'settings'> {
  readonly model: Pick<AuditModel, 'connections' | 'filters' | 'masking' | 'requests' | 'state'>;
  readonly flow: Pick<RequestFlow, 'showViewAndEnsureVaultAndAccount'>;
  readonly options: Pick<TreeOptions, 'grouping' | 'setGrouping'>;
  readonly table: {
    look(): TableLook;
    setLook(look: TableLook): void;
  };
}

export const listSavedViews = (
  settings: Pick<Deps['settings'], 'rawSavedFilters'>,
): ReturnType<typeof parseSavedViews> => parseSavedViews(settings.rawSavedFilters());

const hasMaskedValue = (masking: Pick<EventMasking, 'maskValue'>, filters: AuditFilters): boolean =>
  Object.entries(filters).some(([name, value]) => masking.maskValue(name, value) !== value);

/**
 * Saves the filters and the look of the views in the settings under a name that the user enters.
 */
export async function promptForNameAndSaveView({
  messages,
  model,
  options,
  settings,
  table,
}: ShareParts): Promise<unknown> {
  const { masking } = model;
  const { service, local } = model.filters.getAppliedFilters();
  const question = [...termsOfFilters(service), ...local.question];
  const names = listSavedViews(settings).map(([name]) => name);
  const masked = printMaskedQuestion(question, masking);
  const name = await showInputBox({
    title: vscode.l10n.t('Save audit view'),
    prompt: [
      question.length === 0
        ? vscode.l10n.t('Name for the view of all events.')
        : vscode.l10n.t('Name for: {0}', oneLine(masked, MAX_QUESTION_IN_PROMPT)),
      vscode.l10n.t('Values are stored in plain text in your settings.'),
      ...(masked === printQuery(question) ? [] : [vscode.l10n.t('Masked values are saved unmasked.')]),
    ].join(' '),
    ignoreFocusOut: true,
    validateInput: (value) =>
      names.includes(value.trim())
        ? {
            message: vscode.l10n.t('This replaces the view with this name.'),
            severity: vscode.InputBoxValidationSeverity.Warning,
          }
        : undefined,
  });
  if (!name?.trim()) return undefined;
  const view: SavedView = { question, grouping: options.grouping(), ...table.look() };
  const changed = withSavedView(settings.rawSavedFilters(), name.trim(), view);
  if (changed) return settings.writeSavedFilters(changed);
  return messages.warn(
    vscode.l10n.t('The view was not saved: vaultsql.audit.savedFilters must be an object.'),
  );
}

const MAX_QUESTION_IN_PROMPT = 120;

/** Applies the saved view named `wanted`. If no view has that name, the user picks one. */
export async function applyNamedOrPickedView(
  parts: ShareParts,
  startedIn: StartedIn,
  wanted?: unknown,
): Promise<unknown> {
  const { messages, model, options, settings, table } = parts;
  const saved = listSavedViews(settings);
  if (saved.length === 0) return messages.info(vscode.l10n.t('No saved views.'));
  const items = saved.map(([name, view]) => ({
    label: oneLine(name),
    description: oneLine(printMaskedQuestion(view.question, model.masking)),
    view,
  }));
  const picked =
    items.find((_, index) => saved[index]?.[0] === wanted) ??
    (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Saved audit views') }));
  if (!picked) return undefined;
  const { question, grouping, ...look } = picked.view;
  model.filters.setLocalFilters({ question });
  if (grouping) options.setGrouping(grouping);
  table.setLook(look);
  if (model.state.file()) return undefined;
  const isSame = createSameEventsCheck(model);
  const ask = () => requestEventsOfView(parts, startedIn, question);
  if (!model.state.isLoaded()) return ask();
  if (!areServiceFiltersOfQuestionApplied(parts, question))
    void messages.info(vscode.l10n.t('The view was applied to the loaded events.'), {
      label: vscode.l10n.t('Ask the Server (1 Request)'),
      // The values of a view may be personal data, which must not be sent to another service.
      run: () => (isSame() ? ask() : messages.info(choiceNotAppliedText())),
    });
  return undefined;
}

function areServiceFiltersOfQuestionApplied(
  { model }: Pick<ShareParts, 'model'>,
  question: AuditQuery,
): boolean {
  const { accountID: _account, ...applied } = model.filters.getAppliedFilters().service;
  const { accountID: _sent, ...wanted } = selectServerTerms(question).filters;
  const names = new Set([...Object.keys(applied), ...Object.keys(wanted)]) as ReadonlySet<
    keyof typeof wanted
  >;
  return [...names].every((name) => applied[name] === wanted[name]);
}

async function requestEventsOfView(
  { flow, model }: Pick<ShareParts, 'flow' | 'model'>,
  startedIn: StartedIn,
  question: AuditQuery,
): Promise<unknown> {
  return (
    (await flow.showViewAndEnsureVaultAndAccount(startedIn)) &&
    runWithAuditViewProgress(() => model.requests.loadNewestForQuestion(question))
  );
}

export async function copyAsCurl({ clipboard, messages, model }: ShareParts): Promise<unknown> {
  const { masking } = model;
  const connection = model.connections.current();
  if (!connection) return messages.info(noConnection());
  const filters = model.filters.getServiceFiltersToSend();
  await clipboard.write(formatAsCurl(connection.baseUrl, filters));
  void messages.info(
    hasMaskedValue(masking, filters)
      ? vscode.l10n.t(
          'Copied with masked values in plain text. Set VAULT_TOKEN to your token before you run it.',
        )
      : vscode.l10n.t('Copied. Set VAULT_TOKEN to your token before you run it.'),
  );
  return undefined;
}

const noConnection = (): string => vscode.l10n.t('No connection configured. Add one first.');
