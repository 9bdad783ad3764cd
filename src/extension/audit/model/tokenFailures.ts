import * as vscode from 'vscode';
import { withoutTokenFailure, withTokenRejectedElsewhere } from '../../../core/audit/feed/feedState.ts';
import { getTokenProblem } from '../../../core/service/errors.ts';
import type { Deps } from '../../app/deps.ts';
import type { AuditModel } from './auditModel.ts';

/**
 * Removes a displayed token failure when the secrets of the current connection change. If a request is pending at that
 * time and then fails because the token is missing, removes that failure too. When the service rejects the token in a
 * request of another view, displays the rejection as `withTokenRejectedElsewhere` decides. Register this after
 * listeners that must see a failure before it is removed.
 */
export function registerTokenFailureUpdates(
  { connections, state }: Pick<AuditModel, 'connections' | 'state'>,
  credentials: Pick<Deps['credentials'], 'onDidChange' | 'tokenStates'>,
): vscode.Disposable {
  let isReplacedWhileLoading = false;
  return vscode.Disposable.from(
    credentials.onDidChange((name) => {
      if (name !== connections.current()?.name) return;
      isReplacedWhileLoading = state.isLoading();
      state.applyTransition(withoutTokenFailure);
    }),
    state.onDidChange(() => {
      if (!isReplacedWhileLoading || state.isLoading()) return;
      isReplacedWhileLoading = false;
      const error = state.error();
      if (error && getTokenProblem(error) === 'missing') state.applyTransition(withoutTokenFailure);
    }),
    credentials.tokenStates.onDidChange(() => {
      const connection = connections.current();
      if (connection && credentials.tokenStates.getState(connection) === 'refused')
        state.applyTransition(withTokenRejectedElsewhere);
    }),
  );
}
