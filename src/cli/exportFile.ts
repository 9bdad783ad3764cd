/** Writes a new file, which appears under its name only once it is complete. */
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, writeAll } from '../node/sinks/durable.ts';
import { createFileError } from '../node/sinks/sinkError.ts';
import { ArgumentError } from './options.ts';

/** Writes the chunks to `file`. Rejects if the file exists; removes what was written if a chunk can't be produced. */
export async function writeExportFile(
  file: string,
  chunks: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  if (await exists(file)) throw new ArgumentError(`${file} exists. Choose another file, or delete it.`);
  const temporary = `${file}.part`;
  let isDone = false;
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      for await (const chunk of chunks) {
        try {
          await writeAll(handle, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
        } catch (error) {
          throw createFileError(error, file);
        }
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    await syncFolder(path.dirname(path.resolve(file)));
    isDone = true;
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? createFileError(error, file) : error;
  } finally {
    if (!isDone) await rm(temporary, { force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    // Any other problem with the path shows when the file is created.
    return false;
  }
}
