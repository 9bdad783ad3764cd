import * as vscode from 'vscode';
import { createDisposableStore, type DisposableStore } from '../../app/disposables.ts';

/**
 * Opens a quick pick. `setUp` prepares it before it is shown, and calls `done` to close it. Resolves to the value
 * passed to `done`, or to undefined if the user closes the quick pick. What `setUp` adds to `store` is disposed of
 * afterwards.
 */
export function openPick<Item extends vscode.QuickPickItem, Answer>(
  setUp: (
    pick: vscode.QuickPick<Item>,
    done: (answer: Answer | undefined) => void,
    store: DisposableStore,
  ) => void,
): Promise<Answer | undefined> {
  const store = createDisposableStore();
  const pick = store.add(vscode.window.createQuickPick<Item>());
  return new Promise((resolve) => {
    const done = (answer: Answer | undefined): void => {
      resolve(answer);
      store.dispose();
    };
    store.add(pick.onDidHide(() => done(undefined)));
    setUp(pick, done, store);
    pick.show();
  });
}

/** Returns a separator with a heading for the items after it in a quick pick. */
export const createSeparator = (label: string): vscode.QuickPickItem => ({
  label,
  kind: vscode.QuickPickItemKind.Separator,
});

/** The user's input in one step of several: a value, or the request to go back to the previous step. */
export type Step<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'back' };
