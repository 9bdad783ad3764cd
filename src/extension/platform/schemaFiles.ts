import * as vscode from 'vscode';
import { describeWhatStillApplies, schemaProblemSentence } from '../../core/messages/schemaProblems.ts';
import { collectListedTables } from '../../core/schema/allTables.ts';
import { createProblemLocator } from '../../core/schema/problemRange.ts';
import { retainEarlierPolicies } from '../../core/schema/retainPolicies.ts';
import {
  type DeclaredTable,
  parseSchemaFile,
  type SchemaFile,
  tablesOfVault,
  unreadableSchemaFile,
} from '../../core/schema/schemaFile.ts';
import type { VaultTable } from '../../core/sql/dialect/schema.ts';
import { readBoundedFile } from './boundedFile.ts';
import type { Log } from './log.ts';
import { localizeSentence } from './messages.ts';

const SCHEMA_PATH = '.vaultsql/schema.json';
/**
 * The folder is included because the editor may report only the folder when it is created or deleted together with its
 * file.
 */
const WATCH_PATTERN = '{.vaultsql,.vaultsql/schema.json}';
const MAX_BYTES = 5_000_000;
const MAX_PROBLEMS = 200;

interface SchemaSource {
  readonly name: string;
  readonly tables: readonly DeclaredTable[];
}

/** A schema file whose policies may be missing, because it could not be read completely. */
export interface UnreadSchema {
  /**
   * Path of the schema file relative to its workspace folder, preceded by the folder's name if several folders are
   * open.
   */
  readonly name: string;
  readonly uri: vscode.Uri;
}

interface ReadSchema extends UnreadSchema {
  readonly file: SchemaFile;
}

