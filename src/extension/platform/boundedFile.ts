/** Files that somebody else may have put there, as in a workspace: read only where they are files, up to a size. */
import * as vscode from 'vscode';
import { readSmallFile } from '../../node/smallFile.ts';

type BoundedFile =
  | { readonly ok: true; readonly contents: Uint8Array }
  | { readonly ok: false; readonly reason: 'missing' | 'unreadable' | 'too-large' };

const failed = (reason: 'missing' | 'unreadable' | 'too-large'): BoundedFile => ({ ok: false, reason });

/**
 * The contents of a file of at most `maxBytes`. Never rejects. A link to a device, which has no end, or a named pipe,
 * which waits for its writer, would take the memory or a thread of all extensions.
 */
export async function readBounded(uri: vscode.Uri, maxBytes: number): Promise<BoundedFile> {
  if (uri.scheme === 'file') return readSmallFile(uri.fsPath, maxBytes);
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0) return failed('unreadable');
    if (size > maxBytes) return failed('too-large');
    const contents = await vscode.workspace.fs.readFile(uri);
    return contents.length > maxBytes ? failed('too-large') : { ok: true, contents };
  } catch (error) {
    const isMissing = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    return failed(isMissing ? 'missing' : 'unreadable');
  }
}
