import * as vscode from 'vscode';

/** How the last run of a statement of a file ended. */
export interface LastRun {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Rows of its first answer; undefined where it failed or was not sent. */
  readonly rows: number | undefined;
}

/** By document: noted by results, shown beside saved queries. In memory only; no value. */
export class LastRuns implements vscode.Disposable {
  readonly #byDocument = new Map<string, LastRun>();
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changes.event;

  note(document: vscode.Uri, run: LastRun): void {
    this.#byDocument.set(document.toString(), run);
    this.#changes.fire();
  }
  of(document: vscode.Uri): LastRun | undefined {
    return this.#byDocument.get(document.toString());
  }
  forget(): void {
    this.#byDocument.clear();
    this.#changes.fire();
  }
  dispose(): void {
    this.#changes.dispose();
  }
}
