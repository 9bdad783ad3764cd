import { open, rm } from 'node:fs/promises';

/** Creates a file that contains `text`, with the mode 0600. Rejects with EEXIST if the file already exists. */
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
