import * as vscode from 'vscode';
import type { Deps } from '../../app/deps.ts';
import { createDisposableStore } from '../../app/disposables.ts';
import { closeDocuments } from '../../platform/closeDocuments.ts';
import { MemoryFiles } from '../../platform/memoryFiles.ts';

export const EVENTS_LANGUAGE = 'vaultsql-events-sql';
const SCHEME = 'vaultsql-events-sql';

/** Returns the URI of the document for SQL over loaded events. The last part of the path is the title of the tab. */
export const createEventsSqlUri = (): vscode.Uri =>
  vscode.Uri.from({ scheme: SCHEME, path: '/loaded-events.audit.sql' });

/**
 * Registers a file system in memory for documents for SQL over loaded events. Such documents are saved automatically
 * after a short delay (`configurationDefaults` in package.json), so that the editor does not ask whether to save them
 * when they are closed. `createContent` returns a document's initial text. `start` is called when such a document is
 * opened or already open.
 */
export function registerEventsSqlFiles(
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
