/** Writes files so that a crash of the process or of the machine does not lose them. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Flushes a folder to the disk, so that a file that was created or renamed in it stays there. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders, and flushes their entries with the file.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes all bytes at the end of the file. A single call of `write` may write only a part of them. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, null);
    at += bytesWritten;
  }
}

/**
 * Replaces the contents of a file, which gets the mode 0600. After a crash, the file has either the old or the new
 * contents.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await writeAll(handle, Buffer.from(text));
    await handle.sync();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
  await handle.close();
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}
