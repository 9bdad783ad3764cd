import { open, rm } from 'node:fs/promises';

/**
 * Creates a file with the mode 0600. Rejects with EEXIST if the file exists. If the text can't be written, for example
 * on a full disk, deletes the file and rejects.
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
