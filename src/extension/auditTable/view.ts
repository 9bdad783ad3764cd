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

/** The audit table behind its webview. */
export interface AuditTableView extends vscode.Disposable {
  /** Fills a webview view that the editor has just made. */
  resolve(view: vscode.WebviewView): void;
  open(mode: AuditMode): Promise<AuditState>;
}

export function createAuditTableView(deps: Deps, source: AuditSource): AuditTableView {
  let rpc: Rpc<AuditViewMethods> | undefined;
  const controller = createController(deps, source, (state) => rpc?.notify('state', state));
  return {
    resolve(view) {
      const { webview } = view;
      const uri = (path: string): vscode.Uri =>
        vscode.Uri.joinPath(deps.context.extensionUri, ...path.split('/'));
      webview.options = { enableScripts: true, localResourceRoots: auditAssets.roots.map(uri) };
      const own = createRpc<AuditViewMethods>(
        {
          post: (message) => void webview.postMessage(message),
          listen(listener) {
            const listening = webview.onDidReceiveMessage(listener);
            return () => listening.dispose();
          },
        },
        guarded(auditHostGuards, controller.host),
      );
      rpc = own;
      webview.html = webviewHtml({
        title: vscode.l10n.t('Audit Table'),
        cspSource: webview.cspSource,
        nonce: randomBytes(16).toString('hex'),
        script: webview.asWebviewUri(uri(auditAssets.script)).toString(),
        styles: auditAssets.styles.map((style) => webview.asWebviewUri(uri(style)).toString()),
        lang: vscode.env.language,
      });
      view.onDidDispose(() => {
        own.dispose();
        if (rpc === own) rpc = undefined;
      });
    },
    open: controller.open,
    dispose() {
      rpc?.dispose();
      controller.dispose();
    },
  };
}
