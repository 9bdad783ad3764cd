import { homedir } from 'node:os';
import * as vscode from 'vscode';

/**
 * Returns the URI of a file called `name` in the first workspace folder, or in the user's home directory if no
 * folder is open.
 */
export function createDefaultUri(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.Uri.joinPath(folder, name);
}

/**
 * Returns a file name made of `name` and the local date and time to the minute, such as `persons-2026-11-20-1602`.
 * `fallback` is used if `name` has no usable character. `ms`: the time in milliseconds since 1970.
 */
export function createFileNameWithoutExtension(name: string, fallback: string, ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  const time = date.toISOString().slice(0, 16).replace(/:/g, '').replace('T', '-');
  const plain = name
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain || fallback}-${time}`;
}
