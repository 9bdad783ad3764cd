/** Writes a new file, which gets its name only once it is complete. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../core/messages/thrownErrors.ts';
import { writeThenRename } from '../node/sinks/durable.ts';
import { createFileError } from '../node/sinks/sinkError.ts';

/** Message for the user if the process ends while `writeExportFile` may be writing. */
export const UNFINISHED_FILE =
  'The output is incomplete. With --to FILE, the unfinished file FILE.part remains and can be deleted.';

/** Thrown if the file to write exists, or its unfinished file. The message is for the user. */
export class OutputExistsError extends Error {}

/**
 * Writes the chunks to `file`. Rejects with an OutputExistsError if the file exists, or if another process seems to
 * be writing it. If `chunks` rejects, deletes what was written and rejects with the same error.
 */
export async function writeExportFile(
  file: string,
  chunks: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  await refuseExistingFile(file);
  const temporary = `${file}.part`;
  try {
    await writeThenRename(path.resolve(temporary), 'wx', path.resolve(file), chunks);
  } catch (error) {
    if (errorCode(error) === 'EEXIST')
      throw new OutputExistsError(
        `${temporary} exists: another export may be writing it. If none is, delete that file.`,
      );
    throw error instanceof Error && 'syscall' in error ? createFileError(error, file) : error;
  }
}

/** Rejects with an OutputExistsError if there is a file or a folder at this path. */
export async function refuseExistingFile(file: string): Promise<void> {
  // If there is another problem with the path, creating the file reports it.
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new OutputExistsError(`${file} is a folder. Add a file name.`);
  if (found) throw new OutputExistsError(`${file} exists. Choose another file, or delete it.`);
}
