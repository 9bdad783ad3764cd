import * as vscode from 'vscode';
import type { Messages } from './messages.ts';

/** Waits for a write to the clipboard, shows an error message if it failed, and returns whether it succeeded. */
export async function awaitCopyAndReportFailure(
  messages: Pick<Messages, 'error'>,
  writing: Promise<void>,
): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch {
    void messages.error(vscode.l10n.t('Nothing was copied: the clipboard can’t be written to.'));
    return false;
  }
}

/**
 * Shows a message that nothing was copied because the rows changed. Returns false to be passed on as the result of the
 * copy.
 */
export function showRowsChangedMessage(messages: Pick<Messages, 'info'>): false {
  void messages.info(vscode.l10n.t('Nothing was copied: the rows changed. Copy again.'));
  return false;
}
