import * as vscode from 'vscode';
import type { ResultsState } from '../../../protocol/results.ts';
import type { Deps } from '../../app/deps.ts';
import { tabIcon } from '../../platform/tabIcon.ts';
import type { Webviews } from '../../platform/webview.ts';
import { Drawing } from './drawing.ts';
import { attachResults, type ViewHandlers } from './webview.ts';

/** Where a viewer is on screen. */
export interface Place extends vscode.Disposable {
  /** Makes it visible; the keyboard stays where it is. */
  reveal(): Promise<void>;
  draw(state: ResultsState): void;
  /** Makes it visible, with the keyboard. */
  focus(): void;
  /** Takes the keyboard to the find bar, where the place has it; `byKey` as in `ResultsView`. */
  find(byKey: boolean): void;
  /** Takes the keyboard to the question above the rows. */
  ask(): void;
}

const viewID = 'vaultsql.results';
/** The view of the panel, as the editor hands it out. */
export interface PanelView {
  /** Called once for each view that the editor makes. */
  onResolve(listener: (view: vscode.WebviewView) => void): void;
}

/** Draws into the view of the panel, which the editor makes when it is first looked at. */
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
      // Showing what is visible costs the editor a layout.
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

/** A tab of its own. `title` holds no value of a record. */
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
