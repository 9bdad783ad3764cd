import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { resultsAssets, webviewHtml } from '../../protocol/html.ts';
import type { ResultsHost, ResultsState, ResultsView } from '../../protocol/results.ts';
import { resultsHostGuards } from '../../protocol/resultsGuards.ts';
import { createRpc, type Rpc } from '../../protocol/rpc.ts';
import { guarded } from '../../protocol/validate.ts';
import { disposableStore } from '../disposables.ts';

const viewID = 'vaultsql.results';

/** The webview of the panel: draws the state it is given, and passes on what the person does there. */
export interface ResultsPanel extends vscode.Disposable {
  /** Makes the view visible; the keyboard stays where it is. */
  reveal(): Promise<void>;
  draw(state: ResultsState): void;
}

export function createResultsPanel(extensionUri: vscode.Uri, host: ResultsHost): ResultsPanel {
  const store = disposableStore();
  let view: vscode.WebviewView | undefined;
  let rpc: Rpc<ResultsView> | undefined;

  const resolve = (resolved: vscode.WebviewView): void => {
    view = resolved;
    const { webview } = resolved;
    const uri = (path: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, ...path.split('/'));
    webview.options = { enableScripts: true, localResourceRoots: resultsAssets.roots.map(uri) };
    const own = createRpc<ResultsView>(
      {
        post: (message) => void webview.postMessage(message),
        listen(listener) {
          const listening = webview.onDidReceiveMessage(listener);
          return () => listening.dispose();
        },
      },
      guarded(resultsHostGuards, host),
    );
    rpc = own;
    webview.html = webviewHtml({
      title: vscode.l10n.t('Results'),
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('hex'),
      script: webview.asWebviewUri(uri(resultsAssets.script)).toString(),
      styles: resultsAssets.styles.map((style) => webview.asWebviewUri(uri(style)).toString()),
      lang: vscode.env.language,
    });
    resolved.onDidDispose(() => {
      own.dispose();
      if (rpc === own) rpc = undefined;
      if (view === resolved) view = undefined;
    });
  };
  store.add(vscode.window.registerWebviewViewProvider(viewID, { resolveWebviewView: resolve }));
  store.add({ dispose: () => rpc?.dispose() });
  return {
    async reveal() {
      if (view) view.show(true);
      else await vscode.commands.executeCommand(`${viewID}.focus`, { preserveFocus: true });
    },
    draw: (state) => rpc?.notify('state', state),
    dispose: () => store.dispose(),
  };
}
