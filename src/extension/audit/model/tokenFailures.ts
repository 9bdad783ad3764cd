import * as vscode from 'vscode';
import { tokenRejected, tokenReplaced } from '../../../core/audit/feed/feedState.ts';
import type { Deps } from '../../app/deps.ts';
import type { AuditModel } from './auditModel.ts';

/**
 * Updates what the views say about the token of the displayed connection: when one is stored after audit events failed
 * because of it, and when the service rejects one in another request.
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
