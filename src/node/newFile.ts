import { open, rm } from 'node:fs/promises';

/**
 * Makes a file that only this user may read; rejects with EEXIST where there is one already. Where it can't be written
 * whole, as on a full disk, nothing of it stays.
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
