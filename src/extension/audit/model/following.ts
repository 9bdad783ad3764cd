import {
  type FeedState,
  followingFailed,
  followingRecovered,
  listingChanged,
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

/** What one round of following found. */
export interface RoundReport {
  readonly gaps: readonly Gap[];
  /** The note to display above the events; undefined if the note stays as it is. */
  readonly note?: { readonly note: string | undefined } | undefined;
  readonly failure?: { readonly error: ApiError; readonly resume: () => Promise<boolean> } | undefined;
}

interface FollowingParts {
  readonly connections: Pick<ConnectionSwitch, 'current' | 'identity'>;
  readonly filters: Pick<ModelFilters, 'sent'>;
  readonly ownRequests: Pick<OwnRequests, 'learn'>;
  readonly pages: Pick<PageRequests, 'page'>;
  readonly state: ModelState;
}

/** How the follower reads new events of the displayed listing and reports what it found. */
export class Following {
  readonly #parts: FollowingParts;

  constructor(parts: FollowingParts) {
    this.#parts = parts;
  }

  state(): FollowState {
    return this.#parts.state.follow;
  }
  setState(to: FollowState): void {
    this.#parts.state.setFollow(to);
  }
  /** Fetches one page of the displayed listing; without `next`, the newest one. A failed request is not repeated. */
  async fetch(next: NextOps | undefined, signal: AbortSignal): Promise<Outcome<AuditPage>> {
    const { connections, filters, pages } = this.#parts;
    const connection = connections.current();
    if (!connection) return { ok: false, error: { kind: 'noToken', retry: false } };
    return pages.page({ connection, filters: filters.sent(), next, once: true }, signal);
  }
  /** Adds events to the displayed listing and returns those that are new to it. */
  take(events: readonly AuditEvent[]): readonly AuditEvent[] {
    const { connections, ownRequests, state } = this.#parts;
    ownRequests.learn(events, connections.identity() ?? '');
    const fresh = state.displayed.listing.ledger.addPage({ events, nextOps: null }, 'newest');
    if (fresh.length > 0) state.notify();
    return fresh;
  }
  /** Replaces the places in the displayed listing where events may be missing. */
  setGaps(gaps: readonly Gap[]): void {
    this.#parts.state.apply((state) => listingChanged(state, { gaps }));
  }
  /** Displays a note above the events until the next listing; undefined removes it. */
  setNote(note: string | undefined): void {
    this.#parts.state.apply((state) => listingChanged(state, { note }));
  }
  /** Applies the gaps, the note, and the success or failure of a round in one change. */
  reportRound({ gaps, note, failure }: RoundReport): void {
    const noted = (state: FeedState): FeedState => {
      const known = listingChanged(state, { gaps });
      return note ? listingChanged(known, note) : known;
    };
    this.#parts.state.apply((state) =>
      failure
        ? followingFailed(noted(state), failure.error, failure.resume)
        : followingRecovered(noted(state)),
    );
  }
  /** Following failed; `resume` continues with it when the user tries again. */
  failed(error: ApiError, resume?: () => Promise<boolean>): void {
    this.#parts.state.apply((state) => followingFailed(state, error, resume));
  }
  /** Following continues, or ended: clears its failure. */
  recovered(): void {
    this.#parts.state.apply(followingRecovered);
  }
}
