import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import type { KnownNames } from '../app/knownNames.ts';
import { createDocumentReader } from './reading/reader.ts';
import { SeenNames } from './seenNames.ts';
import { createWorkspaceNames } from './workspaceNames.ts';

export function createKnownNames({
  context,
  log,
  settings,
  onForget,
}: Pick<Deps, 'context' | 'log' | 'onForget' | 'settings'>): KnownNames & vscode.Disposable {
  const entry = vscode.Uri.joinPath(context.extensionUri, 'dist', 'reading.cjs').fsPath;
  const reader = createDocumentReader(entry);
  const documents = createWorkspaceNames(log, reader, () => settings.allowedConstructs());
  const seen = new SeenNames();
  const parts = [documents, reader, seen, onForget(() => seen.clearSeenNames())];
  return { reader, documents, seen, dispose: () => vscode.Disposable.from(...parts).dispose() };
}
