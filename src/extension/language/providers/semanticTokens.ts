import * as vscode from 'vscode';
import type { NameToken } from '../../../core/sql/editor/nameTokens.ts';
import { toRange } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { DOCUMENT_SELECTOR } from '../selector.ts';

const types: Readonly<Record<NameToken['kind'], string>> = {
  table: 'struct',
  alias: 'variable',
  column: 'property',
  label: 'property',
};
const legend = new vscode.SemanticTokensLegend([...new Set(Object.values(types))]);

/**
 * Registers semantic highlighting of names that are spelled like keywords or functions, such as the column in
 * `t.offset`. The TextMate grammar can't tell such names from keywords.
 */
export function registerSemanticTokens(reader: DocumentReader): vscode.Disposable {
  return vscode.languages.registerDocumentSemanticTokensProvider(
    DOCUMENT_SELECTOR,
    {
      async provideDocumentSemanticTokens(document, cancellation) {
        const found = await reader.read('nameTokens', document.getText());
        if (cancellation.isCancellationRequested) return undefined;
        const builder = new vscode.SemanticTokensBuilder(legend);
        for (const token of found) {
          builder.push(toRange(document, token), types[token.kind]);
        }
        return builder.build();
      },
    },
    legend,
  );
}
