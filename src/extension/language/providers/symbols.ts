import * as vscode from 'vscode';
import { toRange } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { DOCUMENT_SELECTOR } from '../selector.ts';

/** Maximum number of statements in the outline, because transferring a longer one blocks the extension host. */
const MAX_SYMBOLS = 2_000;

export function registerSymbols(reader: DocumentReader): vscode.Disposable {
  return vscode.languages.registerDocumentSymbolProvider(DOCUMENT_SELECTOR, {
    async provideDocumentSymbols(document, token) {
      const found = await reader.read('statementSymbols', document.getText());
      if (token.isCancellationRequested) return undefined;
      return found
        .slice(0, MAX_SYMBOLS)
        .map(({ start, end, nameStart, nameEnd, command, tables, columns }) => {
          const name = tables.length > 0 ? tables.join(', ') : command;
          const kind = tables.length > 0 ? vscode.SymbolKind.Struct : vscode.SymbolKind.Key;
          const selection = toRange(document, { start: nameStart, end: nameEnd });
          return new vscode.DocumentSymbol(name, columns, kind, toRange(document, { start, end }), selection);
        });
    },
  });
}
