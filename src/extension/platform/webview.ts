import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { type Failure, failureOf } from '../../protocol/failure.ts';
import { webviewHtml } from '../../protocol/html.ts';
import { pageGuards } from '../../protocol/page.ts';
import { createRpc, type Methods, type Rpc } from '../../protocol/rpc.ts';
import { guarded } from '../../protocol/validate.ts';

/** Files of a view below the extension's root, as `protocol/html.ts` lists them. */
interface WebviewAssets {
  readonly script: string;
  readonly styles: readonly string[];
  readonly roots: readonly string[];
}

/** The view of the panel or the tab that a page is in. */
export type WebviewPlace = Pick<vscode.WebviewView | vscode.WebviewPanel, 'webview' | 'viewType'>;

/**
 * Something failed between a page and its host; `what` names the page and the message. `isUnanswered`: neither the page
 * nor the person learns of it otherwise.
 */
type WebviewFailureListener = (what: string, failure: Failure, isUnanswered: boolean) => void;

/** The only place that fills webviews: scripts by nonce alone, files from `assets.roots` alone. */
export class Webviews {
  readonly #extensionUri: vscode.Uri;
  readonly #onFailure: WebviewFailureListener;
  /** The page that has the keyboard. */
  #focused: vscode.Webview | undefined;

  constructor(extensionUri: vscode.Uri, onFailure: WebviewFailureListener) {
    this.#extensionUri = extensionUri;
    this.#onFailure = onFailure;
  }

  /** `handlers` are guarded ones (`protocol/validate.ts`). Ends with the RPC's own `dispose`. */
  attach<Remote extends Methods>(
    { webview, viewType }: WebviewPlace,
    assets: WebviewAssets,
    title: string,
    handlers: Methods,
  ): Rpc<Remote> {
    // Read now: a place that is closed cannot be asked any more.
    const setFocused = (has: boolean): void => this.#setFocused(webview, viewType, has);
    const what = (method: string): string => `${title}: ${method}`;
    webview.options = {
      enableScripts: true,
      localResourceRoots: assets.roots.map((path) => this.#uri(path)),
    };
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
        ...guarded(pageGuards, {
          focused: ({ focused }) => setFocused(focused),
          failed: ({ method, ...failure }) => this.#onFailure(what(method), failure, false),
        }),
      },
      (method, error, isAnswered) => this.#onFailure(what(method), failureOf(error), !isAnswered),
    );
    webview.html = this.#html(webview, assets, title);
    return {
      ...rpc,
      dispose: () => {
        setFocused(false);
        rpc.dispose();
      },
    };
  }

  /** For the `when` of a key: `vaultsql.focused` is the view type of the page that has the keyboard. */
  #setFocused(webview: vscode.Webview, viewType: string, has: boolean): void {
    // The next page may have said that it has it before this one says that it lost it.
    if (!has && this.#focused !== webview) return;
    this.#focused = has ? webview : undefined;
    void vscode.commands.executeCommand('setContext', 'vaultsql.focused', has ? viewType : '');
  }

  #html(webview: vscode.Webview, assets: WebviewAssets, title: string): string {
    const address = (path: string): string => webview.asWebviewUri(this.#uri(path)).toString();
    return webviewHtml({
      title,
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('hex'),
      script: address(assets.script),
      styles: assets.styles.map(address),
      lang: vscode.env.language,
      translations: vscode.l10n.bundle,
    });
  }

  #uri(path: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#extensionUri, ...path.split('/'));
  }
}
