/** Writes files so that a crash of the process or of the machine does not lose them. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Flushes a folder to the disk, so that a crash does not undo the creation or renaming of a file in the folder. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders. It flushes a folder's entry together with the file.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes all bytes at the current end of the file. A single call of `write` may write only some of them. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, null);
    at += bytesWritten;
  }
}

/**
 * Writes the file `temporary` with the mode 0600, and renames it to `file` once its contents are on the disk. Replaces an
 * existing file. After a crash, `file` has either its old or its new contents. If writing fails or `chunks` rejects,
 * deletes `temporary` and rejects with the same error. With the flags `wx`, rejects with EEXIST if `temporary` exists.
 */
export async function writeThenRename(
  temporary: string,
  flags: 'w' | 'wx',
  file: string,
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
): Promise<void> {
  const handle = await open(temporary, flags, 0o600);
  try {
    try {
      for await (const chunk of chunks)
        await writeAll(handle, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}
