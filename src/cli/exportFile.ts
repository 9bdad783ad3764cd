/** Writes a new file, which gets its name only once it is complete. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../core/messages/thrownErrors.ts';
import { writeThenRename } from '../node/sinks/durable.ts';
import { createFileError } from '../node/sinks/sinkError.ts';
import { ArgumentError } from './options.ts';

/**
 * Writes the chunks to `file`. Rejects with an ArgumentError if the file exists, or if another process seems to be
 * writing it. If `chunks` rejects, deletes what was written and rejects with the same error.
 */
export async function writeExportFile(
  file: string,
  chunks: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  if (await exists(file)) throw new ArgumentError(`${file} exists. Choose another file, or delete it.`);
  const temporary = `${file}.part`;
  try {
    await writeThenRename(path.resolve(temporary), 'wx', path.resolve(file), chunks);
  } catch (error) {
    if (errorCode(error) === 'EEXIST')
      throw new ArgumentError(
        `${temporary} exists: another export may be writing it. If none is, delete that file.`,
      );
    throw error instanceof Error && 'syscall' in error ? createFileError(error, file) : error;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    // If there is another problem with the path, creating the file reports it.
    return false;
  }
}
