import * as vscode from 'vscode';
import { toRange } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { DOCUMENT_SELECTOR } from '../selector.ts';

/** Registers renaming of table aliases and column labels. */
export function registerRename(reader: DocumentReader): vscode.Disposable {
  const refusals = {
    'not-an-alias': () => vscode.l10n.t('Only aliases can be renamed, not tables and columns of the vault.'),
    'not-a-name': () => vscode.l10n.t('Invalid alias. Put it in double quotes, or choose a plain name.'),
    taken: () => vscode.l10n.t('Another table of this statement has this name.'),
  };
  return vscode.languages.registerRenameProvider(DOCUMENT_SELECTOR, {
    async prepareRename(document, position) {
      const offset = document.offsetAt(position);
      const found = await reader.read('occurrencesAt', document.getText(), offset);
      if (found?.kind !== 'alias' && found?.kind !== 'label') throw new Error(refusals['not-an-alias']());
      return { range: toRange(document, found), placeholder: found.name };
    },
    async provideRenameEdits(document, position, newName, token) {
      const offset = document.offsetAt(position);
      const { version } = document;
      const outcome = await reader.read('renameAt', document.getText(), offset, newName);
      if (token.isCancellationRequested || document.version !== version) return undefined;
      if (!outcome.ok) throw new Error(refusals[outcome.reason]());
      const edit = new vscode.WorkspaceEdit();
      for (const place of outcome.occurrences) edit.replace(document.uri, toRange(document, place), newName);
      return edit;
    },
  });
}

export function registerHighlights(reader: DocumentReader): vscode.Disposable {
  return vscode.languages.registerDocumentHighlightProvider(DOCUMENT_SELECTOR, {
    async provideDocumentHighlights(document, position, token) {
      const offset = document.offsetAt(position);
      const found = await reader.read('occurrencesAt', document.getText(), offset);
      if (token.isCancellationRequested) return undefined;
      return found?.occurrences.map(
        (place) =>
          new vscode.DocumentHighlight(
            toRange(document, place),
            place.isDefinition ? vscode.DocumentHighlightKind.Write : vscode.DocumentHighlightKind.Read,
          ),
      );
    },
  });
}
