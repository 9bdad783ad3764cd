import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, errorText } from '../../core/messages/thrownErrors.ts';

/** Error of `ensureFolder` if the folder can't be created. The message is a sentence for the user. */
export class FolderError extends Error {}

/**
 * Creates a folder and its missing parents, unless the folder exists. The option `recursive` of Node's `mkdir` is not
 * used, because `mkdir` then never settles where the system reports ENOENT for a new folder in an existing one, as in
 * /proc.
 */
async function createMissingFolders(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await createMissingFolders(dirname(path));
    await mkdir(path, { mode: 0o700 }).catch((again: unknown) => {
      // Another vault that is starting may have created the folder.
      if (errorCode(again) !== 'EEXIST') throw again;
    });
  }
}

/** Creates a folder and its missing parents, unless the folder exists. Rejects with FolderError. */
export async function ensureFolder(path: string): Promise<void> {
  try {
    await createMissingFolders(path);
  } catch (error) {
    const text = errorText(error);
    // Only the middle of a text such as `EACCES: permission denied, mkdir '/x'` is displayed.
    const [, reason = text] = /^[A-Z]+: ([^,]+)/.exec(text) ?? [];
    throw new FolderError(`The folder ${path} can’t be created: ${reason}.`);
  }
}
