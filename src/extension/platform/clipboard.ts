import { createHash } from 'node:crypto';
import * as vscode from 'vscode';

/** The clipboard, emptied after a while where what we put there is still on it. */
export interface Clipboard extends vscode.Disposable {
  write(text: string): Promise<void>;
  /** Likewise of a text without any value, which is not taken away. */
  writeToStay(text: string): Promise<void>;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/** `seconds` is asked at each copy; 0: never emptied. Only a digest of what was copied is kept meanwhile. */
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
   * What was copied before is not to be emptied any more. Emptying that has begun is waited for, as it would take the next
   * text; if it fails, that is no reason not to copy.
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
