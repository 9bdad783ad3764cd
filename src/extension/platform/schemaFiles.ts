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
/** A folder that comes or goes with the file in it may be all that the editor tells of. */
const watched = '{.vaultsql,.vaultsql/schema.json}';
/** Bytes; a vault's whole schema takes some ten thousand. */
const maxSize = 5_000_000;

/** What one of the files says of a vault. */
export interface SchemaSource {
  /** The file's path in the workspace, with its folder where there are several. */
  readonly name: string;
  readonly tables: readonly WrittenTable[];
}

/** What the workspace's folders have written down of tables, each in its `.vaultsql/schema.json`. */
export class SchemaFiles implements vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  readonly #log: Pick<Log, 'info'>;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #problems = vscode.languages.createDiagnosticCollection('vaultsql schema');
  /** By the file's URI. */
  #files = new Map<string, { readonly name: string; readonly file: SchemaFile }>();
  /** Which reading of each file began last: an earlier one may end after it. */
  readonly #lastRead = new Map<string, number>();
  #reads = 0;
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
    return this.sources(vault).flatMap(({ tables }) => tables);
  }
  /** The same by file. */
  sources(vault: string | undefined): readonly SchemaSource[] {
    return Array.from(this.#files.values(), ({ name, file }) => ({
      name,
      tables: tablesOfVault(file, vault),
    }));
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
    // What is still being read belongs to the folders before.
    this.#files = new Map();
    this.#problems.clear();
    this.#loading = this.#loadAll();
    void this.#loading.then(() => this.#changes.fire());
  }
  #watch(folder: vscode.WorkspaceFolder): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, watched));
    const file = vscode.Uri.joinPath(folder.uri, path);
    const changed = (): void => void this.#read(file).then(() => this.#changes.fire());
    watcher.onDidChange(changed);
    watcher.onDidCreate(changed);
    watcher.onDidDelete(changed);
    return watcher;
  }

  /** Takes in what the file says now; nothing where there is none. */
  async #read(uri: vscode.Uri): Promise<void> {
    const files = this.#files;
    const own = ++this.#reads;
    this.#lastRead.set(uri.toString(), own);
    const isCurrent = (): boolean => files === this.#files && this.#lastRead.get(uri.toString()) === own;
    const read = await readBounded(uri, maxSize);
    if (!isCurrent()) return;
    if (!read.ok) {
      files.delete(uri.toString());
      this.#problems.delete(uri);
      // Most workspaces have none.
      if (read.reason === 'missing') return;
      this.#log.info(`${path} was not read: ${read.reason}`);
      this.#problems.set(uri, [diagnosticOf(unreadSentence(read.reason), new vscode.Range(0, 0, 0, 1))]);
      return;
    }
    const text = new TextDecoder().decode(read.contents);
    const file = readSchemaFile(text);
    files.set(uri.toString(), { name: vscode.workspace.asRelativePath(uri), file });
    const diagnostics = await diagnosticsOf(uri, text, file);
    if (isCurrent()) this.#problems.set(uri, diagnostics);
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
    return diagnosticOf(localized(schemaProblemSentence(problem)), range);
  });
}

function diagnosticOf(sentence: string, range: vscode.Range): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, sentence, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = 'vaultsql';
  return diagnostic;
}

const unreadSentence = (reason: 'unreadable' | 'too-large'): string =>
  reason === 'too-large'
    ? vscode.l10n.t('This file is larger than 5 MB. Nothing of it is applied.')
    : vscode.l10n.t('This file can’t be read. Nothing of it is applied.');
