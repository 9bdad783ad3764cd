import * as vscode from 'vscode';

/** The number of rows that the first successful request of a run returned, or how the run ended without one. */
export type RunEnd = number | 'failed' | 'cancelled';

interface LastRun {
  /** Time of the run, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly end: RunEnd;
}

/** Maximum number of requests whose row counts are stored, so that memory use stays bounded. */
const MAX_ROW_COUNTS = 10_000;

export class LastRuns implements vscode.Disposable {
  readonly #byDocument = new Map<string, LastRun>();
  readonly #rowCounts = new Map<string, number>();
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changes.event;

  recordRun(document: vscode.Uri, run: LastRun): void {
    this.#byDocument.set(document.toString(), run);
    this.#changes.fire();
  }
  getLastRun(document: vscode.Uri): LastRun | undefined {
    return this.#byDocument.get(document.toString());
  }
  /** Records how many rows the service returned to a request of this window. */
  recordRowCount(requestID: string | undefined, rowCount: number): void {
    if (requestID === undefined) return;
    this.#rowCounts.set(requestID, rowCount);
    for (const oldest of this.#rowCounts.keys()) {
      if (this.#rowCounts.size <= MAX_ROW_COUNTS) break;
      this.#rowCounts.delete(oldest);
    }
  }
  /** Returns the number of rows recorded for a request; undefined if none is recorded. */
  getRowCount(requestID: string | undefined): number | undefined {
    return requestID === undefined ? undefined : this.#rowCounts.get(requestID);
  }
  clearRunsAndRowCounts(): void {
    this.#rowCounts.clear();
    this.#byDocument.clear();
    this.#changes.fire();
  }
  dispose(): void {
    this.#changes.dispose();
  }
}
