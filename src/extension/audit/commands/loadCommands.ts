import * as vscode from 'vscode';
import { parseTimeInZone, type Zone } from '../../app/timeZone.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import type { Messages } from '../../platform/messages.ts';
import { runWithAuditViewProgress } from '../auditView.ts';
import type { AuditFiles } from '../files/auditFiles.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { loadOlderPagesUntil, reasonForNoOlderEvents } from '../model/loadUntil.ts';
import type { RequestFlow, StartedIn } from '../model/requestFlow.ts';
import { createSameEventsCheck } from '../model/sameEvents.ts';
import { allFileEventsLoadedText, choiceNotAppliedText } from '../provenance.ts';
import type { OpenedTables } from '../tables/openedTables.ts';
import type { TreeOptions } from '../views/tree/treeOptions.ts';

export interface LoadParts {
  readonly files: Pick<AuditFiles, 'readAdditionsToFiles'>;
  readonly tables: Pick<OpenedTables, 'refreshTable'>;
  readonly flow: Pick<RequestFlow, 'showViewAndEnsureVaultAndAccount'>;
  readonly messages: Pick<Messages, 'info'>;
  readonly model: Pick<AuditModel, 'connections' | 'masking' | 'requests' | 'state'>;
}

/**
 * Loads the newest events. If files are displayed, loads the events that were added to them instead,
 * and resolves to whether there were any. If a table is displayed, reads it again.
 */
export async function loadNewestOrReadAdditions(
  { files, flow, model, tables }: Pick<LoadParts, 'files' | 'flow' | 'model' | 'tables'>,
  startedIn: StartedIn,
): Promise<boolean> {
  const refreshed = await tables.refreshTable();
  if (refreshed !== undefined) return refreshed;
  if (model.state.file()) return (await files.readAdditionsToFiles()).isMore;
  return (
    (await flow.showViewAndEnsureVaultAndAccount(startedIn)) &&
    runWithAuditViewProgress(() => model.requests.loadNewest())
  );
}

/**
 * Loads older events, or the newest ones if none are loaded. Shows a message with the reason if older
 * ones can't be loaded.
 */
export async function loadOlderOrNewest(
  { flow, messages, model }: Pick<LoadParts, 'flow' | 'messages' | 'model'>,
  startedIn: StartedIn,
): Promise<unknown> {
  const { requests, state } = model;
  if (!state.file() && !(await flow.showViewAndEnsureVaultAndAccount(startedIn))) return undefined;
  if (!state.isLoaded()) return runWithAuditViewProgress(() => requests.loadNewest());
  const reason = reasonForNoOlderEvents(requests);
  return reason ? messages.info(reason) : runWithAuditViewProgress(() => requests.loadOlder());
}

export async function loadAllOlder(
  parts: Pick<LoadParts, 'flow' | 'messages' | 'model'>,
  startedIn: StartedIn,
): Promise<unknown> {
  if (parts.model.state.file()) return parts.messages.info(allFileEventsLoadedText(parts.model.state.file()));
  return (await parts.flow.showViewAndEnsureVaultAndAccount(startedIn)) && loadOlderPagesUntil(parts);
}

type LoadUntilParts = Pick<LoadParts, 'flow' | 'messages' | 'model'>;

/**
 * Loads older events back to `until`, a timestamp in the service's format. Loads nothing if it is
 * undefined.
 */
export async function loadOlderSince(parts: LoadUntilParts, until: string | undefined): Promise<unknown> {
  if (parts.model.state.file()) return parts.messages.info(allFileEventsLoadedText(parts.model.state.file()));
  if (!(await parts.flow.showViewAndEnsureVaultAndAccount('table')) || until === undefined) return undefined;
  return loadOlderPagesUntil(parts, until);
}

/** Loads older events back to a time: the text `argument`, or one that the user enters. Ignores an invalid time. */
export const loadBackToGivenOrPromptedTime = (parts: LoadUntilParts, argument: unknown): Promise<unknown> =>
  typeof argument === 'string'
    ? loadOlderSince(parts, parseTimeInZone(parts.model.masking.zone(), argument))
    : promptAndLoadBackToTime(parts);

async function promptAndLoadBackToTime(parts: LoadUntilParts): Promise<unknown> {
  const { flow, messages, model } = parts;
  if (model.state.file()) return messages.info(allFileEventsLoadedText(model.state.file()));
  if (!(await flow.showViewAndEnsureVaultAndAccount('elsewhere'))) return undefined;
  const isSame = createSameEventsCheck(model);
  const until = await promptForTime(model.masking.zone());
  if (until === undefined) return undefined;
  return isSame() ? loadOlderPagesUntil(parts, until) : messages.info(choiceNotAppliedText());
}

export async function promptForGrouping(
  options: Pick<TreeOptions, 'grouping' | 'setGrouping'>,
): Promise<void> {
  const names = {
    none: vscode.l10n.t('No groups'),
    request: vscode.l10n.t('By request'),
    session: vscode.l10n.t('By session'),
    actor: vscode.l10n.t('By actor'),
    vault: vscode.l10n.t('By vault'),
  } as const;
  const current = options.grouping();
  const items = (Object.keys(names) as (keyof typeof names)[]).map((by) => ({
    label: names[by],
    ...(by === current ? { description: vscode.l10n.t('current') } : {}),
    by,
  }));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Group audit events') });
  if (picked) options.setGrouping(picked.by);
}

async function promptForTime(zone: Zone): Promise<string | undefined> {
  const zoneName = zone === 'utc' ? 'UTC' : vscode.l10n.t('local time');
  const text = await showInputBox({
    title: vscode.l10n.t('Load audit events since'),
    prompt: vscode.l10n.t('For example 2026-01-31 14:05 ({0}), yesterday, 2h, 3d.', zoneName),
    ignoreFocusOut: true,
    validateInput: (value) =>
      parseTimeInZone(zone, value) === undefined
        ? vscode.l10n.t('Enter a date, a date and time, or an age such as 2h or 3d.')
        : undefined,
  });
  return text === undefined ? undefined : parseTimeInZone(zone, text);
}
