import * as vscode from 'vscode';
import type { AuditMode, AuditState, AuditViewMethods } from '../../protocol/audit.ts';
import { auditHostGuards } from '../../protocol/auditGuards.ts';
import { auditAssets } from '../../protocol/html.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { guarded } from '../../protocol/validate.ts';
import type { AuditSource } from '../auditSource.ts';
import type { Deps } from '../deps.ts';
import { attachWebview } from '../webview.ts';
import { createController } from './controller.ts';

/** A webview in the panel or in a tab. */
type Place = vscode.WebviewView | vscode.WebviewPanel;

/** Shows it, and gives it the focus; what had the focus in it has it again. */
const focus = (place: Place): void => ('reveal' in place ? place.reveal() : place.show());

/** The audit table behind its webviews: one in the panel and, where it is wanted wider, one in a tab. Both show the same. */
export interface AuditTableView extends vscode.Disposable {
  /** Fills a webview that has just been made. */
  resolve(place: Place): void;
  /** Shows it in a tab, made where there is none. */
  openTab(): void;
  hasTab(): boolean;
  /** Takes the keyboard to the search, of the tab where it is in front, else of the panel; for `panel` there in any case. */
  find(where: unknown): void;
  open(mode: AuditMode): Promise<AuditState>;
  export(to: vscode.Uri): Promise<unknown>;
}

export function createAuditTableView(deps: Deps, source: AuditSource): AuditTableView {
  const lines = new Map<Rpc<AuditViewMethods>, Place>();
  const controller = createController(deps, source, (state) => {
    for (const line of lines.keys()) line.notify('state', state);
  });
  let tab: vscode.WebviewPanel | undefined;
  const { extensionUri } = deps.context;
  const title = vscode.l10n.t('Audit Table');

  function resolve(place: Place): void {
    const { onDidDispose } = place;
    const handlers = guarded(auditHostGuards, {
      ...controller.host,
      async action(asked) {
        if (asked.action !== 'addFilter') return controller.host.action(asked);
        await controller.addFilter();
        // Lists to choose from take the focus, and do not give it back to a webview.
        if (lines.has(line)) focus(place);
      },
    });
    const line = attachWebview<AuditViewMethods>(place, extensionUri, auditAssets, title, handlers);
    lines.set(line, place);
    onDidDispose(() => {
      line.dispose();
      lines.delete(line);
    });
  }

  return {
    resolve,
    openTab() {
      if (tab) return tab.reveal();
      const made = vscode.window.createWebviewPanel(
        'vaultsql.auditTableTab',
        title,
        vscode.ViewColumn.Active,
        {},
      );
      tab = made;
      resolve(made);
      made.onDidDispose(() => {
        if (tab === made) tab = undefined;
      });
    },
    hasTab: () => tab !== undefined,
    find(where) {
      const inTab = where !== 'panel' && tab?.active === true;
      for (const [line, place] of lines) {
        if ('reveal' in place !== inTab) continue;
        focus(place);
        line.notify('find', {});
      }
    },
    open: controller.open,
    export: controller.export,
    dispose() {
      for (const line of lines.keys()) line.dispose();
      tab?.dispose();
      controller.dispose();
    },
  };
}
