/** What the user is told when nothing reached the clipboard. */
import * as vscode from 'vscode';
import type { Messages } from './messages.ts';

/** Waits for a write to the clipboard. Returns false, after a message, if the clipboard can't be written to. */
export async function isCopied(messages: Pick<Messages, 'error'>, writing: Promise<void>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch {
    void messages.error(vscode.l10n.t('Nothing was copied: the clipboard can’t be written to.'));
    return false;
  }
}

/** Says that a copy was asked for rows that are no longer displayed; the clipboard is unchanged. Returns false. */
export function sayRowsChanged(messages: Pick<Messages, 'info'>): false {
  void messages.info(vscode.l10n.t('Nothing was copied: the rows changed. Copy again.'));
  return false;
}
