import * as vscode from 'vscode';
import type { Deps } from './deps.ts';
import { disposableStore } from './disposables.ts';

/** The bundles beside the entry. `require` keeps what it loaded, so each is read once. */
export type LanguageBundle = typeof import('../language/bundle.ts');
export type KnownNames = ReturnType<LanguageBundle['createKnownNames']>;
export type TargetToSearch = Awaited<ReturnType<LanguageBundle['vaultsToSearch']>>[number];
export type HttpBundle = typeof import('../../node/transport/undiciTransport.ts');
export type ExportBundle = typeof import('../results/export/bundle.ts');
export type ResultsBundle = typeof import('../results/bundle.ts');
export type FeaturesBundle = typeof import('./features.ts');
export const loadFeatures = (): FeaturesBundle => require('./features.cjs') as FeaturesBundle;
export const loadLanguage = (): LanguageBundle => require('./language.cjs') as LanguageBundle;
export const loadResults = (): ResultsBundle => require('./results.cjs') as ResultsBundle;
export const loadExport = (): ExportBundle => require('./export.cjs') as ExportBundle;
export type AuditBundle = typeof import('../audit/bundle.ts');
export const loadAudit = (): AuditBundle => require('./audit.cjs') as AuditBundle;
export type SignInBundle = typeof import('../../node/signIn/index.ts');
export const loadSignIn = (): SignInBundle => require('./signIn.cjs') as SignInBundle;
export const loadHttp = (): HttpBundle => require('./http.cjs') as HttpBundle;

/** `make`, called at the first call alone. */
export function once<Made>(make: () => Made): () => Made {
  let made: { readonly it: Made } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}

/** Brings the language's providers up with the first `.vaultsql` document, after activation is done. */
export function registerLanguageLazily(deps: Deps): vscode.Disposable {
  const store = disposableStore();
  const isOurs = ({ languageId }: vscode.TextDocument): boolean => languageId === 'vaultsql';
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    waiting.dispose();
    const soon = setImmediate(() => store.add(deps.language().registerLanguage(deps)));
    store.add({ dispose: () => clearImmediate(soon) });
  };
  const waiting = store.add(
    vscode.workspace.onDidOpenTextDocument((document) => isOurs(document) && start()),
  );
  if (vscode.workspace.textDocuments.some(isOurs)) start();
  return store;
}
