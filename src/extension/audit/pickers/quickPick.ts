import * as vscode from 'vscode';
import { createDisposableStore, type DisposableStore } from '../../app/disposables.ts';

/**
 * Opens a quick pick. Resolves to the value that `setUp` passes to `done`, or to undefined if the
 * user closes it. `store` is disposed of afterwards.
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
