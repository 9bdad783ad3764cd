/**
 * The loaded events as views ask for them: windows of rows, counts, facets, a histogram. Answers are the very objects that
 * were taken over: filters and masks tell events apart by them. They come asynchronously, so that taking events in and
 * working out a view need not be done at once; what was asked about may be outdated by then.
 */
import type { AuditEvent } from '../../service/types.ts';
import type { Verdict } from '../filters/filterState.ts';
import type { FieldID } from './fields.ts';
import type { Facet, LocalFilters } from './filter.ts';
import type { Histogram } from './histogram.ts';

export interface TrailSort {
  /** `time`, or a field of few values. */
  readonly field: FieldID;
  readonly descending: boolean;
}

export const newestFirst: TrailSort = { field: 'time', descending: true };

/** What of the loaded events is wanted, and in which order. */
export interface TrailQuery {
  readonly filters: LocalFilters;
  readonly sort: TrailSort;
  /** How many values of a facet are listed, where these are others than the first ones. */
  readonly facetLimits: ReadonlyMap<FieldID, number>;
}

/** What the answer to a query is, but for its rows. */
export interface TrailView {
  /** Names the rows of the view: the same number, the same rows. */
  readonly revision: number;
  readonly query: TrailQuery;
  readonly counts: { readonly loaded: number; readonly passing: number };
  readonly facets: readonly Facet[];
  /** Undefined where no event has a usable time. */
  readonly histogram: Histogram | undefined;
  /** Which events pass, where the store can tell without being asked again. */
  readonly verdict?: Verdict;
}

/** `more`: some events are left for the next update. */
export type TrailChange = 'same' | 'changed' | 'more';

export interface AuditTrail {
  /**
   * Takes over the loaded events, newest first, at most `most` new ones at a time. `isAnother`: events went away, as with
   * another listing, so that all began again.
   */
  update(
    events: readonly AuditEvent[],
    most?: number,
  ): Promise<{ readonly change: TrailChange; readonly isAnother: boolean }>;
  /** What passes of the events taken over; cheap where nothing has changed. */
  view(query: TrailQuery): Promise<TrailView>;
  /** Events `from` … `to` − 1 of a view, fewer where there are no more; undefined where the view is outdated. */
  window(revision: number, from: number, to: number): Promise<readonly AuditEvent[] | undefined>;
}
