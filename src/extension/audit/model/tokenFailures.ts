import * as vscode from 'vscode';
import type { AuditContext } from '../context.ts';

/**
 * Keeps true what is said of the token of the connection shown: one that is stored after audit events failed for want of
 * it, or in place of one that was rejected, and one that the service rejects in another request.
 */
export function registerTokenFailures({
  deps,
  feed,
}: Pick<AuditContext, 'deps' | 'feed'>): vscode.Disposable {
  const { credentials } = deps;
  return vscode.Disposable.from(
    credentials.onDidChange((name) => {
      if (name === feed.connection()?.name) feed.tokenReplaced();
    }),
    credentials.states.onDidChange(() => {
      const connection = feed.connection();
      if (connection && credentials.states.of(connection) === 'refused') feed.tokenRejected();
    }),
  );
}
