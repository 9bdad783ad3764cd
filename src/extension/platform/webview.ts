import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { focusGuards } from '../../protocol/focus.ts';
import { webviewHtml } from '../../protocol/html.ts';
import { createRpc, type Methods, type Rpc } from '../../protocol/rpc.ts';
import { guarded } from '../../protocol/validate.ts';

/** Files of a view below the extension's root, as `protocol/html.ts` lists them. */
export interface WebviewAssets {
  readonly script: string;
  readonly styles: readonly string[];
  readonly roots: readonly string[];
}

const under = (extensionUri: vscode.Uri, path: string): vscode.Uri =>
  vscode.Uri.joinPath(extensionUri, ...path.split('/'));

/** The page that has the keyboard. */
let focused: vscode.Webview | undefined;

/** For the `when` of a key: `vaultsql.focused` is the view type of the page that has the keyboard. */
function setFocused(webview: vscode.Webview, viewType: string, has: boolean): void {
  // The next page may have said that it has it before this one says that it lost it.
  if (!has && focused !== webview) return;
  focused = has ? webview : undefined;
  void vscode.commands.executeCommand('setContext', 'vaultsql.focused', has ? viewType : '');
}

/**
 * The only place that fills a webview: scripts by nonce alone, files from `assets.roots` alone. `handlers` are guarded
 * ones (`protocol/validate.ts`). Ends with the RPC's own `dispose`.
 */
export function attachWebview<Remote extends Methods>(
  { webview, viewType }: Pick<vscode.WebviewView | vscode.WebviewPanel, 'webview' | 'viewType'>,
  extensionUri: vscode.Uri,
  assets: WebviewAssets,
  title: string,
  handlers: Methods,
): Rpc<Remote> {
  const uri = (path: string): vscode.Uri => under(extensionUri, path);
  webview.options = { enableScripts: true, localResourceRoots: assets.roots.map(uri) };
  const rpc = createRpc<Remote>(
    {
      post: (message) => void webview.postMessage(message),
      listen(listener) {
        const listening = webview.onDidReceiveMessage(listener);
        return () => listening.dispose();
      },
    },
    {
      ...handlers,
      ...guarded(focusGuards, { focused: (message) => setFocused(webview, viewType, message.focused) }),
    },
  );
  webview.html = webviewHtml({
    title,
    cspSource: webview.cspSource,
    nonce: randomBytes(16).toString('hex'),
    script: webview.asWebviewUri(uri(assets.script)).toString(),
    styles: assets.styles.map((style) => webview.asWebviewUri(uri(style)).toString()),
    lang: vscode.env.language,
    translations: vscode.l10n.bundle,
  });
  return {
    ...rpc,
    dispose() {
      setFocused(webview, viewType, false);
      rpc.dispose();
    },
  };
}
