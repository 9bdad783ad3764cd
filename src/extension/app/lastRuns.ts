import * as vscode from 'vscode';

/** The number of rows that a run returned at first, or how it ended without a result. */
export type RunEnd = number | 'failed' | 'cancelled';

interface LastRun {
  /** Time of the run, in milliseconds since 1970. */
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
