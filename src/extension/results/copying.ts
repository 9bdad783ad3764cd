import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { awaitCopyAndReportFailure } from '../platform/copying.ts';
import type { Session } from './session/session.ts';

/** Copies the request ID of a result to the clipboard. If nothing was copied, shows a message and resolves to false. */
export async function copyRequestID(
  session: Session | undefined,
  { clipboard, messages }: Pick<Deps, 'clipboard' | 'messages'>,
): Promise<boolean> {
  const requestID = session?.getAnsweredQuery()?.requestID;
  if (requestID !== undefined)
    return awaitCopyAndReportFailure(messages, clipboard.writePermanently(requestID));
  void messages.info(vscode.l10n.t('No request ID to copy.'));
  return false;
}
