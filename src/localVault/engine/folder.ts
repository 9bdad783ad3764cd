/** Makes the folder that a vault is kept in. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, errorText } from '../../core/messages/thrown.ts';

/** The folder that was asked for can't be made; the message is a sentence for the person who chose it. */
export class FolderError extends Error {}

/**
 * Makes `path` and what is missing above it. Not by Node's own `recursive`: where the system answers "no such file" to a
 * new folder in one that is there, as in /proc, that tries again without end and can't be stopped.
 */
async function makeFolders(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolders(dirname(path));
    await mkdir(path, { mode: 0o700 }).catch((again: unknown) => {
      // Another vault that starts now made it meanwhile.
      if (errorCode(again) !== 'EEXIST') throw again;
    });
  }
}

/** Makes `path` where it is missing. Rejects with FolderError. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeFolders(path);
  } catch (error) {
    const text = errorText(error);
    // `EACCES: permission denied, mkdir '/x'`: the middle is what people read.
    const [, reason = text] = /^[A-Z]+: ([^,]+)/.exec(text) ?? [];
    throw new FolderError(`The folder ${path} can’t be created: ${reason}.`);
  }
}
