import * as vscode from 'vscode';
import { splitStatements } from '../../core/sql/statements.ts';
import { languageID } from './diagnostics.ts';

/** “Run” above each statement. */
export function registerCodeLens(): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { language: languageID },
    {
      provideCodeLenses(document) {
        return splitStatements(document.getText()).map(({ start, end }) => {
          const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
          return new vscode.CodeLens(range, {
            title: `$(play) ${vscode.l10n.t('Run')}`,
            tooltip: vscode.l10n.t('Run this statement against the vault'),
            command: 'vaultsql.query.run',
            arguments: [document.uri, start],
          });
        });
      },
    },
  );
}
