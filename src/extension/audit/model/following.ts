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

/** The result of one round of following. */
export interface RoundReport {
  /** The gaps in which events may be missing now, including those that earlier rounds left. */
  readonly gaps: readonly Gap[];
  /**
   * The note to display above the events: its text, or undefined in it to remove the note. If the property itself is
   * absent or undefined, the displayed note stays.
   */
  readonly note?: { readonly note: string | undefined } | undefined;
  /**
   * Why the round failed, and a function that continues following when the user tries again. Undefined if the round
   * succeeded.
   */
  readonly failure?: { readonly error: ApiError; readonly resume: () => Promise<boolean> } | undefined;
}

interface FollowingParts {
  readonly connections: Pick<ConnectionSwitch, 'current' | 'identity'>;
  readonly filters: Pick<ModelFilters, 'sent'>;
  readonly ownRequests: Pick<OwnRequests, 'learn'>;
  readonly pages: Pick<PageRequests, 'page'>;
  readonly state: ModelState;
}

/** Reads new events of the displayed listing for the follower, and records what the follower reports. */
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
  /**
   * Fetches one page of the displayed listing: the one at the cursor `next`, or the newest one if `next` is
   * undefined. A failed request is not retried. Without a connection, returns the error `noToken`.
   */
  async fetch(next: NextOps | undefined, signal: AbortSignal): Promise<Outcome<AuditPage>> {
    const { connections, filters, pages } = this.#parts;
    const connection = connections.current();
    if (!connection) return { ok: false, error: { kind: 'noToken', retry: false } };
    return pages.page({ connection, filters: filters.sent(), next, isWithoutRetry: true }, signal);
  }
  /** Adds events at the top of the displayed listing and returns those that were not loaded before. */
  addEvents(events: readonly AuditEvent[]): readonly AuditEvent[] {
    const { connections, ownRequests, state } = this.#parts;
    ownRequests.learn(events, connections.identity() ?? '');
    const fresh = state.displayed.listing.ledger.addPage({ events, nextOps: null }, 'newest');
    if (fresh.length > 0) state.notify();
    return fresh;
  }
  /**
   * Replaces the gaps of the displayed listing. A gap is a range of the listing that was not read and may
   * contain events: between two loaded events, or below one loaded event if its lower end is unknown.
   */
  setGaps(gaps: readonly Gap[]): void {
    this.#parts.state.apply((state) => listingChanged(state, { gaps }));
  }
  /**
   * Displays a note above the events until another note or another listing is displayed. `undefined` removes the note.
   */
  setNote(note: string | undefined): void {
    this.#parts.state.apply((state) => listingChanged(state, { note }));
  }
  /**
   * Applies the result of one round of following (one check for new events) in a single state change: the gaps, the
   * note above the events, and whether the round succeeded or failed.
   */
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
  /**
   * Records that following failed, unless the failure of a request is displayed. `resume` is called when the user tries
   * again; it continues following and resolves to whether that succeeded. If it is undefined, trying again loads the
   * newest events instead.
   */
  failed(error: ApiError, resume?: () => Promise<boolean>): void {
    this.#parts.state.apply((state) => followingFailed(state, error, resume));
  }
  /** Removes the failure of following, because following continues or was stopped. */
  recovered(): void {
    this.#parts.state.apply(followingRecovered);
  }
}
