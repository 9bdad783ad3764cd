import * as vscode from 'vscode';
import type { Deps } from '../../app/deps.ts';
import { createDisposableStore } from '../../app/disposables.ts';
import { closeDocuments } from '../../platform/closeDocuments.ts';
import { MemoryFiles } from '../../platform/memoryFiles.ts';

export const EVENTS_LANGUAGE = 'vaultsql-events-sql';
const SCHEME = 'vaultsql-events-sql';

/** Returns the URI of the document for SQL over loaded events. The last part of its path is the title of its tab. */
export const createQuestionsUri = (): vscode.Uri =>
  vscode.Uri.from({ scheme: SCHEME, path: '/loaded-events.audit.sql' });

/**
 * Registers the files in memory of documents for SQL over loaded events. The editor saves their changes there within a
 * moment (`configurationDefaults` of the manifest), so that it does not ask whether to save a document that is closed.
 * `start` loads the audit feature when such a document is open, for example one that the editor restored.
 */
export function registerQuestionFiles(
  { onForget }: Pick<Deps, 'onForget'>,
  createContent: () => string,
  start: () => void,
): vscode.Disposable {
  const store = createDisposableStore();
  const files = store.add(new MemoryFiles(SCHEME, createContent));
  const startIfOurs = ({ languageId }: vscode.TextDocument): void => {
    if (languageId === EVENTS_LANGUAGE) start();
  };
  store.add(vscode.workspace.onDidOpenTextDocument(startIfOurs));
  for (const document of vscode.workspace.textDocuments) startIfOurs(document);
  store.add(
    onForget(() => {
      // Closing a document may save it once more.
      void closeDocuments(({ scheme }) => scheme === SCHEME).finally(() => files.clearFiles());
    }),
  );
  return store;
}
