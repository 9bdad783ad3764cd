import * as vscode from 'vscode';
import { readSmallFile } from '../../node/smallFile.ts';

type BoundedFile =
  | { readonly ok: true; readonly contents: Uint8Array }
  | { readonly ok: false; readonly reason: 'missing' | 'unreadable' | 'too-large' };

const createFailure = (reason: 'missing' | 'unreadable' | 'too-large'): BoundedFile => ({
  ok: false,
  reason,
});

/**
 * Returns the contents of a file, or the reason why it was not read. Devices and named pipes on disk are not read,
 * because reading them might never end.
 */
export async function readBoundedFile(uri: vscode.Uri, maxBytes: number): Promise<BoundedFile> {
  if (uri.scheme === 'file') return readSmallFile(uri.fsPath, maxBytes);
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0) return createFailure('unreadable');
    if (size > maxBytes) return createFailure('too-large');
    const contents = await vscode.workspace.fs.readFile(uri);
    return contents.length > maxBytes ? createFailure('too-large') : { ok: true, contents };
  } catch (error) {
    const isMissing = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    return createFailure(isMissing ? 'missing' : 'unreadable');
  }
}
