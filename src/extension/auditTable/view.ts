import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { AuditMode, AuditState, AuditViewMethods } from '../../protocol/audit.ts';
import { auditHostGuards } from '../../protocol/auditGuards.ts';
import { auditAssets, webviewHtml } from '../../protocol/html.ts';
import { createRpc, type Rpc } from '../../protocol/rpc.ts';
import { guarded } from '../../protocol/validate.ts';
import type { AuditSource } from '../auditSource.ts';
import type { Deps } from '../deps.ts';
import { createController } from './controller.ts';

/** A webview in the panel or in a tab. */
type Place = Pick<vscode.WebviewView | vscode.WebviewPanel, 'webview' | 'onDidDispose'>;

/** The audit table behind its webviews: one in the panel and, where it is wanted wider, one in a tab. Both show the same. */
export interface AuditTableView extends vscode.Disposable {
  /** Fills a webview that has just been made. */
  resolve(place: Place): void;
  /** Shows it in a tab, made where there is none. */
  openTab(): void;
  hasTab(): boolean;
  open(mode: AuditMode): Promise<AuditState>;
  export(to: vscode.Uri): Promise<unknown>;
}

export function createAuditTableView(deps: Deps, source: AuditSource): AuditTableView {
  const lines = new Set<Rpc<AuditViewMethods>>();
  const controller = createController(deps, source, (state) => {
    for (const line of lines) line.notify('state', state);
  });
  let tab: vscode.WebviewPanel | undefined;
  const uri = (path: string): vscode.Uri =>
    vscode.Uri.joinPath(deps.context.extensionUri, ...path.split('/'));
  const options = { enableScripts: true, localResourceRoots: auditAssets.roots.map(uri) };

  function resolve({ webview, onDidDispose }: Place): void {
    webview.options = options;
    const line = createRpc<AuditViewMethods>(
      {
        post: (message) => void webview.postMessage(message),
        listen(listener) {
          const listening = webview.onDidReceiveMessage(listener);
          return () => listening.dispose();
        },
      },
      guarded(auditHostGuards, controller.host),
    );
    lines.add(line);
    webview.html = webviewHtml({
      title: vscode.l10n.t('Audit Table'),
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('hex'),
      script: webview.asWebviewUri(uri(auditAssets.script)).toString(),
      styles: auditAssets.styles.map((style) => webview.asWebviewUri(uri(style)).toString()),
      lang: vscode.env.language,
    });
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
        vscode.l10n.t('Audit Table'),
        vscode.ViewColumn.Active,
        options,
      );
      tab = made;
      resolve(made);
      made.onDidDispose(() => {
        if (tab === made) tab = undefined;
      });
    },
    hasTab: () => tab !== undefined,
    open: controller.open,
    export: controller.export,
    dispose() {
      for (const line of lines) line.dispose();
      tab?.dispose();
      controller.dispose();
    },
  };
}
