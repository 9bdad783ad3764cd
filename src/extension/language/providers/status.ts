import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { FIRST_LINE_COUNT } from '../../../core/sql/lexer/firstLines.ts';
import type { Deps } from '../../app/deps.ts';
import { createDisposableStore } from '../../app/disposables.ts';
import { setStatusDetail } from '../../platform/dialogs.ts';
import {
  type DocumentTarget,
  findDocumentTarget,
  namesStartingLocalVault,
  namesStoppedLocalVault,
} from '../../targets/documentTarget.ts';
import { formatTarget } from '../../targets/targets.ts';
import { DOCUMENT_SELECTOR, LANGUAGE_ID } from '../selector.ts';

type StatusDeps = Pick<Deps, 'language' | 'targets'>;

export function registerStatus(deps: StatusDeps): vscode.Disposable {
  const store = createDisposableStore();
  const item = store.add(vscode.languages.createLanguageStatusItem('vaultsql.target', DOCUMENT_SELECTOR));
  item.name = vscode.l10n.t('Vault SQL: Selected Vault');

  const updateItem = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== LANGUAGE_ID) return;
    const found = findDocumentTarget(document, deps);
    item.severity =
      found.kind === 'found' || namesStartingLocalVault(found, deps)
        ? vscode.LanguageStatusSeverity.Information
        : vscode.LanguageStatusSeverity.Warning;
    item.command = { command: 'vaultsql.query.selectVault', title: vscode.l10n.t('Select Vault') };
    if (found.kind === 'found') {
      const { environment } = found.target.connection;
      item.text = `$(${environment === 'production' ? 'flame' : 'database'}) ${oneLine(formatTarget(found.target))}`;
      setStatusDetail(
        item,
        found.byDirective
          ? vscode.l10n.t('{0}, set by this file', localizeEnvironment(environment))
          : localizeEnvironment(environment),
      );
    } else if (found.kind === 'unknown') {
      item.text = describeUnknownTarget(found, deps);
      setStatusDetail(item, oneLine(`${found.connection}/${found.vault}`));
      if (namesStoppedLocalVault(found, deps))
        item.command = { command: 'vaultsql.localVault.start', title: vscode.l10n.t('Start Local Vault') };
    } else {
      item.text = vscode.l10n.t('No vault selected');
      setStatusDetail(item, vscode.l10n.t('Select a vault to run statements'));
    }
    item.accessibilityInformation = { label: `${item.text.replace(/^\$\([a-z]+\) /, '')}, ${item.detail}` };
  };
  store.add(vscode.window.onDidChangeActiveTextEditor(updateItem));
  store.add(deps.targets.onDidChange(updateItem));
  store.add(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const above = contentChanges.some(({ range }) => range.start.line < FIRST_LINE_COUNT);
      if (above && document === vscode.window.activeTextEditor?.document) updateItem();
    }),
  );
  updateItem();
  return store;
}

function describeUnknownTarget(found: DocumentTarget, deps: StatusDeps): string {
  if (namesStartingLocalVault(found, deps)) return vscode.l10n.t('Starting the local vault');
  return namesStoppedLocalVault(found, deps)
    ? vscode.l10n.t('Local vault not running')
    : vscode.l10n.t('Unknown vault');
}

function localizeEnvironment(environment: 'production' | 'test' | 'development'): string {
  switch (environment) {
    case 'production':
      return vscode.l10n.t('PRODUCTION');
    case 'test':
      return vscode.l10n.t('test environment');
    case 'development':
      return vscode.l10n.t('development environment');
  }
}
