import * as vscode from 'vscode';
import { schemaProblemSentence, unreadFileSentence } from '../../core/messages/schemaProblems.ts';
import { allTables } from '../../core/schema/allTables.ts';
import { keepPolicies } from '../../core/schema/keptPolicies.ts';
import { problemRanges } from '../../core/schema/problemRange.ts';
import {
  readSchemaFile,
  type SchemaFile,
  tablesOfVault,
  unreadSchema,
  type WrittenTable,
} from '../../core/schema/schemaFile.ts';
import type { VaultTable } from '../../core/sql/dialect/schema.ts';
import { readBounded } from './boundedFile.ts';
import type { Log } from './log.ts';
import { localized } from './messages.ts';

const path = '.vaultsql/schema.json';
/** A folder that comes or goes with the file in it may be all that the editor tells of. */
const watched = '{.vaultsql,.vaultsql/schema.json}';
/** Bytes; a vault's whole schema takes some ten thousand. */
const maxSize = 5_000_000;
/** Told of one file at most; who mends them is told of the next ones. */
const maxProblems = 200;

/** What one of the files says of a vault. */
interface SchemaSource {
  /** The file's path in the workspace, with its folder where there are several. */
  readonly name: string;
  readonly tables: readonly WrittenTable[];
}

/** A file of which policies may be missing: it, or a part of it, could not be read since the window is there. */
export interface UnreadSchema {
  /** As in `SchemaSource`. */
  readonly name: string;
  readonly uri: vscode.Uri;
}

interface Reading extends UnreadSchema {
  readonly file: SchemaFile;
}

/** What the workspace's folders have written down of tables, each in its `.vaultsql/schema.json`. */
export class SchemaFiles implements vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  readonly #log: Pick<Log, 'info'>;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #problems = vscode.languages.createDiagnosticCollection('vaultsql schema');
  /** By the file's URI. */
  #files = new Map<string, Reading>();
  /**
   * What each file said last, also one that is gone for now: a tool that writes a file anew may remove it first. What it
   * protects is kept while the file is there and can't be read.
   */
  readonly #lastKnown = new Map<string, SchemaFile>();
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
  /** As `allTables`, of the files that have been read. */
  allTables(vault: string | undefined): readonly VaultTable[] | undefined {
    return allTables(
      Array.from(this.#files.values(), ({ file }) => file),
      vault,
    );
  }
  /** The files of which policies may be missing. */
  unread(): readonly UnreadSchema[] {
    return [...this.#files.values()].filter(({ file }) => file.mayLack);
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
    const key = uri.toString();
    const before = this.#lastKnown.get(key);
    if (read.ok) {
      const text = new TextDecoder().decode(read.contents);
      const file = keepPolicies(readSchemaFile(text), before);
      this.#take(uri, file);
      this.#problems.set(uri, diagnosticsOf(text, file));
    } else if (read.reason === 'missing') {
      // Most workspaces have none.
      files.delete(key);
      this.#problems.delete(uri);
    } else {
      this.#take(uri, before ?? unreadSchema);
      this.#log.info(`${path} was not read: ${read.reason}`);
      const says = [unreadText(read.reason), localized(unreadFileSentence(before !== undefined))].join(' ');
      this.#problems.set(uri, [diagnosticOf(says, new vscode.Range(0, 0, 0, 1))]);
    }
  }

  #take(uri: vscode.Uri, file: SchemaFile): void {
    const key = uri.toString();
    this.#files.set(key, { name: vscode.workspace.asRelativePath(uri), uri, file });
    // What was never read is nothing to go back to.
    if (!file.mayLack || file.tables.length + file.vaults.size > 0) this.#lastKnown.set(key, file);
  }
}

function diagnosticsOf(text: string, { problems }: SchemaFile): vscode.Diagnostic[] {
  const rangeOf = problemRanges(text);
  const positionOf = positionsIn(text);
  return problems.slice(0, maxProblems).map((problem) => {
    const { start, end } = rangeOf(problem);
    const range = new vscode.Range(positionOf(start), positionOf(end));
    return diagnosticOf(localized(schemaProblemSentence(problem)), range);
  });
}

/** Not by the document, which may still have the text from before. */
function positionsIn(text: string): (offset: number) => vscode.Position {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ 0: end, index }) => index + end.length)];
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return new vscode.Position(line, offset - (starts[line] ?? 0));
  };
}

function diagnosticOf(sentence: string, range: vscode.Range): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, sentence, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = 'vaultsql';
  return diagnostic;
}

const unreadText = (reason: 'unreadable' | 'too-large'): string =>
  reason === 'too-large'
    ? vscode.l10n.t('This file is larger than 5 MB.')
    : vscode.l10n.t('This file can’t be read.');
