/**
 * The interface of a trail above whose events `MergedTrail` displays newer events of another trail, such as a table in
 * ClickHouse below the newest events of the service. Beyond `AuditTrail`, it can count its own events for values of the
 * newer ones, so that the numbers of both trails can be added.
 */
import type { AbortSignalLike } from '../../service/transport.ts';
import type { GapPosition } from '../feed/gapPositions.ts';
import type { EventSet, ViewHandle } from '../table/eventSet.ts';
import type { FieldID } from '../table/fields.ts';
import type { Grouping } from '../table/grouping.ts';
import type { TimeExtent } from '../table/timeExtent.ts';
import type {
  AuditTrail,
  RowsToCompare,
  SeenValue,
  TrailGroup,
  TrailQuery,
  TrailSort,
  TrailView,
} from '../table/trail.ts';
import type { FieldCounts, UnusualResult } from '../unusual/significance.ts';

/** A value of a field as one text; undefined if it is absent. */
export type FieldValue = string | undefined;

export interface OlderQuery extends TrailQuery {
  /** Maps a field to values that its facet must list if any event has them, even if the facet's limit is exceeded. */
  readonly facetValues?: ReadonlyMap<FieldID, readonly FieldValue[]>;
}

/** A group of a view, with its position among all groups. */
export interface PlacedGroup extends Omit<TrailGroup, 'gaps'> {
  /** 0-based position among all groups of the view, in the order of their newest events. */
  readonly place: number;
  /** All gaps of `TrailView.gaps`. The position of a gap is the number of the group's events that are newer than it. */
  readonly gaps: readonly GapPosition[];
}

/**
 * An order of events by values of fields. Events with the same values are newest first unless `isOldestFirst` is true.
 */
export interface ValueOrder {
  /** The fields to sort by, the most significant first. Each is a field whose `values` are `few`. */
  readonly keys: readonly TrailSort[];
  readonly isOldestFirst: boolean;
}

/** Numbers of newer events, which `unusualValuesWith` adds to those of the older trail before it compares values. */
export interface NewerCounts {
  /** Number of all newer events. */
  readonly events: number;
  /** Number of the newer events that the user's own requests created. */
  readonly own: number;
  /** Number of the newer events among the rows that are compared with the other events. */
  readonly examined: number;
  /** Number of the newer events that are both examined and own. */
  readonly examinedOwn: number;
  /** Counts of each value of each field whose `values` are `few`, over all newer events. */
  readonly all: readonly FieldCounts[];
  /** Counts like those in `all`, over the newer events that are not own. */
  readonly withoutOwn: readonly FieldCounts[];
}

export interface OlderTrail extends AuditTrail {
  view(query: OlderQuery, signal?: AbortSignalLike): Promise<TrailView>;
  /**
   * Returns the extent that an axis should cover for the times of a listing's events and for `times` together. `times`
   * are in milliseconds since 1970, in ascending order, and none is before the listing's newest event. Undefined if
   * there are no times at all.
   */
  findExtent(listing: number, times: Float64Array, signal?: AbortSignalLike): Promise<TimeExtent | undefined>;
  /** Returns those of `fields` whose values are integers in all events of a listing. */
  findIntegerFields(
    listing: number,
    fields: readonly FieldID[],
    signal?: AbortSignalLike,
  ): Promise<ReadonlySet<FieldID>>;
  /** Returns, for each of `values` that any event of a listing has in a field, the number of events that have it. */
  countValues(
    listing: number,
    field: FieldID,
    values: readonly FieldValue[],
    signal?: AbortSignalLike,
  ): Promise<readonly SeenValue[]>;
  /**
   * Groups the events of a view by the values of a field, and returns the groups whose shared value is one of `values`,
   * in any order. Undefined if the view is no longer kept.
   */
  groupsWithValues(
    view: ViewHandle,
    by: Exclude<Grouping, 'none'>,
    values: readonly FieldValue[],
    signal?: AbortSignalLike,
  ): Promise<readonly PlacedGroup[] | undefined>;
  /**
   * Returns, for each row of `rows`, how many events of a set would precede a further event with the values of that
   * row, if the further event is newer than all events of the set. A row has a value for each of `order.keys`. The
   * events of the set must be in this order.
   */
  countPreceding(
    listing: number,
    set: EventSet,
    order: ValueOrder,
    rows: readonly (readonly FieldValue[])[],
    signal?: AbortSignalLike,
  ): Promise<readonly number[]>;
  /**
   * Returns what `unusualValues` returns, as if the newer events that `newer` counts were events of the listing.
   * Undefined if the view is no longer kept.
   */
  unusualValuesWith(
    view: ViewHandle,
    compared: RowsToCompare,
    newer: NewerCounts,
    signal?: AbortSignalLike,
  ): Promise<UnusualResult | undefined>;
}
