import * as vscode from 'vscode';
import { type NameToken, nameTokens } from '../../core/sql/nameTokens.ts';
import { toRange } from './positions.ts';
import { selector } from './selector.ts';

const types: Readonly<Record<NameToken['kind'], string>> = {
  table: 'struct',
  alias: 'variable',
  column: 'property',
  label: 'property',
};
const legend = new vscode.SemanticTokensLegend([...new Set(Object.values(types))]);

/** Colours names that are spelled like keywords, such as the column in `t.offset`; the grammar does the rest. */
export function registerSemanticTokens(): vscode.Disposable {
  return vscode.languages.registerDocumentSemanticTokensProvider(
    selector,
    {
      provideDocumentSemanticTokens(document) {
        const builder = new vscode.SemanticTokensBuilder(legend);
        for (const token of nameTokens(document.getText())) {
          builder.push(toRange(document, token), types[token.kind]);
        }
        return builder.build();
      },
    },
    legend,
  );
}
