import * as vscode from 'vscode';
import { toRange } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { DOCUMENT_SELECTOR } from '../selector.ts';

/**
 * Maximum number of regions considered, because the editor by default ignores further folding ranges (setting
 * `editor.foldingMaximumRegions`).
 */
const MAX_REGIONS = 5_000;

export function registerFolding(reader: DocumentReader): vscode.Disposable {
  return vscode.languages.registerFoldingRangeProvider(DOCUMENT_SELECTOR, {
    async provideFoldingRanges(document, _context, token) {
      const found = await reader.read('folds', document.getText());
      if (token.isCancellationRequested) return undefined;
      return found.slice(0, MAX_REGIONS).flatMap(({ kind, start, end }) => {
        const from = document.positionAt(start).line;
        const to = document.positionAt(end);
        // A closing parenthesis that begins its line stays visible.
        const closes =
          kind === 'brackets' &&
          document.lineAt(to.line).firstNonWhitespaceCharacterIndex === to.character - 1;
        const last = closes ? to.line - 1 : to.line;
        if (last <= from) return [];
        return [
          kind === 'comment'
            ? new vscode.FoldingRange(from, last, vscode.FoldingRangeKind.Comment)
            : new vscode.FoldingRange(from, last),
        ];
      });
    },
  });
}

/** Registers the ranges of the command Expand Selection. */
export function registerSelectionRanges(reader: DocumentReader): vscode.Disposable {
  return vscode.languages.registerSelectionRangeProvider(DOCUMENT_SELECTOR, {
    async provideSelectionRanges(document, positions, token) {
      const text = document.getText();
      const offsets = positions.map((position) => document.offsetAt(position));
      const found = await reader.read('selectionsAt', text, offsets);
      if (token.isCancellationRequested) return undefined;
      const whole = new vscode.Range(new vscode.Position(0, 0), document.positionAt(text.length));
      return found.map((ranges) =>
        ranges.reduceRight(
          (parent, range) => new vscode.SelectionRange(toRange(document, range), parent),
          new vscode.SelectionRange(whole),
        ),
      );
    },
  });
}
