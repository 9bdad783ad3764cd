import * as vscode from 'vscode';
import { type DisposableStore, disposableStore } from '../../app/disposables.ts';

/** A quick-pick that is set up by `set` and open until `done` is called or the person leaves (undefined). */
export function openPick<Item extends vscode.QuickPickItem, Answer>(
  set: (
    pick: vscode.QuickPick<Item>,
    done: (answer: Answer | undefined) => void,
    store: DisposableStore,
  ) => void,
): Promise<Answer | undefined> {
  const store = disposableStore();
  const pick = store.add(vscode.window.createQuickPick<Item>());
  return new Promise((resolve) => {
    const done = (answer: Answer | undefined): void => {
      resolve(answer);
      store.dispose();
    };
    store.add(pick.onDidHide(() => done(undefined)));
    set(pick, done, store);
    pick.show();
  });
}

/** A heading between items. */
export const separator = (label: string): vscode.QuickPickItem => ({
  label,
  kind: vscode.QuickPickItemKind.Separator,
});

/** What came of a step: a value, or the wish to go back to the step before. */
export type Step<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'back' };
