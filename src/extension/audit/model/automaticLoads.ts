import * as vscode from 'vscode';
import type { Deps } from '../../app/deps.ts';
import { runWithAuditViewProgress } from '../auditView.ts';
import type { AuditModel } from './auditModel.ts';

/**
 * Registers listeners that can load events without a user command: when the view becomes visible, after a sign-in, or
 * when the connection changes.
 */
export function registerAutomaticLoads(
  model: Pick<AuditModel, 'filters' | 'requests' | 'source' | 'state'>,
  { credentials, targets }: Pick<Deps, 'credentials' | 'targets'>,
  view: Pick<vscode.TreeView<unknown>, 'onDidChangeVisibility' | 'visible'>,
): vscode.Disposable {
  // The user is not prompted for a missing account ID. The view then displays a button that loads events.
  const load = (): void => {
    if (model.filters.getServiceFiltersToSend().accountID)
      void runWithAuditViewProgress(() => model.requests.loadNewest());
  };
  const { tokenStates } = credentials;
  let isTriedAgain = false;
  let lacksToken = false;
  const isSignedInSince = (): boolean => {
    const { connection } = model.state.snapshot();
    return lacksToken && connection !== undefined && tokenStates.getState(connection) === 'works';
  };
  /**
   * Calls `tryAgain` if the token works after it was missing or rejected, but not repeatedly. A token that is valid
   * only for queries would be rejected for events each time.
   */
  const once = (tryAgain: () => void): void => {
    if (isTriedAgain || !isSignedInSince()) return;
    isTriedAgain = true;
    tryAgain();
  };
  const loadUnlessLoaded = (): void => {
    if (!view.visible || model.state.isLoaded() || model.state.isLoading()) return;
    // After a failure, loading is tried again at most once, and only after a sign-in, because each request may create an
    // audit event.
    if (!model.state.error()) load();
    else once(load);
  };
  let isDelayed = false;
  /**
   * Runs `work`, which loads events. While files or a table are being opened, does not run it, because a request would end
   * the opening. If nothing is displayed when the opening ends, events are loaded then.
   */
  const unlessOpening = (work: () => void): void => {
    isDelayed = model.source.isOpening();
    if (!isDelayed) work();
  };
  return vscode.Disposable.from(
    view.onDidChangeVisibility(() => unlessOpening(loadUnlessLoaded)),
    model.source.onDidEndOpening(() => {
      if (isDelayed) unlessOpening(loadUnlessLoaded);
    }),
    tokenStates.onDidChange(() =>
      unlessOpening(() => {
        if (view.visible) once(() => void runWithAuditViewProgress(() => model.requests.retryOrLoadNewest()));
      }),
    ),
    model.state.onDidChange(() => {
      const { activity } = model.state.phase();
      if (activity === 'signedOut' || activity === 'rejected') lacksToken = true;
      else if (activity !== 'resting' || model.state.isLoaded()) lacksToken = false;
      if (!model.state.isLoading() && !model.state.error()) isTriedAgain = false;
    }),
    credentials.onDidChange(() => {
      isTriedAgain = false;
    }),
    targets.onDidChange(() => {
      // Events of another connection or address must not be displayed under this connection's name. Those of a file
      // may.
      if (!model.state.isListingOfOtherConnection() || model.state.file()) return;
      model.source.displayEmptyListingOfConnection();
      lacksToken = false;
      unlessOpening(() => {
        if (view.visible) load();
      });
    }),
  );
}
