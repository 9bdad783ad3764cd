import * as vscode from 'vscode';
import {
  findEventOfUnansweredQuery,
  isLikelyEventOf,
  type UnansweredQuery,
} from '../../core/audit/feed/queryEvent.ts';
import type { AuditEvent } from '../../core/service/types.ts';

/** The number of rows that the first successful request of a run returned, or how the run ended without one. */
export type RunEnd = number | 'failed' | 'cancelled';

interface LastRun {
  /** Time of the run, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly end: RunEnd;
}

interface RecordedQuery {
  /** How many rows the service returned for a page. Undefined if the request failed, or if it was a COUNT. */
  readonly rowCount: number | undefined;
  /** Identifies the run of a query whose pages this request and others fetched; undefined if it fetched no page. */
  readonly run: object | undefined;
}

interface RecordedUnansweredQuery extends Pick<RecordedQuery, 'run'>, UnansweredQuery {
  readonly connectionName: string;
}

/**
 * The actor that the service records for the requests of this window to the connection with this name; undefined if it
 * is not known yet.
 */
interface OwnActor {
  readonly connectionName: string;
  readonly actor: string | undefined;
}

/** Maximum number of requests that are recorded, so that memory use stays bounded. */
const MAX_REQUESTS = 10_000;
/** Maximum number of events kept for each connection until their actor is known, so that memory use stays bounded. */
const MAX_UNDECIDED = 400;
/** Maximum number of unanswered queries that are recorded, because each is compared with the events of a page. */
const MAX_UNANSWERED = 200;

export class LastRuns implements vscode.Disposable {
  readonly #byDocument = new Map<string, LastRun>();
  /** The queries that this window sent, by request ID. */
  readonly #requests = new Map<string, RecordedQuery>();
  /** The queries that this window sent and whose request ID is still unknown, the oldest first. */
  #unanswered: readonly RecordedUnansweredQuery[] = [];
  /**
   * Maps a connection's name to loaded events that match an unanswered query in all but the actor, whose ID may not be
   * known yet.
   */
  readonly #undecided = new Map<string, readonly AuditEvent[]>();
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changes.event;

  recordRun(document: vscode.Uri, run: LastRun): void {
    this.#byDocument.set(document.toString(), run);
    this.#changes.fire();
  }
  getLastRun(document: vscode.Uri): LastRun | undefined {
    return this.#byDocument.get(document.toString());
  }
  /**
   * Records a query that this window sent, under the request ID of its response. Does nothing if the response had none,
   * or if there was no response.
   */
  recordRequest(requestID: string | undefined, query: RecordedQuery): void {
    if (requestID === undefined) return;
    this.#requests.set(requestID, query);
    for (const oldest of this.#requests.keys()) {
      if (this.#requests.size <= MAX_REQUESTS) break;
      this.#requests.delete(oldest);
    }
  }
  /** Records a query that ended without a response, until `learnRequestIDs` finds its audit event. */
  recordUnansweredQuery(query: RecordedUnansweredQuery): void {
    this.#unanswered = [...this.#unanswered, query].slice(-MAX_UNANSWERED);
  }
  /**
   * Finds the audit events of unanswered queries among `events` by `findEventOfUnansweredQuery`, and records the
   * queries under the request IDs of these events. Ignores events of other actors, and those whose request is recorded
   * already. Keeps events that may belong to these queries if another actor is known later. Returns whether an event
   * was found.
   */
  learnRequestIDs(events: readonly AuditEvent[], { connectionName, actor }: OwnActor): boolean {
    const sent = this.#unanswered.filter((query) => query.connectionName === connectionName);
    const mayBeOwn = (event: AuditEvent): boolean => sent.some((query) => isLikelyEventOf(event, query));
    const loaded = [...(this.#undecided.get(connectionName) ?? []), ...events].filter(mayBeOwn);
    // An event can be loaded more than once.
    const byRequest = new Map(loaded.map((event) => [event.context.requestID, event]));
    const listUnrecorded = (): readonly AuditEvent[] =>
      [...byRequest].flatMap(([id, event]) => (id === undefined || this.#requests.has(id) ? [] : [event]));
    const found = new Set<UnansweredQuery>();
    for (const query of actor === undefined ? [] : sent) {
      const own = listUnrecorded().filter(({ context }) => context.actor === actor);
      const event = findEventOfUnansweredQuery(own, query);
      this.recordRequest(event?.context.requestID, { rowCount: undefined, run: query.run });
      if (event) found.add(query);
    }
    this.#undecided.set(connectionName, listUnrecorded().slice(-MAX_UNDECIDED));
    this.#unanswered = this.#unanswered.filter((query) => !found.has(query));
    return found.size > 0;
  }
  /** Whether this window sent a query with this request ID. */
  hasRequest(requestID: string): boolean {
    return this.#requests.has(requestID);
  }
  /** Returns the number of rows recorded for a request; undefined if none is recorded. */
  getRowCount(requestID: string | undefined): number | undefined {
    return requestID === undefined ? undefined : this.#requests.get(requestID)?.rowCount;
  }
  /**
   * Returns the request IDs of the recorded queries: a list for each run, and a list for each request without a run.
   */
  listRequestIDsByRun(): readonly (readonly string[])[] {
    const runs = new Map<object | string, string[]>();
    for (const [requestID, { run = requestID }] of this.#requests) {
      const ids = runs.get(run);
      if (ids) ids.push(requestID);
      else runs.set(run, [requestID]);
    }
    return [...runs.values()];
  }
  clearRunsAndRequests(): void {
    this.#unanswered = [];
    this.#undecided.clear();
    this.#requests.clear();
    this.#byDocument.clear();
    this.#changes.fire();
  }
  dispose(): void {
    this.#changes.dispose();
  }
}
