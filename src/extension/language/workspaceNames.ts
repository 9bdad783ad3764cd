import * as vscode from 'vscode';
import type { SchemaIndex } from '../../core/sql/editor/schemaIndex.ts';
import { disposableStore } from '../app/disposables.ts';
import { readBounded } from '../platform/boundedFile.ts';
import type { Log } from '../platform/log.ts';
import type { DocumentReader } from './reading/reader.ts';
import { languageID } from './selector.ts';

const pattern = '**/*.vaultsql';
/** Bounds of what is read for names: files, and characters or bytes of each. */
const maxFiles = 300;
const maxLength = 1_000_000;

/** The names of tables and columns in `.vaultsql` documents that are open, and in the workspace's files. */
export interface WorkspaceNames extends vscode.Disposable {
  /** Reads the workspace's files, once; afterwards they are followed. Resolves in any case. */
  load(): Promise<void>;
  readonly loaded: boolean;
  /** `offset` is the caret in `document`: the name that is being typed there does not count. */
  indexes(document: vscode.TextDocument, offset: number): Promise<readonly SchemaIndex[]>;
}

/** `allow`: what the settings allow besides the dialect; what is read already stays as it was read. */
export function createWorkspaceNames(
  log: Log,
  reader: DocumentReader,
  allow: () => readonly string[],
): WorkspaceNames {
  const store = disposableStore();
  const files = new Map<string, SchemaIndex>();
  const opened = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly index: SchemaIndex }
  >();
  let loading: Promise<void> | undefined;
  let loaded = false;

  const read = async (uri: vscode.Uri): Promise<void> => {
    try {
      const found = await readBounded(uri, maxLength);
      if (!found.ok) {
        files.delete(uri.toString());
        return;
      }
      const text = new TextDecoder().decode(found.contents);
      files.set(uri.toString(), await reader.read('indexText', text, -1, allow()));
    } catch (error) {
      // Deleted in between, or not readable: its names are not offered.
      files.delete(uri.toString());
      log.info(`names of a file were not read: ${error instanceof Error ? error.name : 'error'}`);
    }
  };
  const loadAll = async (): Promise<void> => {
    const watcher = store.add(vscode.workspace.createFileSystemWatcher(pattern));
    const readAgain = (uri: vscode.Uri): void => {
      if (files.size < maxFiles || files.has(uri.toString())) void read(uri);
    };
    store.add(watcher.onDidChange(readAgain));
    store.add(watcher.onDidCreate(readAgain));
    store.add(watcher.onDidDelete((uri) => files.delete(uri.toString())));
    for (const uri of await vscode.workspace.findFiles(pattern, undefined, maxFiles)) await read(uri);
    loaded = true;
  };
  const indexOf = async (document: vscode.TextDocument): Promise<SchemaIndex> => {
    const known = opened.get(document);
    if (known?.version === document.version) return known.index;
    const { version } = document;
    const index = await reader.read('indexText', document.getText().slice(0, maxLength), -1, allow());
    opened.set(document, { version, index });
    return index;
  };
  return {
    load: () => (loading ??= loadAll()),
    get loaded() {
      return loaded;
    },
    async indexes(document, offset) {
      const others = vscode.workspace.textDocuments.filter(
        (other) => other.languageId === languageID && other !== document && !other.isClosed,
      );
      // What an open document holds counts in place of its file.
      const open = new Set([document, ...others].map(({ uri }) => uri.toString()));
      return [
        await reader.read('indexText', document.getText().slice(0, maxLength), offset, allow()),
        ...(await Promise.all(others.map(indexOf))),
        ...[...files].filter(([key]) => !open.has(key)).map(([, index]) => index),
      ];
    },
    dispose: () => store.dispose(),
  };
}
