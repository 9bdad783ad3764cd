/**
 * Reads files that someone other than the user may have created, such as files of a workspace, up to a maximum size.
 */
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
 * Returns the contents of a regular file, or the reason why it was not read. `maxBytes`: the maximum size in bytes. On
 * disk, devices and named pipes are not read, because a device may never end and a pipe blocks until something writes
 * to it.
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
