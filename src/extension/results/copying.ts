/** What is put on the clipboard. */
import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { isCopied } from '../platform/copying.ts';
import type { Session } from './session/session.ts';

/** Puts the ID of the request whose rows are on screen on the clipboard; false where it is not there, which it says. */
export async function copyRequestID(
  session: Session | undefined,
  { clipboard, messages }: Pick<Deps, 'clipboard' | 'messages'>,
): Promise<boolean> {
  const requestID = session?.answered()?.requestID;
  if (requestID !== undefined) return isCopied(messages, clipboard.writeToStay(requestID));
  void messages.info(vscode.l10n.t('No request ID to copy.'));
  return false;
}
