import * as vscode from 'vscode';
import type { Messages } from './messages.ts';

const nameOf = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);

export const manifestOf = (uri: vscode.Uri): vscode.Uri => uri.with({ path: `${uri.path}.manifest.json` });

/** A folder of that name is not a file to replace: writing will fail, and say so. */
const exists = (uri: vscode.Uri): Promise<boolean> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    ({ type }) => (type & vscode.FileType.Directory) === 0,
    () => false,
  );

/** Asks before a file that is there is replaced: for names that no save dialog has asked about. True where it may be. */
export async function mayReplace(messages: Pick<Messages, 'confirm'>, uri: vscode.Uri): Promise<boolean> {
  if (!(await exists(uri))) return true;
  return messages.confirm(
    vscode.l10n.t('Replace “{0}”?', nameOf(uri)),
    vscode.l10n.t('A file with this name already exists.'),
    vscode.l10n.t('Replace'),
  );
}

/** Likewise of the manifest beside an export; where the export itself is replaced, its old manifest goes with it. */
export async function mayReplaceManifest(
  messages: Pick<Messages, 'confirm'>,
  exported: vscode.Uri,
): Promise<boolean> {
  return (await exists(exported)) || mayReplace(messages, manifestOf(exported));
}

/** Takes away the manifest beside an export, where there is one. */
export async function removeManifest(exported: vscode.Uri): Promise<void> {
  if (await exists(manifestOf(exported))) await vscode.workspace.fs.delete(manifestOf(exported));
}
