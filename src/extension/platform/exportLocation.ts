import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { shortenMiddle } from '../../core/messages/oneLine.ts';

/**
 * Returns the URI of a file called `name` in the first workspace folder, or in the user's home directory if no
 * folder is open.
 */
export function createDefaultExportUri(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.Uri.joinPath(folder, name);
}

/** Maximum length of a name in UTF-16 code units, so that the file name stays under 255 bytes with its additions. */
const MAX_NAME_LENGTH = 60;
/** Names that Windows reserves for devices, with any extension. */
const reservedPattern = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Turns `name`, which may contain anything, into a file name without an extension that is valid on every system. A
 * long name loses its middle. Returns `fallback` if no usable character is left.
 */
export function toFileName(name: string, fallback: string): string {
  const whole = name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-');
  // A long name loses its middle, because names often differ only at their end. A cut within a surrogate pair leaves U+FFFD.
  const plain = shortenMiddle(whole, MAX_NAME_LENGTH)
    .replace(/[…\ufffd]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return reservedPattern.test(plain) ? `${plain}_` : plain || fallback;
}

/**
 * Returns a file name made of `name` and the local date and time to the minute, such as `persons-2026-11-20-1602`.
 * `name` and `fallback` are used as in `toFileName`. `ms`: the time in milliseconds since 1970.
 */
export function createFileNameWithoutExtension(name: string, fallback: string, ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  const time = date.toISOString().slice(0, 16).replace(/:/g, '').replace('T', '-');
  return `${toFileName(name, fallback)}-${time}`;
}
