/** The little of the editor's module that the tested parts use, where a real editor would show nothing more. */

import { readdir, readFile, rm, stat } from 'node:fs/promises';

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export const Disposable = {
  from: (...all: readonly { dispose(): void }[]): { dispose(): void } => ({
    dispose() {
      for (const one of all) one.dispose();
    },
  }),
};

export const l10n = {
  t: (text: string, ...values: readonly unknown[]): string =>
    text.replace(/\{(\d+)\}/g, (_, place) => String(values[Number(place)])),
};

export class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}
export class ThemeIcon extends ThemeColor {}
export class TabInputText {
  readonly uri: unknown;
  constructor(uri: unknown) {
    this.uri = uri;
  }
}
export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}
export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...place: [Position, Position] | [number, number, number, number]) {
    const isPositions = place.length === 2;
    this.start = isPositions ? place[0] : new Position(place[0], place[1]);
    this.end = isPositions ? place[1] : new Position(place[2], place[3]);
  }
}
export class DocumentSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange: Range;
  constructor(name: string, detail: string, kind: number, range: Range, selectionRange: Range) {
    this.name = name;
    this.detail = detail;
    this.kind = kind;
    this.range = range;
    this.selectionRange = selectionRange;
  }
}
export const SymbolKind = { Key: 19, Struct: 22 };
export class CodeLens {
  readonly range: Range;
  readonly command: unknown;
  constructor(range: Range, command: unknown) {
    this.range = range;
    this.command = command;
  }
}
/** What the editor was given to ask, the last one last. */
export const providers: unknown[] = [];
const register = (_selector: unknown, provider: unknown): { dispose(): void } => {
  providers.push(provider);
  return { dispose: () => undefined };
};
/** What is marked in documents, by their path. */
export const marked = new Map<string, readonly Diagnostic[]>();
export const languages = {
  createDiagnosticCollection: () => ({
    set: ({ path }: Uri, diagnostics: readonly Diagnostic[]) => void marked.set(path, diagnostics),
    delete: ({ path }: Uri) => void marked.delete(path),
    dispose: () => marked.clear(),
  }),
  registerCodeLensProvider: register,
  registerDocumentSymbolProvider: register,
  setTextDocumentLanguage: async (document: unknown): Promise<unknown> => document,
};
export class Diagnostic {
  readonly range: Range;
  readonly message: string;
  readonly severity: number;
  constructor(range: Range, message: string, severity: number) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const QuickInputButtons = { Back: { iconPath: 'back' } };
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
export const ViewColumn = { Active: -1, Beside: -2 };
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
/** What a test wants of the next progress, and what was told in it. */
export const progress: { cancelAfter: number; readonly told: unknown[]; readonly options: unknown[] } = {
  cancelAfter: Number.POSITIVE_INFINITY,
  told: [],
  options: [],
};
const token = {
  get isCancellationRequested() {
    return progress.told.length >= progress.cancelAfter;
  },
  onCancellationRequested: () => ({ dispose: () => undefined }),
};
export class CancellationTokenSource {
  readonly #cancelling = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#cancelling.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#cancelling.fire();
  }
  dispose(): void {
    this.#cancelling.dispose();
  }
}
/** What lists were shown with; a person leaves each of them. */
export const picks: unknown[] = [];
/** Options of the input boxes that were shown. The user cancels each of them. */
export const inputBoxes: object[] = [];
/** The trees that were made, by their views. */
export const trees = new Map<string, unknown>();
/** The texts of the documents that were shown. */
export const shown: string[] = [];
export class FakeTreeView {
  visible = false;
  readonly #visibility = new EventEmitter<{ readonly visible: boolean }>();
  readonly onDidChangeVisibility = this.#visibility.event;
  /** No person is there to open rows. */
  readonly onDidExpandElement = new EventEmitter<unknown>().event;
  readonly onDidCollapseElement = new EventEmitter<unknown>().event;
  show(visible: boolean): void {
    this.visible = visible;
    this.#visibility.fire({ visible });
  }
  dispose(): void {
    this.#visibility.dispose();
  }
}
/** Their views, likewise. */
export const treeViews = new Map<string, FakeTreeView>();
export const window = {
  createTreeView: (view: string, { treeDataProvider }: { readonly treeDataProvider: unknown }) => {
    const made = new FakeTreeView();
    trees.set(view, treeDataProvider);
    treeViews.set(view, made);
    return made;
  },
  showTextDocument: async (document: { getText(): string }): Promise<void> =>
    void shown.push(document.getText()),
  showInputBox: (options: object): Promise<undefined> => {
    inputBoxes.push(options);
    return Promise.resolve(undefined);
  },
  showQuickPick: (_items: unknown, options: unknown): Promise<undefined> => {
    picks.push(options);
    return Promise.resolve(undefined);
  },
  withProgress: <T>(
    options: unknown,
    task: (progress: unknown, token: unknown) => Promise<T>,
  ): Promise<T> => {
    progress.options.push(options);
    return task({ report: (what: unknown) => progress.told.push(what) }, token);
  },
};
export class Uri {
  readonly scheme = 'file';
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
  static file = (path: string): Uri => new Uri(path);
  static from = ({ path }: { readonly path: string }): Uri => new Uri(path);
  static joinPath = ({ path }: Uri, ...more: readonly string[]): Uri => new Uri([path, ...more].join('/'));
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `file://${this.path}`;
  }
  with({ path = this.path }: { readonly path?: string }): Uri {
    return new Uri(path);
  }
}
export class FileSystemError extends Error {}
export const FileType = { Unknown: 0, File: 1, Directory: 2 };
/** Documents by their paths. */
export const documents = new Map<string, unknown>();
class NewDocument {
  #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  getText(): string {
    return this.#text;
  }
  positionAt(offset: number): Position {
    return new Position(0, offset);
  }
  insert(text: string): void {
    this.#text = text + this.#text;
  }
}
/** Inserts texts at the start of new documents. */
export class WorkspaceEdit {
  readonly inserted: (readonly [Uri, string])[] = [];
  insert(uri: Uri, _start: Position, text: string): void {
    this.inserted.push([uri, text]);
  }
}
/** Documents that were edited, or closed. */
export const edits = new EventEmitter<{
  readonly document: unknown;
  readonly contentChanges: readonly unknown[];
}>();
const closings = new EventEmitter<unknown>();
export const workspace = {
  onDidChangeTextDocument: edits.event,
  onDidCloseTextDocument: closings.event,
  getWorkspaceFolder: () => undefined,
  registerTextDocumentContentProvider: register,
  asRelativePath: ({ path }: Uri): string => path.slice(1),
  textDocuments: [] as unknown[],
  async openTextDocument({ path = '', content }: { readonly path?: string; readonly content?: string }) {
    if (content !== undefined) return new NewDocument(content);
    if (!documents.has(path)) documents.set(path, new NewDocument(''));
    return documents.get(path);
  },
  async applyEdit({ inserted }: WorkspaceEdit): Promise<boolean> {
    for (const [{ path }, text] of inserted) {
      const document = documents.get(path);
      if (document instanceof NewDocument) document.insert(text);
    }
    return true;
  },
  fs: {
    async readDirectory({ path }: Uri) {
      const entries = await readdir(path, { withFileTypes: true });
      return entries.map((entry) => [entry.name, entry.isDirectory() ? FileType.Directory : FileType.File]);
    },
    async stat({ path }: Uri) {
      const stats = await stat(path);
      const { size, mtimeMs } = stats;
      return {
        size,
        mtime: Math.floor(mtimeMs),
        type: stats.isDirectory() ? FileType.Directory : FileType.File,
      };
    },
    readFile: ({ path }: Uri) => readFile(path),
    delete: ({ path }: Uri) => rm(path),
  },
};
export const StatusBarAlignment = { Left: 1, Right: 2 } as const;
export const UIKind = { Desktop: 1, Web: 2 } as const;
export const env = { language: 'en', uiKind: UIKind.Desktop, uriScheme: 'vscode' };
export const extensions = { getExtension: (id: string) => ({ id }) };
/** Commands that were run, with what they were given. */
export const executed: unknown[][] = [];
export const commands = {
  executeCommand: (...command: unknown[]): Promise<undefined> => {
    executed.push(command);
    return Promise.resolve(undefined);
  },
};
