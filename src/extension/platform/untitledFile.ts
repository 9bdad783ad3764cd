import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { toFileName } from './exportLocation.ts';

/** Maximum number of names that are tried. */
const MAX_NAMES = 100;
/** Schemes of folders to which the editor saves a named untitled document. */
const FILE_SCHEMES = new Set(['file', 'vscode-remote']);

/**
 * Returns the URI of a new untitled document named after `name`, which may contain anything: `persons.vaultsql`, or
 * `persons-2.vaultsql` if that exists. Saving the document creates the file, in the first workspace folder, or in the
 * user's home directory if no folder is open. Resolves to undefined if there is no such directory on this machine, as
 * in a virtual workspace, or if too many of the names are taken.
 */
export async function findUntitledUri(name: string, extension: string): Promise<vscode.Uri | undefined> {
  const folder = findFolderForNewFile();
  if (!folder) return undefined;
  const start = toFileName(name, 'query');
  for (let number = 1; number <= MAX_NAMES; number++) {
    const file = vscode.Uri.joinPath(folder, `${start}${number === 1 ? '' : `-${number}`}.${extension}`);
    const untitled = file.with({ scheme: 'untitled', authority: '' });
    if (!isDocumentOpen(untitled) && !(await exists(file))) return untitled;
  }
  return undefined;
}

function findFolderForNewFile(): vscode.Uri | undefined {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder) return FILE_SCHEMES.has(folder.scheme) ? folder : undefined;
  // The home directory may be that of another machine than the one to which the editor saves.
  return vscode.env.remoteName ? undefined : vscode.Uri.file(homedir());
}

const isDocumentOpen = (uri: vscode.Uri): boolean =>
  vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());

const exists = (uri: vscode.Uri): Thenable<boolean> =>
  vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
