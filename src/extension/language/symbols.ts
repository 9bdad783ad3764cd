import * as vscode from 'vscode';
import { statementSymbols } from '../../core/sql/symbols.ts';
import { toRange } from './positions.ts';
import { selector } from './selector.ts';

/** Outline, breadcrumbs and “Go to Symbol”: one symbol for each statement, named by its tables. */
export function registerSymbols(): vscode.Disposable {
  return vscode.languages.registerDocumentSymbolProvider(selector, {
    provideDocumentSymbols: (document) =>
      statementSymbols(document.getText()).map(
        ({ start, end, nameStart, nameEnd, command, tables, columns }) => {
          const name = tables.length > 0 ? tables.join(', ') : command;
          const kind = tables.length > 0 ? vscode.SymbolKind.Struct : vscode.SymbolKind.Key;
          const selection = toRange(document, { start: nameStart, end: nameEnd });
          return new vscode.DocumentSymbol(name, columns, kind, toRange(document, { start, end }), selection);
        },
      ),
  });
}
