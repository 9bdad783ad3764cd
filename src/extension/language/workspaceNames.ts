import * as vscode from 'vscode';
import type { SchemaIndex } from '../../core/sql/editor/schemaIndex.ts';
import { readTarget, type TargetDirective } from '../../core/sql/execution/target.ts';
import { disposableStore } from '../app/disposables.ts';
import { readBounded } from '../platform/boundedFile.ts';
import type { Log } from '../platform/log.ts';
import type { DocumentReader } from './reading/reader.ts';
import { languageID } from './selector.ts';

const pattern = '**/*.vaultsql';
/** Maximum number of files read for names, and below it the maximum length of each in characters or bytes. */
const maxFiles = 300;
const maxLength = 1_000_000;

/** The table and column names in one document or file. */
export interface NamedDocument {
  readonly uri: vscode.Uri;
  /** The vault named by a directive on the first lines; undefined if there is none. */
  readonly target: Pick<TargetDirective, 'connection' | 'vault'> | undefined;
  readonly index: SchemaIndex;
}

/** A caret's document and its offset; the offset is -1 if there is no caret. */
export interface TypedPlace {
  readonly document: vscode.TextDocument;
  readonly offset: number;
}

/** The names of tables and columns in `.vaultsql` documents that are open, and in the workspace's files. */
export interface WorkspaceNames extends vscode.Disposable {
  /** Reads the workspace's files once; later changes to them are followed. Never rejects. */
  load(): Promise<void>;
  readonly loaded: boolean;
  /**
   * All that are open, and the files that have been read; an open one counts in place of its file. Of `typed` the name
   * at its offset does not count: it is being typed.
   */
  documents(typed?: TypedPlace): Promise<readonly NamedDocument[]>;
  /** Fires after a file was read again or removed, or after a document was opened, saved or closed. */
  readonly onDidChange: vscode.Event<void>;
}

/** `allow`: what the settings allow besides the dialect; what is read already stays as it was read. */
export function createWorkspaceNames(
  log: Log,
  reader: DocumentReader,
  allow: () => readonly string[],
): WorkspaceNames {
  const store = disposableStore();
  const files = new Map<string, NamedDocument>();
  const opened = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly index: SchemaIndex }
  >();
  const changes = store.add(new vscode.EventEmitter<void>());
  const isOurs = ({ languageId }: vscode.TextDocument): boolean => languageId === languageID;
  for (const event of [
    vscode.workspace.onDidOpenTextDocument,
    vscode.workspace.onDidSaveTextDocument,
    vscode.workspace.onDidCloseTextDocument,
  ])
    store.add(event((document) => isOurs(document) && changes.fire()));
  let loading: Promise<void> | undefined;
  let loaded = false;

  /** The last read started per file URI, so that an earlier read that ends later does not replace its result. */
  const reads = new Map<string, symbol>();
  const read = async (uri: vscode.Uri): Promise<void> => {
    const key = uri.toString();
    const own = Symbol(key);
    reads.set(key, own);
    const found = await readFile(uri);
    if (reads.get(key) !== own) return;
    reads.delete(key);
    if (found) files.set(key, found);
    else files.delete(key);
  };
  const removeFile = (uri: vscode.Uri): void => {
    // A read that is under way finds a file that was there before.
    reads.delete(uri.toString());
    if (files.delete(uri.toString())) changes.fire();
  };
  /** Returns the names in a file; undefined if it is too large, was deleted, or can't be read. */
  const readFile = async (uri: vscode.Uri): Promise<NamedDocument | undefined> => {
    try {
      const found = await readBounded(uri, maxLength);
      if (!found.ok) return undefined;
      const text = new TextDecoder().decode(found.contents);
      return { uri, target: readTarget(text), index: await reader.read('indexText', text, -1, allow()) };
    } catch (error) {
      log.info(`names of a file were not read: ${error instanceof Error ? error.name : 'error'}`);
      return undefined;
    }
  };
  const loadAll = async (): Promise<void> => {
    const watcher = store.add(vscode.workspace.createFileSystemWatcher(pattern));
    const readAgain = (uri: vscode.Uri): void => {
      if (files.size < maxFiles || files.has(uri.toString())) void read(uri).then(() => changes.fire());
    };
    store.add(watcher.onDidChange(readAgain));
    store.add(watcher.onDidCreate(readAgain));
    store.add(watcher.onDidDelete(removeFile));
    store.add(vscode.workspace.onDidChangeWorkspaceFolders((change) => void follow(change)));
    for (const uri of await vscode.workspace.findFiles(pattern, undefined, maxFiles)) await read(uri);
    loaded = true;
  };
  const follow = async ({ added }: vscode.WorkspaceFoldersChangeEvent): Promise<void> => {
    for (const [key, { uri }] of files) if (!vscode.workspace.getWorkspaceFolder(uri)) files.delete(key);
    for (const key of reads.keys())
      if (!vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(key))) reads.delete(key);
    for (const folder of added) {
      const room = maxFiles - files.size;
      if (room <= 0) break;
      const found = new vscode.RelativePattern(folder, pattern);
      for (const uri of await vscode.workspace.findFiles(found, undefined, room)) await read(uri);
    }
    changes.fire();
  };
  const indexAt = async (document: vscode.TextDocument, offset: number): Promise<SchemaIndex> =>
    reader.read('indexText', document.getText().slice(0, maxLength), offset, allow());
  const indexOf = async (document: vscode.TextDocument): Promise<SchemaIndex> => {
    const known = opened.get(document);
    if (known?.version === document.version) return known.index;
    const { version } = document;
    const index = await indexAt(document, -1);
    opened.set(document, { version, index });
    return index;
  };
  return {
    load: () => (loading ??= loadAll()),
    get loaded() {
      return loaded;
    },
    async documents(typed) {
      const open = openDocuments();
      const named = open.map(async (document) => ({
        uri: document.uri,
        target: readTarget(document.getText()),
        index: await (document === typed?.document && typed.offset >= 0
          ? indexAt(document, typed.offset)
          : indexOf(document)),
      }));
      return [...(await Promise.all(named)), ...filesBut(open)];
    },
    onDidChange: changes.event,
    dispose: () => store.dispose(),
  };

  function openDocuments(): readonly vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter((document) => isOurs(document) && !document.isClosed);
  }
  /** Returns the names read from files, except files that are open, because the open document counts instead. */
  function filesBut(open: readonly vscode.TextDocument[]): readonly NamedDocument[] {
    const keys = new Set(open.map(({ uri }) => uri.toString()));
    return [...files].filter(([key]) => !keys.has(key)).map(([, file]) => file);
  }
}
