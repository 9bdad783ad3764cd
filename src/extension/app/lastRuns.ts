import * as vscode from 'vscode';

/** The number of rows that the first successful request of a run returned, or how the run ended without one. */
export type RunEnd = number | 'failed' | 'cancelled';

interface LastRun {
  /** Time of the run, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly end: RunEnd;
}

/** Maximum number of requests that are recorded, so that memory use stays bounded. */
const MAX_REQUESTS = 10_000;

export class LastRuns implements vscode.Disposable {
  readonly #byDocument = new Map<string, LastRun>();
  /** The successful requests of this window by request ID. */
  readonly #requests = new Map<string, { readonly connectionName: string; readonly rowCount: number }>();
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changes.event;

  recordRun(document: vscode.Uri, run: LastRun): void {
    this.#byDocument.set(document.toString(), run);
    this.#changes.fire();
  }
  getLastRun(document: vscode.Uri): LastRun | undefined {
    return this.#byDocument.get(document.toString());
  }
  /** Records a successful request of this window and how many rows the service returned to it. */
  recordRequest(requestID: string | undefined, connectionName: string, rowCount: number): void {
    if (requestID === undefined) return;
    this.#requests.set(requestID, { connectionName, rowCount });
    for (const oldest of this.#requests.keys()) {
      if (this.#requests.size <= MAX_REQUESTS) break;
      this.#requests.delete(oldest);
    }
  }
  /** Returns the number of rows recorded for a request; undefined if none is recorded. */
  getRowCount(requestID: string | undefined): number | undefined {
    return requestID === undefined ? undefined : this.#requests.get(requestID)?.rowCount;
  }
  /** Returns how many of the recorded requests to a connection have another ID than those in `requestIDs`. */
  countRequestsExcept(requestIDs: ReadonlySet<string>, connectionName: string): number {
    let count = 0;
    for (const [requestID, request] of this.#requests)
      if (request.connectionName === connectionName && !requestIDs.has(requestID)) count++;
    return count;
  }
  clearRunsAndRequests(): void {
    this.#requests.clear();
    this.#byDocument.clear();
    this.#changes.fire();
  }
  dispose(): void {
    this.#changes.dispose();
  }
}
