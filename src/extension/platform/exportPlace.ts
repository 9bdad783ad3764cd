/** Where exports are proposed to go: a name that tells them apart, with nothing in it of what is exported. */
import { homedir } from 'node:os';
import * as vscode from 'vscode';

/** The workspace's folder, else the person's own, and in it a file of that name. */
export function placeFor(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.Uri.joinPath(folder, name);
}

/** `name` as a part of a file's name, or `otherwise` where nothing of it can be; then the local time `ms`, to the minute. */
export function fileStem(name: string, otherwise: string, ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  const time = date.toISOString().slice(0, 16).replace(/:/g, '').replace('T', '-');
  const plain = name
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain || otherwise}-${time}`;
}
