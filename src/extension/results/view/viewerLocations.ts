import * as vscode from 'vscode';
import type { ResultsState } from '../../../protocol/results.ts';
import type { Deps } from '../../app/deps.ts';
import { createTabIcon } from '../../platform/tabIcon.ts';
import type { Webviews } from '../../platform/webview.ts';
import { StateSender } from './stateSender.ts';
import { attachResults, type ViewHandlers } from './webview.ts';

export interface ViewerLocation extends vscode.Disposable {
  /** Makes the panel or tab visible without moving the keyboard focus. */
  reveal(): Promise<void>;
  displayState(state: ResultsState): void;
  /** Moves the keyboard focus to the panel or tab. Does nothing while the panel has no view. */
  focus(): void;
  /**
   * Moves the keyboard focus back to the webview after a picker. A visible webview takes the focus itself, because the
   * editor does not focus it reliably after a picker that opened and closed quickly.
   */
  returnFocus(): void;
  /**
   * Requests that the webview open its find bar. `byKey`: true if a key was pressed in the webview; the webview may
   * then have opened the bar already.
   */
  openFind(byKey: boolean): void;
  focusLoadAllQuestion(): void;
}

const VIEW_ID = 'vaultsql.results';
export interface PanelView {
  /** Sets the listener that is called when the editor creates the panel's view. A later call replaces the listener. */
  onResolve(listener: (view: vscode.WebviewView) => void): void;
}

export function createPanelLocation(
  webviews: Webviews,
  panel: PanelView,
  handlers: ViewHandlers,
): ViewerLocation {
  let view: vscode.WebviewView | undefined;
  const sender = new StateSender();
  panel.onResolve((resolved) => {
    view = resolved;
    const connection = attachResults(webviews, resolved, handlers);
    sender.webview = connection;
    resolved.onDidDispose(() => {
      connection.dispose();
      if (sender.webview === connection) sender.webview = undefined;
      if (view === resolved) view = undefined;
    });
  });
  return {
    async reveal() {
      // Showing a view that is visible already would make the editor lay out the panel again.
      if (view?.visible) return;
      if (view) view.show(true);
      else await vscode.commands.executeCommand(`${VIEW_ID}.focus`, { preserveFocus: true });
    },
    displayState: (state) => sender.sendOrScheduleState(state),
    focus: () => view?.show(),
    returnFocus() {
      if (view?.visible) sender.webview?.notify('focus', {});
      else view?.show();
    },
    openFind: (byKey) => sender.webview?.notify('find', { byKey }),
    focusLoadAllQuestion() {
      sender.webview?.notify('focusQuestion', {});
      view?.show();
    },
    dispose: () => sender.dispose(),
  };
}

export interface TabLocation extends ViewerLocation {
  readonly isActive: () => boolean;
}

/**
 * Opens a result tab beside the active editor. `title` must not contain a value of a record. `onActive` is called when
 * the view state of the tab changes, for example when the tab becomes active or is hidden.
 */
export function createTabLocation(
  { webviews, context }: Pick<Deps, 'webviews' | 'context'>,
  title: string,
  handlers: ViewHandlers,
  events: { readonly onClosed: () => void; readonly onActive: () => void },
): TabLocation {
  const panel = vscode.window.createWebviewPanel(
    'vaultsql.resultTab',
    title,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    {},
  );
  panel.iconPath = createTabIcon(context);
  const sender = new StateSender();
  const connection = attachResults(webviews, panel, handlers);
  sender.webview = connection;
  panel.onDidDispose(() => {
    sender.dispose();
    events.onClosed();
  });
  panel.onDidChangeViewState(events.onActive);
  return {
    isActive: () => panel.active,
    focus: () => panel.reveal(),
    returnFocus() {
      if (panel.visible) connection.notify('focus', {});
      else panel.reveal();
    },
    async reveal() {
      panel.reveal(undefined, true);
    },
    displayState: (state) => sender.sendOrScheduleState(state),
    openFind: (byKey) => connection.notify('find', { byKey }),
    focusLoadAllQuestion() {
      connection.notify('focusQuestion', {});
      panel.reveal();
    },
    dispose: () => panel.dispose(),
  };
}
