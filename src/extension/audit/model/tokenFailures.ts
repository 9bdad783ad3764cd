import * as vscode from 'vscode';
import { tokenRejected, tokenReplaced } from '../../../core/audit/feed/feedState.ts';
import type { Deps } from '../../app/deps.ts';
import type { AuditModel } from './auditModel.ts';

/**
 * Keeps true what is said of the token of the connection shown: one that is stored after audit events failed for want of
 * it, or in place of one that was rejected, and one that the service rejects in another request.
 */
export function registerTokenFailures(
  { connections, state }: Pick<AuditModel, 'connections' | 'state'>,
  credentials: Pick<Deps['credentials'], 'onDidChange' | 'states'>,
): vscode.Disposable {
  return vscode.Disposable.from(
    credentials.onDidChange((name) => {
      if (name === connections.current()?.name) state.apply(tokenReplaced);
    }),
    credentials.states.onDidChange(() => {
      const connection = connections.current();
      if (connection && credentials.states.of(connection) === 'refused') state.apply(tokenRejected);
    }),
  );
}
