import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { resultsAssets, webviewHtml } from '../../protocol/html.ts';
import type { ResultsHost, ResultsState, ResultsTools, ResultsView } from '../../protocol/results.ts';
import { resultsHostGuards, resultsToolGuards } from '../../protocol/resultsGuards.ts';
import { createRpc, type Handlers } from '../../protocol/rpc.ts';
import { guarded } from '../../protocol/validate.ts';

export type ViewHandlers = Handlers<ResultsHost> & Handlers<ResultsTools>;

/** A results view in a webview, of the panel or of a tab. */
export interface AttachedView extends vscode.Disposable {
  draw(state: ResultsState): void;
}

/** Puts the results view into a webview and answers it. Every message is checked before it is read. */
export function attachResults(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  handlers: ViewHandlers,
): AttachedView {
  const uri = (path: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, ...path.split('/'));
  webview.options = { enableScripts: true, localResourceRoots: resultsAssets.roots.map(uri) };
  const rpc = createRpc<ResultsView>(
    {
      post: (message) => void webview.postMessage(message),
      listen(listener) {
        const listening = webview.onDidReceiveMessage(listener);
        return () => listening.dispose();
      },
    },
    { ...guarded(resultsHostGuards, handlers), ...guarded(resultsToolGuards, handlers) },
  );
  webview.html = webviewHtml({
    title: vscode.l10n.t('Results'),
    cspSource: webview.cspSource,
    nonce: randomBytes(16).toString('hex'),
    script: webview.asWebviewUri(uri(resultsAssets.script)).toString(),
    styles: resultsAssets.styles.map((style) => webview.asWebviewUri(uri(style)).toString()),
    lang: vscode.env.language,
  });
  return { draw: (state) => rpc.notify('state', state), dispose: () => rpc.dispose() };
}
