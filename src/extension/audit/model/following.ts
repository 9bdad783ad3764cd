import {
  type FeedState,
  withFollowingFailure,
  withListingChange,
  withoutFollowingFailure,
} from '../../../core/audit/feed/feedState.ts';
import type { Gap } from '../../../core/audit/feed/follow.ts';
import type { ApiError, Outcome } from '../../../core/service/errors.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../../core/service/types.ts';
import type { ConnectionSwitch } from './connectionSwitch.ts';
import type { ModelFilters } from './filters.ts';
import type { FollowState } from './followState.ts';
import type { OwnRequests } from './ownRequests.ts';
import type { PageRequests } from './pageRequests.ts';
import type { ModelState } from './state.ts';

export interface RoundReport {
  readonly gaps: readonly Gap[];
  /**
   * The note to display, or `{ note: undefined }` to remove it. If this property is undefined, the displayed note
   * stays.
   */
  readonly note?: { readonly note: string | undefined } | undefined;
  /** Undefined if the round succeeded. `resume` continues following. */
  readonly failure?: { readonly error: ApiError; readonly resume: () => Promise<boolean> } | undefined;
}

interface FollowingParts {
  readonly connections: Pick<ConnectionSwitch, 'current'>;
  readonly filters: Pick<ModelFilters, 'getServiceFiltersToSend'>;
  readonly ownRequests: Pick<OwnRequests, 'learnFromEvents'>;
  readonly pages: Pick<PageRequests, 'fetchPage'>;
  readonly state: ModelState;
}

export class Following {
  readonly #parts: FollowingParts;

  constructor(parts: FollowingParts) {
    this.#parts = parts;
  }

  state(): FollowState {
    return this.#parts.state.follow;
  }
  setFollowState(to: FollowState): void {
    this.#parts.state.setFollowState(to);
  }
  /**
   * Fetches the page at the cursor `next`, or the newest page if it is undefined. Without a connection, returns the
   * error `noToken`.
   */
  async fetchFollowedPage(next: NextOps | undefined, signal: AbortSignal): Promise<Outcome<AuditPage>> {
    const { connections, filters, pages } = this.#parts;
    const connection = connections.current();
    if (!connection) return { ok: false, error: { kind: 'noToken', retry: false } };
    return pages.fetchPage(
      { connection, filters: filters.getServiceFiltersToSend(), next, isWithoutRetry: true },
      signal,
    );
  }
  addFollowedEvents(events: readonly AuditEvent[]): readonly AuditEvent[] {
    const { connections, ownRequests, state } = this.#parts;
    const connection = connections.current();
    if (connection) ownRequests.learnFromEvents(events, connection);
    const fresh = state.displayed.listing.ledger.addPage({ events, nextOps: null }, 'newest');
    if (fresh.length > 0) state.notifyStateChange();
    return fresh;
  }
  setListingGaps(gaps: readonly Gap[]): void {
    this.#parts.state.applyTransition((state) => withListingChange(state, { gaps }));
  }
  setListingNote(note: string | undefined): void {
    this.#parts.state.applyTransition((state) => withListingChange(state, { note }));
  }
  /** Applies the result of one round in a single state change. */
  applyRoundReport({ gaps, note, failure }: RoundReport): void {
    const noted = (state: FeedState): FeedState => {
      const known = withListingChange(state, { gaps });
      return note ? withListingChange(known, note) : known;
    };
    this.#parts.state.applyTransition((state) =>
      failure
        ? withFollowingFailure(noted(state), failure.error, failure.resume)
        : withoutFollowingFailure(noted(state)),
    );
  }
  /**
   * Records that following failed, unless the failure of a request is displayed. `resume` continues following when the
   * user tries again. If it is undefined, trying again loads the newest events instead.
   */
  recordFollowingFailure(error: ApiError, resume?: () => Promise<boolean>): void {
    this.#parts.state.applyTransition((state) => withFollowingFailure(state, error, resume));
  }
  clearFollowingFailure(): void {
    this.#parts.state.applyTransition(withoutFollowingFailure);
  }
}
