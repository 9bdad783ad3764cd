import * as vscode from 'vscode';
import type { SchemaIndex } from '../../core/sql/editor/schemaIndex.ts';
import { readVaultDirective, type TargetDirective } from '../../core/sql/execution/target.ts';
import { createDisposableStore } from '../app/disposables.ts';
import { readBoundedFile } from '../platform/boundedFile.ts';
import type { Log } from '../platform/log.ts';
import type { DocumentReader } from './reading/reader.ts';
import { LANGUAGE_ID } from './selector.ts';

const FILE_PATTERN = '**/*.vaultsql';
/** Approximate maximum number of `.vaultsql` files whose names are read. */
const MAX_FILES = 300;
/**
 * Maximum length of a text that is read for names, in bytes for a file and in UTF-16 code units for an open document. A
 * longer file is skipped. Only the beginning of a longer document is read.
 */
const MAX_LENGTH = 1_000_000;

export interface DocumentNames {
  readonly uri: vscode.Uri;
  readonly target: Pick<TargetDirective, 'connection' | 'vault'> | undefined;
  readonly index: SchemaIndex;
}

/** The position of a caret: a document, and an offset in UTF-16 code units; -1 if there is no caret. */
export interface CaretPosition {
  readonly document: vscode.TextDocument;
  readonly offset: number;
}

export interface WorkspaceNames extends vscode.Disposable {
  /**
   * Reads the workspace's `.vaultsql` files and follows later changes to them. Further calls return the first call's
   * promise.
   */
  load(): Promise<void>;
  readonly loaded: boolean;
  /**
   * Returns the names in open Vault SQL documents and in the files read so far. An open document replaces its file. The
   * name at `typed` is left out, because the user is still typing it.
   */
  listDocumentNames(typed?: CaretPosition): Promise<readonly DocumentNames[]>;
  /**
   * Fires when the names may have changed, but not when `load` has read the files. An edit in an open document is
   * reported when the document is saved.
   */
  readonly onDidChange: vscode.Event<void>;
}

/**
 * Creates the collection of names. `allow` returns the constructs that the settings allow in addition to the dialect.
 * Names that were already read are not updated when the result of `allow` changes.
 */
export function createWorkspaceNames(
  log: Log,
  reader: DocumentReader,
  allow: () => readonly string[],
): WorkspaceNames {
  const store = createDisposableStore();
  const files = new Map<string, DocumentNames>();
  const opened = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly index: SchemaIndex }
  >();
  const changes = store.add(new vscode.EventEmitter<void>());
  const isVaultSqlDocument = ({ languageId }: vscode.TextDocument): boolean => languageId === LANGUAGE_ID;
  for (const event of [
    vscode.workspace.onDidOpenTextDocument,
    vscode.workspace.onDidSaveTextDocument,
    vscode.workspace.onDidCloseTextDocument,
  ])
    store.add(event((document) => isVaultSqlDocument(document) && changes.fire()));
  let loading: Promise<void> | undefined;
  let loaded = false;

  /** The latest pending read of each file, by URI. An earlier read of the same file that finishes later is ignored. */
  const reads = new Map<string, symbol>();
  const updateFile = async (uri: vscode.Uri): Promise<void> => {
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
    // A read that is under way must not add the file again.
    reads.delete(uri.toString());
    if (files.delete(uri.toString())) changes.fire();
  };
  const readFile = async (uri: vscode.Uri): Promise<DocumentNames | undefined> => {
    try {
      const found = await readBoundedFile(uri, MAX_LENGTH);
      if (!found.ok) return undefined;
      const text = new TextDecoder().decode(found.contents);
      return {
        uri,
        target: readVaultDirective(text),
        index: await reader.read('indexText', text, -1, allow()),
      };
    } catch (error) {
      log.info(`names of a file were not read: ${error instanceof Error ? error.name : 'error'}`);
      return undefined;
    }
  };
  const readFilesAndWatch = async (): Promise<void> => {
    const watcher = store.add(vscode.workspace.createFileSystemWatcher(FILE_PATTERN));
    const readAgain = (uri: vscode.Uri): void => {
      if (files.size < MAX_FILES || files.has(uri.toString()))
        void updateFile(uri).then(() => changes.fire());
    };
    store.add(watcher.onDidChange(readAgain));
    store.add(watcher.onDidCreate(readAgain));
    store.add(watcher.onDidDelete(removeFile));
    store.add(vscode.workspace.onDidChangeWorkspaceFolders((change) => void updateFolders(change)));
    for (const uri of await vscode.workspace.findFiles(FILE_PATTERN, undefined, MAX_FILES))
      await updateFile(uri);
    loaded = true;
  };
  const updateFolders = async ({ added }: vscode.WorkspaceFoldersChangeEvent): Promise<void> => {
    for (const [key, { uri }] of files) if (!vscode.workspace.getWorkspaceFolder(uri)) files.delete(key);
    for (const key of reads.keys())
      if (!vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(key))) reads.delete(key);
    for (const folder of added) {
      const freeCount = MAX_FILES - files.size;
      if (freeCount <= 0) break;
      const found = new vscode.RelativePattern(folder, FILE_PATTERN);
      for (const uri of await vscode.workspace.findFiles(found, undefined, freeCount)) await updateFile(uri);
    }
    changes.fire();
  };
  const indexExceptNameAt = async (document: vscode.TextDocument, offset: number): Promise<SchemaIndex> =>
    reader.read('indexText', document.getText().slice(0, MAX_LENGTH), offset, allow());
  const indexDocument = async (document: vscode.TextDocument): Promise<SchemaIndex> => {
    const known = opened.get(document);
    if (known?.version === document.version) return known.index;
    const { version } = document;
    const index = await indexExceptNameAt(document, -1);
    opened.set(document, { version, index });
    return index;
  };
  return {
    load: () => (loading ??= readFilesAndWatch()),
    get loaded() {
      return loaded;
    },
    async listDocumentNames(typed) {
      const open = openDocuments();
      const named = open.map(async (document) => ({
        uri: document.uri,
        target: readVaultDirective(document.getText()),
        index: await (document === typed?.document && typed.offset >= 0
          ? indexExceptNameAt(document, typed.offset)
          : indexDocument(document)),
      }));
      return [...(await Promise.all(named)), ...listOtherFiles(open)];
    },
    onDidChange: changes.event,
    dispose: () => store.dispose(),
  };

  function openDocuments(): readonly vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter(
      (document) => isVaultSqlDocument(document) && !document.isClosed,
    );
  }
  function listOtherFiles(open: readonly vscode.TextDocument[]): readonly DocumentNames[] {
    const keys = new Set(open.map(({ uri }) => uri.toString()));
    return [...files].filter(([key]) => !keys.has(key)).map(([, file]) => file);
  }
}
