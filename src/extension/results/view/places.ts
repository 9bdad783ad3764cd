import * as vscode from 'vscode';
import type { ResultsState } from '../../../protocol/results.ts';
import type { Deps } from '../../app/deps.ts';
import { tabIcon } from '../../platform/tabIcon.ts';
import type { Webviews } from '../../platform/webview.ts';
import { Drawing } from './drawing.ts';
import { attachResults, type ViewHandlers } from './webview.ts';

/** The part of the editor in which a viewer is displayed: the panel or a tab. */
export interface Place extends vscode.Disposable {
  /** Makes the place visible without moving the keyboard focus. */
  reveal(): Promise<void>;
  draw(state: ResultsState): void;
  /** Makes the place visible and moves the keyboard focus to it. */
  focus(): void;
  /**
   * Opens the find bar if there are rows, and moves the keyboard focus there. `byKey` is true if a key was pressed in
   * the webview, which may have handled that key already.
   */
  find(byKey: boolean): void;
  /** Makes the place visible and moves the keyboard focus to the question above the rows. */
  ask(): void;
}

const viewID = 'vaultsql.results';
/** The results view in the panel, as the editor provides it. */
export interface PanelView {
  /** Sets the listener that is called with each view that the editor creates. A later call replaces the listener. */
  onResolve(listener: (view: vscode.WebviewView) => void): void;
}

/** Creates the place in the panel. The editor creates the view itself when the user first displays it. */
export function createPanelPlace(webviews: Webviews, panel: PanelView, handlers: ViewHandlers): Place {
  let view: vscode.WebviewView | undefined;
  const drawing = new Drawing();
  panel.onResolve((resolved) => {
    view = resolved;
    const own = attachResults(webviews, resolved, handlers);
    drawing.page = own;
    resolved.onDidDispose(() => {
      own.dispose();
      if (drawing.page === own) drawing.page = undefined;
      if (view === resolved) view = undefined;
    });
  });
  return {
    async reveal() {
      // Showing a view that is visible already would make the editor lay out the panel again.
      if (view?.visible) return;
      if (view) view.show(true);
      else await vscode.commands.executeCommand(`${viewID}.focus`, { preserveFocus: true });
    },
    draw: (state) => drawing.draw(state),
    focus: () => view?.show(),
    find: (byKey) => drawing.page?.notify('find', { byKey }),
    ask() {
      drawing.page?.notify('ask', {});
      view?.show();
    },
    dispose: () => drawing.dispose(),
  };
}

export interface TabPlace extends Place {
  readonly active: () => boolean;
}

/**
 * Opens a result tab beside the active editor. `title` must not contain a value of a record. `onClosed` is called when
 * the tab was closed, `onActive` when the tab becomes active or visible, or no longer is.
 */
export function createTabPlace(
  { webviews, context }: Pick<Deps, 'webviews' | 'context'>,
  title: string,
  handlers: ViewHandlers,
  events: { readonly onClosed: () => void; readonly onActive: () => void },
): TabPlace {
  const panel = vscode.window.createWebviewPanel(
    'vaultsql.resultTab',
    title,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    {},
  );
  panel.iconPath = tabIcon(context);
  const drawing = new Drawing();
  const page = attachResults(webviews, panel, handlers);
  drawing.page = page;
  panel.onDidDispose(() => {
    drawing.dispose();
    events.onClosed();
  });
  panel.onDidChangeViewState(events.onActive);
  return {
    active: () => panel.active,
    focus: () => panel.reveal(),
    async reveal() {
      panel.reveal(undefined, true);
    },
    draw: (state) => drawing.draw(state),
    find: (byKey) => page.notify('find', { byKey }),
    ask() {
      page.notify('ask', {});
      panel.reveal();
    },
    dispose: () => panel.dispose(),
  };
}
