import { open, rm } from 'node:fs/promises';

/**
 * Creates a file that only the current user can read and write. Rejects with EEXIST if the file exists. If it can't be
 * written completely, for example on a full disk, it is deleted and this rejects with the error.
 */
export async function writeNewFile(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(file, { force: true });
    throw error;
  }
}
