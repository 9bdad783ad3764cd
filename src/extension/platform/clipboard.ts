import { createHash } from 'node:crypto';
import * as vscode from 'vscode';

/** Writes to the clipboard, and clears copied values from it after the time set by the user. */
export interface Clipboard extends vscode.Disposable {
  write(text: string): Promise<void>;
  /** Writes a text that contains no values of a vault. The text is not cleared from the clipboard later. */
  writeToStay(text: string): Promise<void>;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Creates the clipboard. `seconds` is called at each `write` and returns after how many seconds the copied text is
 * cleared; 0 means never. The text is cleared only if it is still on the clipboard. Until then only its digest is
 * stored, not the text.
 */
export function createClipboard(seconds: () => number): Clipboard {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ours: string | undefined;
  let emptying: Promise<void> = Promise.resolve();

  const empty = async (): Promise<void> => {
    const wanted = ours;
    ours = undefined;
    if (wanted === undefined) return;
    // What somebody else has put there since is theirs.
    if (digest(await vscode.env.clipboard.readText()) === wanted) await vscode.env.clipboard.writeText('');
  };
  /**
   * Cancels the pending clearing of the previous text. If clearing has already begun, waits until it ends, because
   * it would otherwise clear the next text. A failed clearing is ignored, so that the next text can still be
   * copied.
   */
  const leave = async (): Promise<void> => {
    clearTimeout(timer);
    ours = undefined;
    await Promise.allSettled([emptying]);
  };
  return {
    async write(text) {
      await leave();
      await vscode.env.clipboard.writeText(text);
      clearTimeout(timer);
      const after = seconds();
      ours = after > 0 ? digest(text) : undefined;
      if (after > 0)
        timer = setTimeout(() => {
          emptying = empty();
        }, after * 1000);
    },
    async writeToStay(text) {
      await leave();
      await vscode.env.clipboard.writeText(text);
    },
    dispose() {
      clearTimeout(timer);
      void empty();
    },
  };
}
