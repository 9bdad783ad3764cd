import * as vscode from 'vscode';
import { tokenRejected, tokenReplaced } from '../../../core/audit/feed/feedState.ts';
import { getTokenProblem } from '../../../core/service/errors.ts';
import type { Deps } from '../../app/deps.ts';
import type { AuditModel } from './auditModel.ts';

/**
 * Updates the token failure that the views display for the current connection. Storing or removing a token clears a
 * failure that it caused, also if it happens while events are requested. If the service rejects the token in another
 * request, applies `tokenRejected`. Register this after other listeners of `state` that must see the failure before it
 * is cleared.
 */
export function registerTokenFailures(
  { connections, state }: Pick<AuditModel, 'connections' | 'state'>,
  credentials: Pick<Deps['credentials'], 'onDidChange' | 'tokenStates'>,
): vscode.Disposable {
  /** Whether the token was stored or removed while the last request for events was pending. */
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
      if (error && getTokenProblem(error) === 'missing') state.apply(tokenReplaced);
    }),
    credentials.tokenStates.onDidChange(() => {
      const connection = connections.current();
      if (connection && credentials.tokenStates.getState(connection) === 'refused')
        state.apply(tokenRejected);
    }),
  );
}
