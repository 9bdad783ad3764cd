import * as vscode from 'vscode';
import { type AuditContext, withProgress } from '../context.ts';

/**
 * Loads the newest events with the first look at the side panel, and while it is visible those of another connection, or
 * of one whose token failed and another has worked since.
 */
export function registerUnaskedLoads({
  deps,
  feed,
  view,
}: Pick<AuditContext, 'deps' | 'feed' | 'view'>): vscode.Disposable {
  // The person is asked for nothing: without an account ID the view offers to load instead.
  const load = (): void => {
    if (feed.sentFilters().accountID) void withProgress(() => feed.load());
  };
  const { states } = deps.credentials;
  /** Whether the events failed for want of a token that there is by now. */
  const isSignedInSince = (): boolean => {
    const { connection, phase } = feed.snapshot();
    return phase.activity === 'signedOut' && connection !== undefined && states.of(connection) === 'works';
  };
  return vscode.Disposable.from(
    view.onDidChangeVisibility(({ visible }) => {
      // After a failure the person tries again: each request makes an audit event.
      if (visible && !feed.loaded() && !feed.busy() && (!feed.error() || isSignedInSince())) load();
    }),
    states.onDidChange(() => {
      if (view.visible && isSignedInSince()) void withProgress(() => feed.retry());
    }),
    deps.targets.onDidChange(() => {
      // Events of another connection, or from another address, must not be under this one's name; those of a file may.
      if (!feed.isStale() || feed.file()) return;
      feed.resetStore();
      if (view.visible) load();
    }),
  );
}
