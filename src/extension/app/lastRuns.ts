import * as vscode from 'vscode';

/** The number of rows that the first request of a run returned, or how it ended without a result. */
export type RunEnd = number | 'failed' | 'cancelled';

interface LastRun {
  /** When the user ran the statement, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly end: RunEnd;
}

export class LastRuns implements vscode.Disposable {
  readonly #byDocument = new Map<string, LastRun>();
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changes.event;

  recordRun(document: vscode.Uri, run: LastRun): void {
    this.#byDocument.set(document.toString(), run);
    this.#changes.fire();
  }
  getLastRun(document: vscode.Uri): LastRun | undefined {
    return this.#byDocument.get(document.toString());
  }
  clear(): void {
    this.#byDocument.clear();
    this.#changes.fire();
  }
  dispose(): void {
    this.#changes.dispose();
  }
}
