import {
  type FeedRequest,
  findFailure,
  findSettledState,
  withFailedRequest,
  withoutRequest,
  withReceivedPage,
  withRetryTime,
  withStartedRequest,
} from '../../../core/audit/feed/feedState.ts';
import type { Ledger } from '../../../core/audit/feed/ledger.ts';
import { findReasonOlderUnavailable, type OlderProblem } from '../../../core/audit/feed/phase.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { AuditQuery } from '../../../core/audit/query/auditQuery.ts';
import { selectServerTerms } from '../../../core/audit/query/serverTerms.ts';
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
  readonly connections: Pick<ConnectionSwitch, 'current' | 'identity' | 'addKnownAccountID'>;
  readonly filters: Pick<
    ModelFilters,
    'getAppliedFilters' | 'getRequestedServiceFilters' | 'getUnclearableAccountFilter'
  >;
  readonly listings: Pick<Listings, 'beginServiceListing'>;
  readonly marks: Pick<EventMarks, 'countUnsavedMarks'>;
  readonly ownRequests: Pick<OwnRequests, 'actor' | 'learnEnteredActor' | 'learnFromEvents'>;
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

  async loadNewest(filters?: AuditFilters): Promise<boolean> {
    return this.#sendAndApplyRequest({
      kind: 'newest',
      filters: filters ? this.#addRequiredAccount(filters) : this.#parts.filters.getRequestedServiceFilters(),
    });
  }
  /**
   * Loads the newest page for these service filters. When the page arrives, clears the local filters, which could hide
   * the events that are searched for.
   */
  async loadNewestClearingLocalFilters(filters: AuditFilters): Promise<boolean> {
    return this.#sendAndApplyRequest({
      kind: 'newest',
      filters: this.#addRequiredAccount(filters),
      isSearch: true,
    });
  }
  /**
   * Loads the newest page for the requested service filters and the terms of the applied question that the service can
   * evaluate. If `only` is given, only the terms of that question are used instead. When the page arrives, the terms
   * that were sent are removed from the local question.
   */
  async loadNewestForQuestion(only?: AuditQuery): Promise<boolean> {
    const { filters } = this.#parts;
    const { filters: added, terms } = selectServerTerms(only ?? filters.getAppliedFilters().local.question);
    return this.#sendAndApplyRequest({
      kind: 'newest',
      filters: this.#addRequiredAccount(only ? added : { ...filters.getRequestedServiceFilters(), ...added }),
      sentTerms: terms,
    });
  }
  async loadOlder(): Promise<boolean> {
    const { next } = this.#parts.state.provenance();
    if (this.findOlderProblem() || !next) return false;
    return this.#sendAndApplyRequest({ kind: 'older', next });
  }
  findOlderProblem(): OlderProblem | undefined {
    return findReasonOlderUnavailable(this.#parts.state.current, this.#parts.pages.isPagingOn());
  }
  /** Repeats or resumes the operation whose failure is displayed, or else loads the newest page. */
  async retryOrLoadNewest(): Promise<boolean> {
    const cause = findFailure(this.#parts.state.current)?.cause;
    switch (cause?.kind) {
      case 'newest':
        return this.#sendAndApplyRequest(cause);
      case 'older':
        return this.loadOlder();
      case 'apart':
        return cause.resume();
      case 'following':
        return cause.resume ? cause.resume() : this.loadNewest();
      case undefined:
        return this.loadNewest();
    }
  }
  /** Aborts the pending request and ends request sequences. Loaded events stay. */
  cancelRequest(): void {
    const { pages, state } = this.#parts;
    pages.abortRequest();
    state.setFeedState(withoutRequest(state.current));
  }
  /**
   * Returns a number that changes when a request begins or is aborted (`PageRequests.requestNumber`). Requests that follow
   * new events do not change it.
   */
  requestNumber(): number {
    return this.#parts.pages.requestNumber;
  }
  /**
   * Returns the actor that the service records for this window's requests to the current connection; undefined if it is
   * not known yet.
   */
  getOwnActorName(): string | undefined {
    const { connections, ownRequests } = this.#parts;
    return ownRequests.actor(connections.identity() ?? '');
  }
  /** Recognizes events of own queries by the ID that the user entered, as long as `getOwnActorName` returns none. */
  useEnteredActor(actor: string, connection: AnyConnection): void {
    const { ownRequests, state } = this.#parts;
    if (ownRequests.learnEnteredActor(actor, connection)) state.notifyStateChange();
  }
  getCurrentServiceProfile(): ServiceProfile | undefined {
    const { connections, pages } = this.#parts;
    const connection = connections.current();
    return connection && pages.getServiceProfile(connection);
  }
  markProfilePartContradicted(part: ProfilePart): void {
    const { connections, pages } = this.#parts;
    const connection = connections.current();
    if (connection) pages.markProfilePartContradicted(connection, part);
  }
  /**
   * Requests a page of events, which is not displayed, to find out the actor that `getOwnActorName` returns. `resume`
   * is called when the user retries after a failure.
   */
  requestToLearnOwnActor(resume: () => Promise<boolean>): Promise<boolean> {
    return this.#sendAndApplyRequest({
      kind: 'apart',
      filters: this.#parts.filters.getUnclearableAccountFilter(),
      resume,
    });
  }
  /**
   * Requests the newest page of a listing that is not displayed, or the page after its last one. Resolves to false also if
   * no further page can be requested. `resume` is called when the user retries after a failure.
   */
  async requestPageApart(ledger: Ledger, resume: () => Promise<boolean>): Promise<boolean> {
    const { filters, pages } = this.#parts;
    const { next, reason } = ledger.provenance();
    if (reason !== 'nothingLoaded' && (!next || !pages.isPagingOn())) return false;
    return this.#sendAndApplyRequest({
      kind: 'apart',
      filters: filters.getUnclearableAccountFilter(),
      ledger,
      next,
      resume,
    });
  }

  #addRequiredAccount(filters: AuditFilters): AuditFilters {
    return { ...this.#parts.filters.getUnclearableAccountFilter(), ...filters };
  }
  async #sendAndApplyRequest(request: FeedRequest): Promise<boolean> {
    const { connections, filters, listings, marks, pages, source, state } = this.#parts;
    const isLoss = request.kind === 'newest' && marks.countUnsavedMarks(state.getListingNumber()) > 0;
    if (isLoss && !(await source.confirmReplacingEvents())) return false;
    const connection = connections.current();
    const identity = connections.identity();
    if (!connection || !identity) return false;
    const own = pages.abortAndBeginRequest();
    state.setFeedState(withStartedRequest(state.current, request, identity, listings.beginServiceListing));
    const page = {
      connection,
      filters: connections.addKnownAccountID(
        request.kind === 'older' ? filters.getAppliedFilters().service : request.filters,
      ),
      next: request.kind === 'newest' ? undefined : request.next,
      onWait(until: number | undefined): void {
        const { current } = state;
        if (!own.signal.aborted && current.name === 'loading')
          state.setFeedState(withRetryTime(current, until));
      },
    };
    const outcome = await pages.fetchPage(page, own.signal);
    // False if the user cancelled or another request has begun since. The response is then ignored.
    return pages.endIfCurrentRequest(own) && this.#applyOutcome(request, outcome, connection, identity);
  }
  #applyOutcome(
    request: FeedRequest,
    outcome: Outcome<AuditPage>,
    connection: AnyConnection,
    identity: string,
  ): boolean {
    const { connections, listings, ownRequests, pages, state } = this.#parts;
    const { current } = state;
    if (current.name !== 'loading') return false;
    // While files are displayed, the connection may change without aborting the request. The response is then from
    // another connection.
    if (connections.identity() !== identity) {
      state.setFeedState(withoutRequest(current));
      return false;
    }
    if (outcome.ok) ownRequests.learnFromEvents(outcome.value.events ?? [], connection);
    const after = outcome.ok
      ? withReceivedPage(
          current,
          outcome.value,
          identity,
          listings.beginServiceListing,
          pages.findPagingSupport(connection, identity),
        )
      : withFailedRequest(current, outcome.error);
    if (request.kind === 'older' || (request.kind === 'newest' && outcome.ok))
      pages.recordPagingSupport(
        connection,
        identity,
        findSettledState(after).listing.ledger.provenance().support,
      );
    state.setFeedState(after);
    return true;
  }
}
