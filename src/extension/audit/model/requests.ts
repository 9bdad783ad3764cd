import {
  type FeedRequest,
  failureOf,
  pageReceived,
  requestDropped,
  requestFailed,
  requestStarted,
  settledState,
  waitingForRetry,
} from '../../../core/audit/feed/feedState.ts';
import { type OlderProblem, whyNoOlder } from '../../../core/audit/feed/phase.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { Outcome } from '../../../core/service/errors.ts';
import type { AuditPage } from '../../../core/service/types.ts';
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
  readonly listings: Pick<Listings, 'begin'>;
  readonly marks: Pick<EventMarks, 'unsaved'>;
  readonly ownRequests: Pick<OwnRequests, 'actor' | 'learn'>;
  readonly pages: PageRequests;
  readonly source: Pick<DisplayedSource, 'mayReplace'>;
  readonly state: ModelState;
}

/**
 * Requests events from the service, one request at a time: a newer request aborts the one before. Each method that sends
 * one returns false if no answer was applied, because the request was cancelled or overtaken. A refusal is an answer:
 * the state's `error` has it.
 */
export class AuditRequests {
  readonly #parts: RequestParts;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  /**
   * Loads the newest page for these filters; without an argument, for the requested ones. The displayed events stay, with
   * their own filters, until the service returns a page.
   */
  async load(filters?: AuditFilters): Promise<boolean> {
    return this.#send({
      kind: 'newest',
      filters: filters ? this.#withAccount(filters) : this.#parts.filters.requested(),
    });
  }
  /** Loads the newest page for these filters and, with it, clears the local filters, which could hide what is searched for. */
  async search(filters: AuditFilters): Promise<boolean> {
    return this.#send({ kind: 'newest', filters: this.#withAccount(filters), isSearch: true });
  }
  /** Loads one older page. Sends nothing and returns false if older events can't be requested. */
  async loadOlder(): Promise<boolean> {
    const { next } = this.#parts.state.provenance();
    if (this.whyNoOlder() || !next) return false;
    return this.#send({ kind: 'older', next });
  }
  /** Why older events can't be requested; undefined if they can. */
  whyNoOlder(): OlderProblem | undefined {
    return whyNoOlder(this.#parts.state.current, this.#parts.pages.isPagingOn());
  }
  /** Repeats what failed last. */
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
  /** Aborts the pending request and ends the sequence that it belongs to. Loaded events stay. */
  cancel(): void {
    const { pages, state } = this.#parts;
    pages.abortRequest();
    state.set(requestDropped(state.current));
  }
  /**
   * Returns the number of requests begun or aborted so far. A sequence of requests compares two results to detect that
   * another request intervened.
   */
  turn(): number {
    return this.#parts.pages.turn;
  }
  /** The actor in whose name the current connection's requests are logged; undefined if no event of one was loaded yet. */
  user(): string | undefined {
    const { connections, ownRequests } = this.#parts;
    return ownRequests.actor(connections.identity() ?? '');
  }
  /**
   * Requests the newest page, filtered by the required account ID alone, to find out `user`. The displayed events stay.
   * `resume` is called when the user retries a failed request. Resolves to true if the page was loaded.
   */
  learnUser(resume: () => Promise<boolean>): Promise<boolean> {
    return this.#send({ kind: 'ownActor', filters: this.#parts.filters.requiredAccount(), resume });
  }

  #withAccount(filters: AuditFilters): AuditFilters {
    return { ...this.#parts.filters.requiredAccount(), ...filters };
  }
  async #send(request: FeedRequest): Promise<boolean> {
    const { connections, filters, listings, marks, pages, source, state } = this.#parts;
    const isLoss = request.kind === 'newest' && marks.unsaved(state.listing()) > 0;
    if (isLoss && !(await source.mayReplace())) return false;
    const connection = connections.current();
    const identity = connections.identity();
    if (!connection || !identity) return false;
    const own = pages.begin();
    state.set(requestStarted(state.current, request, identity, listings.begin));
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
    const outcome = await pages.page(page, own.signal);
    // A newer request has taken over: this answer is for filters that are no longer requested.
    return pages.end(own) && this.#apply(request, outcome, identity);
  }
  /** Applies the answer to a request that was sent to the connection `identity`; false if it is no longer the current one. */
  #apply(request: FeedRequest, outcome: Outcome<AuditPage>, identity: string): boolean {
    const { connections, listings, ownRequests, pages, state } = this.#parts;
    const { current } = state;
    if (current.name !== 'loading') return false;
    // While files are displayed, the connection may change unnoticed: the answer is that of another one.
    if (connections.identity() !== identity) {
      state.set(requestDropped(current));
      return false;
    }
    if (outcome.ok) ownRequests.learn(outcome.value.events ?? [], identity);
    const after = outcome.ok
      ? pageReceived(current, outcome.value, identity, listings.begin, pages.paging(identity))
      : requestFailed(current, outcome.error);
    if (request.kind === 'older' || (request.kind === 'newest' && outcome.ok))
      pages.setPaging(identity, settledState(after).listing.ledger.provenance().support);
    state.set(after);
    return true;
  }
}
