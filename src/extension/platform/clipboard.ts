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

  const empty = async (): Promise<void> => {
    const wanted = ours;
    ours = undefined;
    if (wanted === undefined) return;
    // What somebody else has put there since is theirs.
    if (digest(await vscode.env.clipboard.readText()) === wanted) await vscode.env.clipboard.writeText('');
  };
  return {
    async write(text) {
      await vscode.env.clipboard.writeText(text);
      clearTimeout(timer);
      const after = seconds();
      ours = after > 0 ? digest(text) : undefined;
      if (after > 0) timer = setTimeout(() => void empty(), after * 1000);
    },
    async writeToStay(text) {
      clearTimeout(timer);
      ours = undefined;
      await vscode.env.clipboard.writeText(text);
    },
    dispose() {
      clearTimeout(timer);
      void empty();
    },
  };
}
