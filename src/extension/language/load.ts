import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { createDisposableStore } from '../app/disposables.ts';

type LanguageBundle = typeof import('./bundle.ts');

/** Returns the exports of the bundle `dist/language.cjs`, which is loaded by the first call. */
export const loadLanguage = (): LanguageBundle => require('./language.cjs') as LanguageBundle;

/** Loads and registers the language features once a Vault SQL document is open. */
export function registerLanguageLazily(deps: Deps): vscode.Disposable {
  const store = createDisposableStore();
  const isVaultSqlDocument = ({ languageId }: vscode.TextDocument): boolean => languageId === 'vaultsql';
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    waiting.dispose();
    const soon = setImmediate(() => store.add(loadLanguage().registerLanguage(deps)));
    store.add({ dispose: () => clearImmediate(soon) });
  };
  const waiting = store.add(
    vscode.workspace.onDidOpenTextDocument((document) => isVaultSqlDocument(document) && start()),
  );
  if (vscode.workspace.textDocuments.some(isVaultSqlDocument)) start();
  return store;
}
