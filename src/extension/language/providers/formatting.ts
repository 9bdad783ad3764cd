import * as vscode from 'vscode';
import { format } from '../../../core/sql/editor/format.ts';
import { toRange } from '../positions.ts';
import { selector } from '../selector.ts';

function edits(
  document: vscode.TextDocument,
  { insertSpaces, tabSize }: vscode.FormattingOptions,
  range?: { readonly start: number; readonly end: number },
): vscode.TextEdit[] {
  const indent = insertSpaces ? ' '.repeat(tabSize) : '\t';
  return format(document.getText(), { indent }, range).map((edit) =>
    vscode.TextEdit.replace(toRange(document, edit), edit.text),
  );
}

/** Lays out the document, what a selection touches, or the statement that a `;` has just ended. */
export function registerFormatting(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: (document, options) => edits(document, options),
    }),
    vscode.languages.registerDocumentRangeFormattingEditProvider(selector, {
      provideDocumentRangeFormattingEdits: (document, range, options) =>
        edits(document, options, {
          start: document.offsetAt(range.start),
          end: document.offsetAt(range.end),
        }),
    }),
    vscode.languages.registerOnTypeFormattingEditProvider(
      selector,
      {
        provideOnTypeFormattingEdits(document, position, _typed, options) {
          const end = document.offsetAt(position);
          // Of the `;` itself: a statement that begins right behind it is not the one that was ended.
          return edits(document, options, { start: end - 1, end: end - 1 });
        },
      },
      ';',
    ),
  );
}
