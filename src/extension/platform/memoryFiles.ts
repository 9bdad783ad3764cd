import * as vscode from 'vscode';

interface MemoryFile {
  readonly content: Uint8Array;
  readonly ctime: number;
  readonly mtime: number;
}

/**
 * Files that the user can edit and that are saved only in memory. Untitled documents are not used, because the editor
 * backs them up to disk, and asks whether to save them. `createContent` returns the initial content of a file. A file
 * exists as soon as it is read, so that the editor can restore its tab in a later window.
 */
export class MemoryFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>;
  readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #createContent: () => string;
  readonly #files = new Map<string, MemoryFile>();
  readonly #registration: vscode.Disposable;

  constructor(scheme: string, createContent: () => string) {
    this.onDidChangeFile = this.#changes.event;
    this.#createContent = createContent;
    this.#registration = vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true });
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { content, ctime, mtime } = this.#getOrCreateFile(uri);
    return { type: vscode.FileType.File, ctime, mtime, size: content.length };
  }
  readFile(uri: vscode.Uri): Uint8Array {
    return this.#getOrCreateFile(uri).content;
  }
  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    const { ctime, mtime: before } = this.#getOrCreateFile(uri);
    // If the modification time is the same, the editor assumes that the file is unchanged.
    this.#files.set(uri.toString(), { content, ctime, mtime: Math.max(Date.now(), before + 1) });
  }
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }
  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** Forgets what was written. Each file has its initial content again. */
  clearFiles(): void {
    this.#files.clear();
  }
  dispose(): void {
    this.#registration.dispose();
    this.#changes.dispose();
    this.clearFiles();
  }

  #getOrCreateFile(uri: vscode.Uri): MemoryFile {
    const key = uri.toString();
    const known = this.#files.get(key);
    if (known) return known;
    const now = Date.now();
    const created = { content: new TextEncoder().encode(this.#createContent()), ctime: now, mtime: now };
    this.#files.set(key, created);
    return created;
  }
}
