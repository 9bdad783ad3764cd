import { findRequestedServiceFilters, withListingChange } from '../../../core/audit/feed/feedState.ts';
import { gapEndsOf } from '../../../core/audit/feed/gapPositions.ts';
import type { AuditFilterState } from '../../../core/audit/filters/filterState.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { AuditQuery } from '../../../core/audit/query/auditQuery.ts';
import { type QuestionContext, resolveFilters } from '../../../core/audit/query/resolveQuery.ts';
import type { LocalFilters, TimeRange, TrailFilters } from '../../../core/audit/table/filter.ts';
import type { OwnEvents } from '../../../core/audit/table/ownEvents.ts';
import { newestFirst, type TrailQuery } from '../../../core/audit/table/trail.ts';
import { createUtcOffsetGetter } from '../../app/timeZone.ts';
import type { EventMarks } from '../marks/eventMarks.ts';
import type { ConnectionSwitch } from './connectionSwitch.ts';
import type { EventMasking } from './masking.ts';
import type { OwnRequests } from './ownRequests.ts';
import type { ModelState } from './state.ts';

export class ModelFilters {
  readonly #state: ModelState;
  readonly #connections: Pick<ConnectionSwitch, 'addKnownAccountID' | 'getRequiredAccountFilter'>;
  readonly #marks: Pick<EventMarks, 'findMarkedKeysByNoteText' | 'listMarkedKeys'>;
  readonly #ownRequests: Pick<OwnRequests, 'listRequestIDs' | 'requestIDs'>;
  readonly #masking: Pick<EventMasking, 'zone'>;
  #resolved: { readonly listing: unknown; readonly now: number } | undefined;

  constructor(
    state: ModelState,
    connections: Pick<ConnectionSwitch, 'addKnownAccountID' | 'getRequiredAccountFilter'>,
    marks: Pick<EventMarks, 'findMarkedKeysByNoteText' | 'listMarkedKeys'>,
    ownRequests: Pick<OwnRequests, 'listRequestIDs' | 'requestIDs'>,
    masking: Pick<EventMasking, 'zone'>,
  ) {
    this.#state = state;
    this.#connections = connections;
    this.#marks = marks;
    this.#ownRequests = ownRequests;
    this.#masking = masking;
  }

  getAppliedFilters(): AuditFilterState {
    return this.#state.displayed.listing.filters;
  }
  /**
   * Returns the service filters of the pending request for the newest events, or else those of the
   * displayed events.
   */
  getRequestedServiceFilters(): AuditFilters {
    return findRequestedServiceFilters(this.#state.current);
  }
  /**
   * Returns the service filters of the displayed events. If they contain no account ID, that of the current connection
   * is added if it is known.
   */
  getServiceFiltersToSend(): AuditFilters {
    return this.#connections.addKnownAccountID(this.getAppliedFilters().service);
  }
  getKnownAccountID(): string | undefined {
    return this.#connections.addKnownAccountID({}).accountID;
  }
  /** Returns the requested account ID as a filter if the user can't clear it, or else no filter. */
  getUnclearableAccountFilter(): AuditFilters {
    return this.#connections.getRequiredAccountFilter(this.getRequestedServiceFilters());
  }
  isRequiredFilter(name: string): boolean {
    return name in this.getUnclearableAccountFilter();
  }
  /** Whether the requested service filters contain one that the user can clear. */
  hasClearableFilters(): boolean {
    return Object.keys(this.getRequestedServiceFilters()).some((name) => !this.isRequiredFilter(name));
  }
  /**
   * `isLive` is true if more changes may follow at once, for example while the user drags a range.
   */
  setLocalFilters(local: LocalFilters, isLive = false): void {
    this.#state.applyTransition((state) => withListingChange(state, { local }), isLive);
  }
  changeQuestion(change: (question: AuditQuery) => AuditQuery, isLive = false): void {
    const { local } = this.getAppliedFilters();
    this.setLocalFilters({ ...local, question: change(local.question) }, isLive);
  }
  /**
   * Returns the events of requests that this window sent, which views fold and count apart. Marked ones are not folded.
   * Undefined if no such request is known, or if the question selects these events.
   */
  getOwnEventsToFold(): OwnEvents | undefined {
    const requestIDs = this.#ownRequests.requestIDs();
    const isKnown = requestIDs.logReadIDs.length > 0 || requestIDs.queryRuns.length > 0;
    const isAsked = this.getAppliedFilters().local.question.some(
      (term) => term.kind === 'me' && !term.isNegated,
    );
    return isAsked || !isKnown ? undefined : { ...requestIDs, unfoldedKeys: this.#marks.listMarkedKeys() };
  }

  /** Returns the query that reads the displayed events from the store, newest first. */
  createTrailQuery(): TrailQuery {
    const { ledger, filters, gaps } = this.#state.displayed.listing;
    return {
      listing: ledger.listing,
      filters: this.resolveLocalFilters(filters.local),
      sorts: newestFirst,
      gaps: gaps.map(gapEndsOf),
    };
  }

  resolveTimeRange(): TimeRange | undefined {
    return this.resolveLocalFilters(this.getAppliedFilters().local).range;
  }
  resolveLocalFilters(local: LocalFilters): TrailFilters {
    return resolveFilters(local, this.#questionContext());
  }

  /**
   * `now` stays the same until another listing is displayed or the filters, gaps, or note of the listing change, so
   * that relative times keep selecting the same events.
   */
  #questionContext(): QuestionContext {
    const { listing } = this.#state.displayed;
    if (this.#resolved?.listing !== listing) this.#resolved = { listing, now: Date.now() };
    return {
      now: this.#resolved.now,
      offsetMinutes: createUtcOffsetGetter(this.#masking.zone()),
      ownRequestIDs: () => this.#ownRequests.listRequestIDs(),
      markedKeys: () => this.#marks.listMarkedKeys(),
      keysOfNotes: (text) => this.#marks.findMarkedKeysByNoteText(text),
    };
  }
}
