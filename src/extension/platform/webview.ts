import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { createLoggableFailure, type Failure } from '../../protocol/failure.ts';
import { createWebviewHtml } from '../../protocol/html.ts';
import { pageGuards } from '../../protocol/page.ts';
import { createRpc, type Methods, type Rpc } from '../../protocol/rpc.ts';
import { guardHandlers } from '../../protocol/validate.ts';

/** Files of a webview as paths relative to the extension's root. `roots`: the folders from which it may load files. */
interface WebviewAssets {
  readonly script: string;
  readonly styles: readonly string[];
  readonly roots: readonly string[];
}

export type WebviewContainer = Pick<vscode.WebviewView | vscode.WebviewPanel, 'webview' | 'viewType'>;

type WebviewFailureListener = (what: string, failure: Failure, isUnanswered: boolean) => void;

export class Webviews {
  readonly #extensionUri: vscode.Uri;
  readonly #onFailure: WebviewFailureListener;
  #focused: vscode.Webview | undefined;

  constructor(extensionUri: vscode.Uri, onFailure: WebviewFailureListener) {
    this.#extensionUri = extensionUri;
    this.#onFailure = onFailure;
  }

  /**
   * Sets the HTML of a webview and returns the RPC to it. `handlers`: the methods that the webview may call. The caller
   * must have wrapped them with `guardHandlers`, which checks their parameters.
   */
  attach<Remote extends Methods>(
    { webview, viewType }: WebviewContainer,
    assets: WebviewAssets,
    title: string,
    handlers: Methods,
  ): Rpc<Remote> {
    // `webview` and `viewType` are read now, because they can't be read once the view is closed.
    const setFocused = (hasFocus: boolean): void => this.#setFocused(webview, viewType, hasFocus);
    const describeMessage = (method: string): string => `${title}: ${method}`;
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
        ...guardHandlers(pageGuards, {
          focused: ({ focused }) => setFocused(focused),
          failed: ({ method, ...failure }) => this.#onFailure(describeMessage(method), failure, false),
        }),
      },
      (method, error, isAnswered) =>
        this.#onFailure(describeMessage(method), createLoggableFailure(error), !isAnswered),
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

  /**
   * Sets the context key `vaultsql.focused` to the view type of the webview that has the keyboard focus, or to an empty
   * text if none has it.
   */
  #setFocused(webview: vscode.Webview, viewType: string, has: boolean): void {
    // Another webview may have reported that it has the focus before this one reports that it lost the focus.
    if (!has && this.#focused !== webview) return;
    this.#focused = has ? webview : undefined;
    void vscode.commands.executeCommand('setContext', 'vaultsql.focused', has ? viewType : '');
  }

  #html(webview: vscode.Webview, assets: WebviewAssets, title: string): string {
    const getWebviewAddress = (path: string): string => webview.asWebviewUri(this.#uri(path)).toString();
    return createWebviewHtml({
      title,
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('hex'),
      script: getWebviewAddress(assets.script),
      styles: assets.styles.map(getWebviewAddress),
      lang: vscode.env.language,
      translations: vscode.l10n.bundle,
    });
  }

  #uri(path: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#extensionUri, ...path.split('/'));
  }
}
