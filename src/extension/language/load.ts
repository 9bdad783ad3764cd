import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { createDisposableStore } from '../app/disposables.ts';

type LanguageBundle = typeof import('./bundle.ts');

/**
 * Loads the bundle `dist/language.cjs` in the first call and returns its exports. Later calls return them from the
 * cache of `require`.
 */
export const loadLanguage = (): LanguageBundle => require('./language.cjs') as LanguageBundle;

/**
 * Registers the language features when the first `.vaultsql` document is opened, or at once if one is open already.
 * They are registered in the next turn of the event loop, so that the extension's activation does not wait for them.
 */
export function registerLanguageLazily(deps: Deps): vscode.Disposable {
  const store = createDisposableStore();
  const isOurs = ({ languageId }: vscode.TextDocument): boolean => languageId === 'vaultsql';
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    waiting.dispose();
    const soon = setImmediate(() => store.add(loadLanguage().registerLanguage(deps)));
    store.add({ dispose: () => clearImmediate(soon) });
  };
  const waiting = store.add(
    vscode.workspace.onDidOpenTextDocument((document) => isOurs(document) && start()),
  );
  if (vscode.workspace.textDocuments.some(isOurs)) start();
  return store;
}
