import * as vscode from 'vscode';

/** How the first request of a run ended: with so many rows, or with none for this reason. */
export type RunEnd = number | 'failed' | 'cancelled';

/** The last run of a statement of a file, of those that were sent. */
interface LastRun {
  /** When it was asked to run, in milliseconds since 1970. */
  readonly at: number;
  readonly ended: RunEnd;
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
