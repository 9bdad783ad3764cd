import * as vscode from 'vscode';
import type { Messages } from './messages.ts';

const getFileName = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);

export const getManifestUri = (uri: vscode.Uri): vscode.Uri =>
  uri.with({ path: `${uri.path}.manifest.json` });

const fileExists = (uri: vscode.Uri): Promise<boolean> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    ({ type }) => (type & vscode.FileType.Directory) === 0,
    () => false,
  );

/** Asks the user whether an existing file may be replaced. Returns true if the user agrees or no such file exists. */
export async function confirmReplacingFile(
  messages: Pick<Messages, 'confirm'>,
  uri: vscode.Uri,
): Promise<boolean> {
  if (!(await fileExists(uri))) return true;
  return messages.confirm(
    vscode.l10n.t('Replace “{0}”?', getFileName(uri)),
    vscode.l10n.t('A file with this name already exists.'),
    vscode.l10n.t('Replace'),
  );
}

/**
 * Asks the user whether the manifest of the exported file `exportUri` may be replaced, if the manifest exists but the
 * exported file does not. Returns false if the user refuses, and otherwise true.
 */
export async function confirmReplacingStrayManifest(
  messages: Pick<Messages, 'confirm'>,
  exportUri: vscode.Uri,
): Promise<boolean> {
  return (await fileExists(exportUri)) || confirmReplacingFile(messages, getManifestUri(exportUri));
}

export async function removeManifest(exportUri: vscode.Uri): Promise<void> {
  if (await fileExists(getManifestUri(exportUri)))
    await vscode.workspace.fs.delete(getManifestUri(exportUri));
}
