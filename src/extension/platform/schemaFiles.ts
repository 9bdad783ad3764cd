import * as vscode from 'vscode';
import { schemaProblemSentence } from '../../core/messages/schemaProblems.ts';
import { problemRange } from '../../core/schema/problemRange.ts';
import {
  readSchemaFile,
  type SchemaFile,
  tablesOfVault,
  type WrittenTable,
} from '../../core/schema/schemaFile.ts';
import { readBounded } from './boundedFile.ts';
import type { Log } from './log.ts';
import { localized } from './messages.ts';

const path = '.vaultsql/schema.json';
/** Bytes; a vault's whole schema takes some ten thousand. */
const maxSize = 5_000_000;

/** What the workspace's folders have written down of tables, each in its `.vaultsql/schema.json`. */
export class SchemaFiles implements vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  readonly #log: Pick<Log, 'info'>;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #problems = vscode.languages.createDiagnosticCollection('vaultsql schema');
  /** By the file's URI. */
  readonly #files = new Map<string, SchemaFile>();
  #watchers: readonly vscode.Disposable[] = [];
  #loading: Promise<void> | undefined;

  constructor(log: Pick<Log, 'info'>) {
    this.#log = log;
    this.onDidChange = this.#changes.event;
  }

  /** Reads the files, once; afterwards they are followed. Resolves in any case. */
  load(): Promise<void> {
    this.#loading ??= this.#loadAll();
    return this.#loading;
  }
  /** The tables of a vault, by `<connection>/<vault>`; of all vaults without one. Of files that have been read. */
  tables(vault: string | undefined): readonly WrittenTable[] {
    return [...this.#files.values()].flatMap((file) => tablesOfVault(file, vault));
  }
  dispose(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    this.#problems.dispose();
    this.#changes.dispose();
  }

  async #loadAll(): Promise<void> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const ofFolders = vscode.workspace.onDidChangeWorkspaceFolders(() => this.#loadAgain());
    this.#watchers = [ofFolders, ...folders.map((folder) => this.#watch(folder))];
    await Promise.all(folders.map(({ uri }) => this.#read(vscode.Uri.joinPath(uri, path))));
  }
  #loadAgain(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    this.#files.clear();
    this.#problems.clear();
    this.#loading = this.#loadAll();
    void this.#loading.then(() => this.#changes.fire());
  }
  #watch(folder: vscode.WorkspaceFolder): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, path));
    const changed = (uri: vscode.Uri): void => void this.#read(uri).then(() => this.#changes.fire());
    watcher.onDidChange(changed);
    watcher.onDidCreate(changed);
    watcher.onDidDelete(changed);
    return watcher;
  }

  /** Takes in what the file says now; nothing where there is none. */
  async #read(uri: vscode.Uri): Promise<void> {
    const text = await this.#textOf(uri);
    if (text === undefined) {
      this.#files.delete(uri.toString());
      this.#problems.delete(uri);
      return;
    }
    const file = readSchemaFile(text);
    this.#files.set(uri.toString(), file);
    this.#problems.set(uri, await diagnosticsOf(uri, text, file));
  }
  async #textOf(uri: vscode.Uri): Promise<string | undefined> {
    const read = await readBounded(uri, maxSize);
    if (read.ok) return new TextDecoder().decode(read.contents);
    // Most workspaces have none.
    if (read.reason !== 'missing') this.#log.info(`${path} was not read: ${read.reason}`);
    return undefined;
  }
}

async function diagnosticsOf(
  uri: vscode.Uri,
  text: string,
  { problems }: SchemaFile,
): Promise<vscode.Diagnostic[]> {
  if (problems.length === 0) return [];
  const document = await vscode.workspace.openTextDocument(uri);
  return problems.map((problem) => {
    const { start, end } = problemRange(text, problem);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    const sentence = localized(schemaProblemSentence(problem));
    const diagnostic = new vscode.Diagnostic(range, sentence, vscode.DiagnosticSeverity.Warning);
    diagnostic.source = 'vaultsql';
    return diagnostic;
  });
}
