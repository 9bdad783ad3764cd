/** A webview in the panel or in a tab, without a page: a test hears what is asked of it. */
import type * as vscode from 'vscode';

export interface FakePlace {
  readonly place: vscode.WebviewView;
  /** Says that in the name of its page. */
  say(message: unknown): void;
}

/**
 * `how` is the editor's method that gives it the keyboard; `reveal` makes it a tab. `hear` gets `focus` then, else
 * the method of the message to the page.
 */
export function fakePlace(how: 'show' | 'reveal', hear: (what: string) => void): FakePlace {
  let said: (message: unknown) => void = () => undefined;
  const webview = {
    ...{ html: '', cspSource: 'https://a.test', options: {}, asWebviewUri: () => 'https://a.test/x' },
    postMessage({ method }: { readonly method?: string }) {
      if (method !== undefined) hear(method);
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
