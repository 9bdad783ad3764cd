/** A webview in the panel or in a tab, without a page: a test hears what is asked of it. */
import type * as vscode from 'vscode';

export interface FakePlace {
  readonly place: vscode.WebviewView;
  /** Says that in the name of its page. */
  say(message: unknown): void;
}

/**
 * `how` is the editor's method that gives it the keyboard; `reveal` makes it a tab. `hear` gets `focus` then, else
 * the method of the message to the page, and its parameters.
 */
export function fakePlace(how: 'show' | 'reveal', hear: (what: string, params?: unknown) => void): FakePlace {
  let said: (message: unknown) => void = () => undefined;
  const webview = {
    html: '',
    cspSource: 'https://a.test',
    options: {},
    asWebviewUri: () => 'https://a.test/x',
    postMessage({ method, params }: { readonly method?: string; readonly params?: unknown }) {
      if (method !== undefined) hear(method, params);
      return Promise.resolve(true);
    },
    onDidReceiveMessage(listener: (message: unknown) => void) {
      said = listener;
      return { dispose: () => undefined };
    },
  };
  const place = { webview, onDidDispose: () => undefined, [how]: () => hear('focus') };
  return { place: place as unknown as vscode.WebviewView, say: (message) => said(message) };
}
