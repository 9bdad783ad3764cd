import * as vscode from 'vscode';
import type { Range } from '../../../core/sql/syntax/nodes.ts';
import { toRange } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { DOCUMENT_SELECTOR } from '../selector.ts';

async function computeFormattingEdits(
  reader: DocumentReader,
  document: vscode.TextDocument,
  { insertSpaces, tabSize }: vscode.FormattingOptions,
  token: vscode.CancellationToken,
  range?: Range,
): Promise<vscode.TextEdit[] | undefined> {
  const indent = insertSpaces ? ' '.repeat(tabSize) : '\t';
  const { version } = document;
  const found = await reader.read('format', document.getText(), { indent }, range);
  if (token.isCancellationRequested || document.version !== version) return undefined;
  return found.map((edit) => vscode.TextEdit.replace(toRange(document, edit), edit.text));
}

export function registerFormatting(reader: DocumentReader): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDocumentFormattingEditProvider(DOCUMENT_SELECTOR, {
      provideDocumentFormattingEdits: (document, options, token) =>
        computeFormattingEdits(reader, document, options, token),
    }),
    vscode.languages.registerDocumentRangeFormattingEditProvider(DOCUMENT_SELECTOR, {
      provideDocumentRangeFormattingEdits: (document, range, options, token) =>
        computeFormattingEdits(reader, document, options, token, {
          start: document.offsetAt(range.start),
          end: document.offsetAt(range.end),
        }),
    }),
    vscode.languages.registerOnTypeFormattingEditProvider(
      DOCUMENT_SELECTOR,
      {
        provideOnTypeFormattingEdits(document, position, _typed, options, token) {
          const end = document.offsetAt(position);
          // The range is before the `;`, so that a statement directly after the `;` is not formatted.
          return computeFormattingEdits(reader, document, options, token, { start: end - 1, end: end - 1 });
        },
      },
      ';',
    ),
  );
}
