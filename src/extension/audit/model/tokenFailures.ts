import * as vscode from 'vscode';
import { tokenRejected, tokenReplaced } from '../../../core/audit/feed/feedState.ts';
import type { AuditContext } from '../context.ts';

/**
 * Keeps true what is said of the token of the connection shown: one that is stored after audit events failed for want of
 * it, or in place of one that was rejected, and one that the service rejects in another request.
 */
export function registerTokenFailures({
  deps,
  model,
}: Pick<AuditContext, 'deps' | 'model'>): vscode.Disposable {
  const { credentials } = deps;
  return vscode.Disposable.from(
    credentials.onDidChange((name) => {
      if (name === model.connections.current()?.name) model.state.apply(tokenReplaced);
    }),
    credentials.states.onDidChange(() => {
      const connection = model.connections.current();
      if (connection && credentials.states.of(connection) === 'refused') model.state.apply(tokenRejected);
    }),
  );
}
