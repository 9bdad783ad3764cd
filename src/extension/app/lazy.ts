import * as vscode from 'vscode';
import type { AuditFeature } from '../audit/register.ts';
import type { AuditNode } from '../audit/tree/nodes.ts';
import type { Deps } from './deps.ts';
import { disposableStore } from './disposables.ts';

/** The bundles beside the entry. `require` keeps what it loaded, so each is read once. */
export type LanguageBundle = typeof import('../language/bundle.ts');
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
export const loadHttp = (): HttpBundle => require('./http.cjs') as HttpBundle;

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

/** The view of audit events exists from the start; its code is loaded with the first look, command or link. */
export function registerAuditLazily(deps: Deps): vscode.Disposable {
  const store = disposableStore();
  const refresh = store.add(new vscode.EventEmitter<AuditNode | undefined>());
  let audit: AuditFeature | undefined;
  const start = (): AuditFeature => {
    if (audit) return audit;
    audit = store.add(loadAudit().registerAudit(deps, view));
    store.add(audit.onDidChangeTree((node) => refresh.fire(node)));
    return audit;
  };
  const view = store.add(
    vscode.window.createTreeView<AuditNode>('vaultsql.audit', {
      treeDataProvider: {
        onDidChangeTreeData: refresh.event,
        getChildren: (node) => start().tree.getChildren(node),
        getTreeItem: (node) => start().tree.getTreeItem(node),
        getParent: (node) => start().tree.getParent?.(node),
        resolveTreeItem: (item, node, token) => start().tree.resolveTreeItem?.(item, node, token),
      },
    }),
  );
  deps.audit = start;
  deps.commands.onMissing(() => void start());
  deps.links.onMissing(() => void start());
  return store;
}
