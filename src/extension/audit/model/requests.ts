import {
  type FeedRequest,
  failureOf,
  pageReceived,
  requestFailed,
  requestStarted,
  settledState,
  waitingForRetry,
  withoutRequest,
} from '../../../core/audit/feed/feedState.ts';
import { findOlderProblem, type OlderProblem } from '../../../core/audit/feed/phase.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { AuditQuery } from '../../../core/audit/query/auditQuery.ts';
import { findServerPart } from '../../../core/audit/query/serverTerms.ts';
import type { ProfilePart, ServiceProfile } from '../../../core/conformance/profile.ts';
import type { Outcome } from '../../../core/service/errors.ts';
import type { AuditPage } from '../../../core/service/types.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { EventMarks } from '../marks/eventMarks.ts';
import type { ConnectionSwitch } from './connectionSwitch.ts';
import type { ModelFilters } from './filters.ts';
import type { Listings } from './listings.ts';
import type { OwnRequests } from './ownRequests.ts';
import type { PageRequests } from './pageRequests.ts';
import type { DisplayedSource } from './source.ts';
import type { ModelState } from './state.ts';

interface RequestParts {
  readonly connections: Pick<ConnectionSwitch, 'current' | 'identity' | 'sentFilters'>;
  readonly filters: Pick<ModelFilters, 'applied' | 'requested' | 'requiredAccount'>;
  readonly listings: Pick<Listings, 'beginServiceListing'>;
  readonly marks: Pick<EventMarks, 'unsavedCount'>;
  readonly ownRequests: Pick<OwnRequests, 'actor' | 'learnActor'>;
  readonly pages: PageRequests;
  readonly source: Pick<DisplayedSource, 'confirmReplacingEvents'>;
  readonly state: ModelState;
}

/**
 * Requests events from the service, one request at a time: a new request aborts the pending one. Methods that send a
 * request resolve to false if it was not sent or its outcome was not applied. A failure counts as an outcome.
 */
export class AuditRequests {
  readonly #parts: RequestParts;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  async load(filters?: AuditFilters): Promise<boolean> {
    return this.#send({
      kind: 'newest',
      filters: filters ? this.#withAccount(filters) : this.#parts.filters.requested(),
    });
  }
  /**
   * Loads the newest page for these service filters and clears the local filters, which could hide
   * the events that are searched for.
   */
  async search(filters: AuditFilters): Promise<boolean> {
    return this.#send({ kind: 'newest', filters: this.#withAccount(filters), isSearch: true });
  }
  /**
   * Loads the newest page for the requested service filters and the terms of the applied question
   * that the service can evaluate. If `only` is given, the terms of that question replace both.
   */
  async askServer(only?: AuditQuery): Promise<boolean> {
    const { filters } = this.#parts;
    const { filters: added, terms } = findServerPart(only ?? filters.applied().local.question);
    return this.#send({
      kind: 'newest',
      filters: this.#withAccount(only ? added : { ...filters.requested(), ...added }),
      sentTerms: terms,
    });
  }
  async loadOlder(): Promise<boolean> {
    const { next } = this.#parts.state.provenance();
    if (this.findOlderProblem() || !next) return false;
    return this.#send({ kind: 'older', next });
  }
  findOlderProblem(): OlderProblem | undefined {
    return findOlderProblem(this.#parts.state.current, this.#parts.pages.isPagingOn());
  }
  /** Repeats or resumes the operation whose failure is displayed, or else loads the newest page. */
  async retry(): Promise<boolean> {
    const cause = failureOf(this.#parts.state.current)?.cause;
    switch (cause?.kind) {
      case 'newest':
        return this.#send(cause);
      case 'older':
        return this.loadOlder();
      case 'ownActor':
        return cause.resume();
      case 'following':
        return cause.resume ? cause.resume() : this.load();
      case undefined:
        return this.load();
    }
  }
  /** Aborts the pending request and ends request sequences. Loaded events stay. */
  cancel(): void {
    const { pages, state } = this.#parts;
    pages.abortRequest();
    state.set(withoutRequest(state.current));
  }
  /** Returns a number that changes when a request begins, except one that follows new events, or is aborted. */
  requestNumber(): number {
    return this.#parts.pages.requestNumber;
  }
  /**
   * Returns the user as which the service logs requests to the current connection; undefined if not
   * learned yet.
   */
  userName(): string | undefined {
    const { connections, ownRequests } = this.#parts;
    return ownRequests.actor(connections.identity() ?? '');
  }
  profile(): ServiceProfile | undefined {
    const { connections, pages } = this.#parts;
    const connection = connections.current();
    return connection && pages.profile(connection);
  }
  contradict(part: ProfilePart): void {
    const { connections, pages } = this.#parts;
    const connection = connections.current();
    if (connection) pages.contradict(connection, part);
  }
  /**
   * Requests events to find out the actor that `userName` returns. `resume` is called when the user
   * retries after a failure.
   */
  learnUser(resume: () => Promise<boolean>): Promise<boolean> {
    return this.#send({ kind: 'ownActor', filters: this.#parts.filters.requiredAccount(), resume });
  }

  #withAccount(filters: AuditFilters): AuditFilters {
    return { ...this.#parts.filters.requiredAccount(), ...filters };
  }
  async #send(request: FeedRequest): Promise<boolean> {
    const { connections, filters, listings, marks, pages, source, state } = this.#parts;
    const isLoss = request.kind === 'newest' && marks.unsavedCount(state.listing()) > 0;
    if (isLoss && !(await source.confirmReplacingEvents())) return false;
    const connection = connections.current();
    const identity = connections.identity();
    if (!connection || !identity) return false;
    const own = pages.begin();
    state.set(requestStarted(state.current, request, identity, listings.beginServiceListing));
    const page = {
      connection,
      filters: connections.sentFilters(
        request.kind === 'older' ? filters.applied().service : request.filters,
      ),
      next: request.kind === 'older' ? request.next : undefined,
      onWait(until: number | undefined): void {
        const { current } = state;
        if (!own.signal.aborted && current.name === 'loading') state.set(waitingForRetry(current, until));
      },
    };
    const outcome = await pages.fetchPage(page, own.signal);
    // False if the user cancelled or another request has begun since: this response is no longer wanted.
    return pages.end(own) && this.#apply(request, outcome, connection, identity);
  }
  #apply(
    request: FeedRequest,
    outcome: Outcome<AuditPage>,
    connection: AnyConnection,
    identity: string,
  ): boolean {
    const { connections, listings, ownRequests, pages, state } = this.#parts;
    const { current } = state;
    if (current.name !== 'loading') return false;
    // While files are displayed, the connection may change without aborting the request. The response is from another
    // one then.
    if (connections.identity() !== identity) {
      state.set(withoutRequest(current));
      return false;
    }
    if (outcome.ok) ownRequests.learnActor(outcome.value.events ?? [], identity);
    const after = outcome.ok
      ? pageReceived(
          current,
          outcome.value,
          identity,
          listings.beginServiceListing,
          pages.paging(connection, identity),
        )
      : requestFailed(current, outcome.error);
    if (request.kind === 'older' || (request.kind === 'newest' && outcome.ok))
      pages.setPaging(connection, identity, settledState(after).listing.ledger.provenance().support);
    state.set(after);
    return true;
  }
}
