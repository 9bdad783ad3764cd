import { listingChanged, requestedFilters } from '../../../core/audit/feed/feedState.ts';
import { gapEndsOf } from '../../../core/audit/feed/gapPositions.ts';
import type { AuditFilterState } from '../../../core/audit/filters/filterState.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { LocalFilters } from '../../../core/audit/table/filter.ts';
import { newestFirst, type TrailQuery } from '../../../core/audit/table/trail.ts';
import type { EventMarks } from '../marks/eventMarks.ts';
import type { ConnectionSwitch } from './connectionSwitch.ts';
import type { ModelState } from './state.ts';

/** The filters of the displayed events: the service's, which select what is loaded, and local ones over loaded events. */
export class ModelFilters {
  readonly #state: ModelState;
  readonly #connections: Pick<ConnectionSwitch, 'sentFilters' | 'neededAccount'>;
  readonly #marks: Pick<EventMarks, 'withText'>;

  constructor(
    state: ModelState,
    connections: Pick<ConnectionSwitch, 'sentFilters' | 'neededAccount'>,
    marks: Pick<EventMarks, 'withText'>,
  ) {
    this.#state = state;
    this.#connections = connections;
    this.#marks = marks;
  }

  /** The filters in force for the displayed events. */
  applied(): AuditFilterState {
    return this.#state.displayed.listing.filters;
  }
  /** The service's filters that a change starts from: those of the pending request, else those of the displayed events. */
  requested(): AuditFilters {
    return requestedFilters(this.#state.current);
  }
  /** What a request for the displayed events sends: the service's filters, and the account ID if one is known. */
  sent(): AuditFilters {
    return this.#connections.sentFilters(this.applied().service);
  }
  /** The account ID that is sent if no filter names one: the connection's, or the one that the user typed. */
  accountID(): string | undefined {
    return this.#connections.sentFilters({}).accountID;
  }
  /** The account ID among the requested filters if it can't be cleared, because nothing can be requested without it. */
  requiredAccount(): AuditFilters {
    return this.#connections.neededAccount(this.requested());
  }
  /** Whether the requested filter with this name can't be cleared. */
  isRequired(name: string): boolean {
    return name in this.requiredAccount();
  }
  /** Whether any of the requested filters can be cleared. */
  canClear(): boolean {
    return Object.keys(this.requested()).some((name) => !this.isRequired(name));
  }
  /** Filters the loaded events in all views. `isLive`: more such changes may follow at once. */
  setLocal(local: LocalFilters, isLive = false): void {
    this.#state.apply((state) => listingChanged(state, { local }), isLive);
  }
  /** The query that returns the displayed events from the trail, newest first. */
  query(): TrailQuery {
    const { ledger, filters, gaps } = this.#state.displayed.listing;
    return {
      listing: ledger.listing,
      filters: this.#withNotes(filters.local),
      sort: newestFirst,
      gaps: gaps.map(gapEndsOf),
    };
  }

  /** A search for text also finds the events whose notes contain it. */
  #withNotes(local: LocalFilters): LocalFilters {
    const noted = local.text ? this.#marks.withText(local.text) : [];
    return noted.length === 0 ? local : { ...local, noted };
  }
}
