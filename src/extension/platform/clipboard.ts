import { createHash } from 'node:crypto';
import * as vscode from 'vscode';

/** Writes text to the clipboard. Text written with `write` may be cleared later. */
export interface Clipboard extends vscode.Disposable {
  write(text: string): Promise<void>;
  /** Writes text that is not cleared later. It must contain no values of a vault. */
  writePermanently(text: string): Promise<void>;
}

const computeDigest = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Creates the clipboard. `getClearDelay` returns the number of seconds after which text written with `write` is cleared
 * if it is still on the clipboard; 0 means that it is not cleared. `dispose` clears such text without waiting.
 */
export function createClipboard(getClearDelay: () => number): Clipboard {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writtenDigest: string | undefined;
  let clearing: Promise<void> = Promise.resolve();

  const clearIfUnchanged = async (): Promise<void> => {
    const wanted = writtenDigest;
    writtenDigest = undefined;
    if (wanted === undefined) return;
    // Text that another program has written since must stay.
    if (computeDigest(await vscode.env.clipboard.readText()) === wanted)
      await vscode.env.clipboard.writeText('');
  };
  /** Cancels pending clearing. Waits for clearing that has already begun, because it could clear the next text. */
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
