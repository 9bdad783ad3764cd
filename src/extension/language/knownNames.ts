import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { createDocumentReader, type DocumentReader } from './reading/reader.ts';
import { SeenNames } from './seenNames.ts';
import { createWorkspaceNames, type WorkspaceNames } from './workspaceNames.ts';

/** What this window knows of the names of tables, with the reader that finds them. */
export interface KnownNames extends vscode.Disposable {
  readonly reader: DocumentReader;
  readonly documents: WorkspaceNames;
  readonly seen: SeenNames;
}

/** Nothing is read yet. */
export function createKnownNames({ context, log, settings, onForget }: Deps): KnownNames {
  const entry = vscode.Uri.joinPath(context.extensionUri, 'dist', 'reading.cjs').fsPath;
  const reader = createDocumentReader(entry);
  const documents = createWorkspaceNames(log, reader, () => settings.allowedConstructs());
  const seen = new SeenNames();
  const parts = [documents, reader, seen, onForget(() => seen.forget())];
  return { reader, documents, seen, dispose: () => vscode.Disposable.from(...parts).dispose() };
}
