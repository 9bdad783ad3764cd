import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { toFileName } from './exportLocation.ts';

/** Maximum number of file names that `findUntitledUri` tries. */
const MAX_TRIED_NAMES = 100;
const EXTENSION_ID = 'vaultsql.vault-sql';
/** Schemes of folders to which the editor saves a named untitled document. */
const FILE_SCHEMES = new Set(['file', 'vscode-remote']);

/**
 * Resolves to the URI of a new untitled document. Its file name is made from `name`, which may contain any characters,
 * and `extension`: `persons.vaultsql`, or `persons-2.vaultsql` if that name is taken. When the user saves the document,
 * the editor creates the file in the first workspace folder or, if no folder is open, in the user's home directory.
 * Resolves to undefined if too many names are taken, if the first workspace folder is virtual, or if a remote window
 * has no folder and this extension runs on the user's machine.
 */
export async function findUntitledUri(name: string, extension: string): Promise<vscode.Uri | undefined> {
  const folder = findFolderForNewFile();
  if (!folder) return undefined;
  const start = toFileName(name, 'query');
  for (let number = 1; number <= MAX_TRIED_NAMES; number++) {
    const file = vscode.Uri.joinPath(folder, `${start}${number === 1 ? '' : `-${number}`}.${extension}`);
    const untitled = file.with({ scheme: 'untitled', authority: '' });
    if (!isDocumentOpen(untitled) && !(await exists(file))) return untitled;
  }
  return undefined;
}

function findFolderForNewFile(): vscode.Uri | undefined {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder) return FILE_SCHEMES.has(folder.scheme) ? folder : undefined;
  return savesOnThisMachine() ? vscode.Uri.file(homedir()) : undefined;
}

/**
 * Whether the editor saves files on the machine where this extension runs, whose home directory `homedir` returns. A
 * remote window saves on the remote machine.
 */
const savesOnThisMachine = (): boolean =>
  !vscode.env.remoteName ||
  vscode.extensions.getExtension(EXTENSION_ID)?.extensionKind === vscode.ExtensionKind.Workspace;

const isDocumentOpen = (uri: vscode.Uri): boolean =>
  vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());

const exists = (uri: vscode.Uri): Thenable<boolean> =>
  vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
