import * as vscode from 'vscode';
import { type AuditContext, withProgress } from '../context.ts';

/** Loads the newest events with the first look at the side panel, and those of another connection while it is visible. */
export function registerUnaskedLoads({
  deps,
  feed,
  view,
}: Pick<AuditContext, 'deps' | 'feed' | 'view'>): vscode.Disposable {
  // The person is asked for nothing: without an account ID the view offers to load instead.
  const load = (): void => {
    if (feed.sentFilters().accountID) void withProgress(() => feed.load());
  };
  return vscode.Disposable.from(
    view.onDidChangeVisibility(({ visible }) => {
      // After a failure the person tries again: each request makes an audit event.
      if (visible && !feed.loaded() && !feed.busy() && !feed.error()) load();
    }),
    deps.targets.onDidChange(() => {
      // Events of another connection, or from another address, must not be under this one's name; those of a file may.
      if (!feed.isStale() || feed.file()) return;
      feed.resetStore();
      if (view.visible) load();
    }),
  );
}
