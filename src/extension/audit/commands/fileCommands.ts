import * as vscode from 'vscode';
import { runWithAuditViewProgress } from '../auditView.ts';
import type { EventExportParts } from '../export/exportEvents.ts';
import type { AuditFiles } from '../files/auditFiles.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { restoreKeptEvents } from './goBack.ts';

export interface FileParts extends EventExportParts {
  readonly model: EventExportParts['model'] & Pick<AuditModel, 'masking' | 'requests' | 'source'>;
  readonly files: Pick<AuditFiles, 'openFilesAndFolders'>;
}

/**
 * Opens the files or folders in `argument`, which may be a URI or an array of them, or else those
 * that the user chooses.
 */
export async function openGivenOrPromptedFiles(
  { files }: Pick<FileParts, 'files'>,
  argument: unknown,
): Promise<unknown> {
  const uris = readUris(argument) ?? (await promptForFilesOrFolder());
  return uris.length > 0 && files.openFilesAndFolders(uris);
}

/**
 * Closes the opened files or table, unless the user wants to keep unsaved marks. Displays the previous events
 * again if they are still in memory, or else loads the newest events if the account ID is known.
 */
export async function closeFilesAndRestoreOrReload({
  messages,
  model,
}: Pick<FileParts, 'messages' | 'model'>): Promise<unknown> {
  if (!model.state.file()) return messages.info(vscode.l10n.t('No files or table of audit events are open.'));
  if (!(await model.source.confirmReplacingEvents())) return false;
  if (restoreKeptEvents(model)) return true;
  model.source.displayEmptyListing();
  // Closing must not prompt for an account ID. If none is set, the view offers to load instead.
  return (
    model.filters.getServiceFiltersToSend().accountID !== undefined &&
    runWithAuditViewProgress(() => model.requests.loadNewest())
  );
}

function readUris(argument: unknown): readonly vscode.Uri[] | undefined {
  const all: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  const uris = all.filter((one) => one instanceof vscode.Uri);
  return uris.length > 0 ? uris : undefined;
}

/**
 * Prompts for files or a folder; empty if the user cancels. A first prompt asks which of the two,
 * because most systems have no dialog for both.
 */
async function promptForFilesOrFolder(): Promise<readonly vscode.Uri[]> {
  const items = [
    { label: vscode.l10n.t('Files…'), ask: promptForFiles },
    { label: vscode.l10n.t('A folder…'), ask: promptForFolder },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Open audit events from'),
  });
  return picked ? picked.ask() : [];
}

async function promptForFolder(): Promise<readonly vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open a folder of exported audit events'),
    openLabel: vscode.l10n.t('Open'),
    canSelectFiles: false,
    canSelectFolders: true,
  });
  return chosen ?? [];
}

async function promptForFiles(): Promise<readonly vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open exported audit events'),
    openLabel: vscode.l10n.t('Open'),
    canSelectMany: true,
    filters: { [vscode.l10n.t('Audit events')]: ['ndjson', 'jsonl', 'json', 'csv', 'parquet', 'gz', 'zst'] },
  });
  return chosen ?? [];
}
