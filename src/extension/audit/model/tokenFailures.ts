import * as vscode from 'vscode';
import { tokenRejected, tokenReplaced } from '../../../core/audit/feed/feedState.ts';
import { tokenProblem } from '../../../core/service/errors.ts';
import type { Deps } from '../../app/deps.ts';
import type { AuditModel } from './auditModel.ts';

/**
 * Updates what the views say about the token of the displayed connection: when one is stored after audit events failed
 * because of it, or while they are requested, and when the service rejects one in another request. Register it after
 * other listeners of `state` that must see the failure that it removes.
 */
export function registerTokenFailures(
  { connections, state }: Pick<AuditModel, 'connections' | 'state'>,
  credentials: Pick<Deps['credentials'], 'onDidChange' | 'states'>,
): vscode.Disposable {
  /** Whether the token was stored or removed after the pending request for events began. */
  let isReplacedWhileLoading = false;
  return vscode.Disposable.from(
    credentials.onDidChange((name) => {
      if (name !== connections.current()?.name) return;
      isReplacedWhileLoading = state.isLoading();
      state.apply(tokenReplaced);
    }),
    state.onDidChange(() => {
      if (!isReplacedWhileLoading || state.isLoading()) return;
      isReplacedWhileLoading = false;
      const error = state.error();
      if (error && tokenProblem(error) === 'missing') state.apply(tokenReplaced);
    }),
    credentials.states.onDidChange(() => {
      const connection = connections.current();
      if (connection && credentials.states.of(connection) === 'refused') state.apply(tokenRejected);
    }),
  );
}