/** Reads and watches the `.vaultsql/schema.json` files of the workspace folders. */
export class SchemaFiles implements vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  readonly #log: Pick<Log, 'info'>;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #problems = vscode.languages.createDiagnosticCollection('vaultsql schema');
  #files = new Map<string, ReadSchema>();
  /**
   * The last usable content of each schema file, by URI. It is kept when the file is deleted, because a tool may delete
   * a file before writing it again.
   */
  readonly #lastKnown = new Map<string, SchemaFile>();
  /**
   * Number of the latest read of each schema file, so that the result of an earlier read is ignored if it arrives late.
   */
  readonly #lastRead = new Map<string, number>();
  #reads = 0;
  #watchers: readonly vscode.Disposable[] = [];
  #loading: Promise<void> | undefined;

  constructor(log: Pick<Log, 'info'>) {
    this.#log = log;
    this.onDidChange = this.#changes.event;
  }

  /**
   * Reads the schema files at the first call and watches them from then on. An unreadable file does not reject the
   * promise.
   */
  load(): Promise<void> {
    this.#loading ??= this.#watchAndReadFolders();
    return this.#loading;
  }
  /**
   * Returns the tables that the schema files list for every vault, and those that they list only for `vault`
   * (`<connection>/<vault>`). If `vault` is undefined, returns only the former.
   */
  tables(vault: string | undefined): readonly DeclaredTable[] {
    return this.sources(vault).flatMap(({ tables }) => tables);
  }
  sources(vault: string | undefined): readonly SchemaSource[] {
    return Array.from(this.#files.values(), ({ name, file }) => ({
      name,
      tables: tablesOfVault(file, vault),
    }));
  }
  /**
   * Returns the tables of `vault` (`<connection>/<vault>`), or of all vaults if `vault` is undefined. Returns undefined
   * if the schema files can't be taken as a list of all tables, for example because they only state policies or one of
   * them could not be read completely.
   */
  allTables(vault: string | undefined): readonly VaultTable[] | undefined {
    return collectListedTables(
      Array.from(this.#files.values(), ({ file }) => file),
      vault,
    );
  }
  listUnreadFiles(): readonly UnreadSchema[] {
    return [...this.#files.values()].filter(({ file }) => file.mayLackPolicies);
  }
  dispose(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    this.#problems.dispose();
    this.#changes.dispose();
  }

  async #watchAndReadFolders(): Promise<void> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const ofFolders = vscode.workspace.onDidChangeWorkspaceFolders(() => this.#restartWatchingAndRead());
    this.#watchers = [ofFolders, ...folders.map((folder) => this.#watch(folder))];
    await Promise.all(
      folders.map(({ uri }) => this.#readAndStoreSchema(vscode.Uri.joinPath(uri, SCHEMA_PATH))),
    );
  }
  #restartWatchingAndRead(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    // A new map, because reads in progress are for the previous folders. Their results are ignored.
    this.#files = new Map();
    this.#problems.clear();
    this.#loading = this.#watchAndReadFolders();
    void this.#loading.then(() => this.#changes.fire());
  }
  #watch(folder: vscode.WorkspaceFolder): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, WATCH_PATTERN),
    );
    const file = vscode.Uri.joinPath(folder.uri, SCHEMA_PATH);
    const changed = (): void => void this.#readAndStoreSchema(file).then(() => this.#changes.fire());
    watcher.onDidChange(changed);
    watcher.onDidCreate(changed);
    watcher.onDidDelete(changed);
    return watcher;
  }

  async #readAndStoreSchema(uri: vscode.Uri): Promise<void> {
    const files = this.#files;
    const own = ++this.#reads;
    this.#lastRead.set(uri.toString(), own);
    const isCurrent = (): boolean => files === this.#files && this.#lastRead.get(uri.toString()) === own;
    const read = await readBoundedFile(uri, MAX_BYTES);
    if (!isCurrent()) return;
    const key = uri.toString();
    const before = this.#lastKnown.get(key);
    if (read.ok) {
      const text = new TextDecoder().decode(read.contents);
      const file = retainEarlierPolicies(parseSchemaFile(text), before);
      this.#storeSchema(uri, file);
      this.#problems.set(uri, createDiagnostics(text, file));
    } else if (read.reason === 'missing') {
      // Most workspaces have no schema file, so this is not reported.
      files.delete(key);
      this.#problems.delete(uri);
    } else {
      this.#storeSchema(uri, before ?? unreadableSchemaFile);
      this.#log.info(`${SCHEMA_PATH} was not read: ${read.reason}`);
      const says = [
        describeReadFailure(read.reason),
        localizeSentence(describeWhatStillApplies(before !== undefined)),
      ].join(' ');
      this.#problems.set(uri, [createWarning(says, new vscode.Range(0, 0, 0, 1))]);
    }
  }

  #storeSchema(uri: vscode.Uri, file: SchemaFile): void {
    const key = uri.toString();
    this.#files.set(key, { name: vscode.workspace.asRelativePath(uri), uri, file });
    // A file from which nothing could be read does not replace the last usable content.
    if (!file.mayLackPolicies || file.tables.length + file.vaults.size > 0) this.#lastKnown.set(key, file);
  }
}

function createDiagnostics(text: string, { problems }: SchemaFile): vscode.Diagnostic[] {
  const rangeOf = createProblemLocator(text);
  const positionOf = createPositionFinder(text);
  return problems.slice(0, MAX_PROBLEMS).map((problem) => {
    const { start, end } = rangeOf(problem);
    const range = new vscode.Range(positionOf(start), positionOf(end));
    return createWarning(localizeSentence(schemaProblemSentence(problem)), range);
  });
}

/**
 * Returns a function that converts an offset in `text` to a position. An open document can't be used for this, because
 * it may still contain an older text.
 */
function createPositionFinder(text: string): (offset: number) => vscode.Position {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ 0: end, index }) => index + end.length)];
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return new vscode.Position(line, offset - (starts[line] ?? 0));
  };
}

function createWarning(sentence: string, range: vscode.Range): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, sentence, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = 'vaultsql';
  return diagnostic;
}

const describeReadFailure = (reason: 'unreadable' | 'too-large'): string =>
  reason === 'too-large'
    ? vscode.l10n.t('This file is larger than 5 MB.')
    : vscode.l10n.t('This file can’t be read.');
