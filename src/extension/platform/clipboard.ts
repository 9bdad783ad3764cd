import { createHash } from 'node:crypto';
import * as vscode from 'vscode';

/** Writes to the clipboard. A copied value that is still on the clipboard is cleared from it after a delay. */
export interface Clipboard extends vscode.Disposable {
  write(text: string): Promise<void>;
  /** Writes a text that contains no values of a vault. The text is not cleared from the clipboard later. */
  writePermanently(text: string): Promise<void>;
}

const computeDigest = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Creates the clipboard. `getClearDelay` is called at each `write` and returns after how many seconds the copied text
 * is cleared if it is still on the clipboard; 0 means that it stays. Disposing the object clears it earlier. Meanwhile
 * only a digest of the text is stored.
 */
export function createClipboard(getClearDelay: () => number): Clipboard {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writtenDigest: string | undefined;
  let clearing: Promise<void> = Promise.resolve();

  const clearIfUnchanged = async (): Promise<void> => {
    const wanted = writtenDigest;
    writtenDigest = undefined;
    if (wanted === undefined) return;
    // What somebody else has put there since is theirs.
    if (computeDigest(await vscode.env.clipboard.readText()) === wanted)
      await vscode.env.clipboard.writeText('');
  };
  /**
   * Cancels the pending clearing of the previous text. If clearing has already begun, waits until it ends, because it
   * would otherwise clear the next text. A failed clearing is ignored.
   */
  const cancelClearing = async (): Promise<void> => {
    clearTimeout(timer);
    writtenDigest = undefined;
    await Promise.allSettled([clearing]);
  };
  return {
    async write(text) {
      await cancelClearing();
      await vscode.env.clipboard.writeText(text);
      clearTimeout(timer);
      const after = getClearDelay();
      writtenDigest = after > 0 ? computeDigest(text) : undefined;
      if (after > 0)
        timer = setTimeout(() => {
          clearing = clearIfUnchanged();
        }, after * 1000);
    },
    async writePermanently(text) {
      await cancelClearing();
      await vscode.env.clipboard.writeText(text);
    },
    dispose() {
      clearTimeout(timer);
      void clearIfUnchanged();
    },
  };
}
