import { createHash } from 'node:crypto';
import * as vscode from 'vscode';

/** Writes to the clipboard. Values written with `write` may be cleared from it later. */
export interface Clipboard extends vscode.Disposable {
  write(text: string): Promise<void>;
  /** Writes a text that contains no values of a vault, and does not clear it later. */
  writePermanently(text: string): Promise<void>;
}

const computeDigest = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Creates the clipboard. `getClearDelay` returns after how many seconds a copied text is cleared if it is still on the
 * clipboard; 0 means that it stays.
 */
export function createClipboard(getClearDelay: () => number): Clipboard {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writtenDigest: string | undefined;
  let clearing: Promise<void> = Promise.resolve();

  const clearIfUnchanged = async (): Promise<void> => {
    const wanted = writtenDigest;
    writtenDigest = undefined;
    if (wanted === undefined) return;
    // What another program has written there since must stay.
    if (computeDigest(await vscode.env.clipboard.readText()) === wanted)
      await vscode.env.clipboard.writeText('');
  };
  /** If clearing has already begun, waits until it ends, because it would otherwise clear the next text. */
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
