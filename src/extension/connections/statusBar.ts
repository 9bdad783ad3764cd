import * as vscode from 'vscode';
import { oneLine } from '../../core/messages/oneLine.ts';
import { FIRST_LINE_COUNT } from '../../core/sql/lexer/firstLines.ts';
import type { Deps } from '../app/deps.ts';
import { createDisposableStore } from '../app/disposables.ts';
import {
  findDocumentTarget,
  namesStartingLocalVault,
  namesStoppedLocalVault,
} from '../targets/documentTarget.ts';
import { formatTarget, shortenTarget, shortenTargetName } from '../targets/targets.ts';

/** Maximum length, in UTF-16 code units, of `connection/vault` in the status bar. The tooltip has the whole names. */
const MAX_NAME_LENGTH = 40;

export function registerStatusBar(deps: Pick<Deps, 'language' | 'targets'>): vscode.Disposable {
  const store = createDisposableStore();
  const item = store.add(
    vscode.window.createStatusBarItem('vaultsql.target', vscode.StatusBarAlignment.Right, 90),
  );
  item.name = vscode.l10n.t('Vault SQL: Selected Vault');

  const updateItem = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== 'vaultsql') {
      item.hide();
      return;
    }
    const found = findDocumentTarget(document, deps);
    item.backgroundColor = undefined;
    item.command = 'vaultsql.query.selectVault';
    if (found.kind === 'found') {
      const { target } = found;
      const production = target.connection.environment === 'production';
      item.text = `$(${production ? 'flame' : 'database'}) ${oneLine(shortenTarget(target, MAX_NAME_LENGTH))}${production ? ` · ${vscode.l10n.t('PRODUCTION')}` : ''}`;
      if (production) item.backgroundColor = new vscode.ThemeColor('statusBarItem.errorBackground');
      item.tooltip = found.byDirective
        ? vscode.l10n.t('Queries of this file go to {0}, as set in its first lines.', formatTarget(target))
        : vscode.l10n.t(
            'Queries go to {0} ({1}). Click to select another vault.',
            formatTarget(target),
            target.connection.environment,
          );
    } else if (found.kind === 'unknown' && namesStartingLocalVault(found, deps)) {
      item.text = `$(database) ${oneLine(shortenTargetName(found.connection, found.vault, MAX_NAME_LENGTH))}`;
      item.tooltip = vscode.l10n.t('The local vault is starting. A query that you run now waits for it.');
    } else if (found.kind === 'unknown' && namesStoppedLocalVault(found, deps)) {
      item.text = `$(warning) ${vscode.l10n.t('Local vault not running')}`;
      item.tooltip = vscode.l10n.t(
        'This file names {0}/{1}. Click to start the local vault.',
        found.connection,
        found.vault,
      );
      item.command = 'vaultsql.localVault.start';
    } else if (found.kind === 'unknown') {
      item.text = `$(warning) ${vscode.l10n.t('Unknown vault')}`;
      item.tooltip = vscode.l10n.t(
        'This file names {0}/{1}, which is not among your connections.',
        found.connection,
        found.vault,
      );
    } else {
      item.text = `$(database) ${vscode.l10n.t('Choose a vault')}`;
      item.tooltip = vscode.l10n.t('No vault selected.');
    }
    item.show();
  };
  store.add(vscode.window.onDidChangeActiveTextEditor(updateItem));
  store.add(deps.targets.onDidChange(updateItem));
  store.add(
    vscode.workspace.onDidChangeTextDocument((event) => {
      // A directive has an effect only in the first lines, so typing further down needs no update.
      if (
        event.document === vscode.window.activeTextEditor?.document &&
        event.contentChanges.some((change) => change.range.start.line < FIRST_LINE_COUNT)
      )
        updateItem();
    }),
  );
  updateItem();
  return store;
}
