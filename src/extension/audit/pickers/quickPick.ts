import * as vscode from 'vscode';
import { createDisposableStore, type DisposableStore } from '../../app/disposables.ts';

/**
 * Opens a quick pick after calling `setUp` with it. Resolves to the value with which `done` is called, or to undefined
 * if the quick pick is closed before that. Then disposes of `store`.
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

export const createSeparator = (label: string): vscode.QuickPickItem => ({
  label,
  kind: vscode.QuickPickItemKind.Separator,
});

export type Step<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'back' };
