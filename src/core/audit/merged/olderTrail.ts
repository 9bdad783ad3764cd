/**
 * What a trail must answer, beyond `AuditTrail`, so that newer events of another trail can be shown above its own. Values
 * of the newer events are passed only to learn what the older trail has of them.
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
  /** Values that facets list whenever an event has them, even beyond the limit. */
  readonly facetValues?: ReadonlyMap<FieldID, readonly FieldValue[]>;
}

export interface PlacedGroup extends Omit<TrailGroup, 'gaps'> {
  /** 0-based position among all groups of the view. */
  readonly place: number;
  /** All gaps of `TrailView.gaps`. The position of a gap is the number of the group's events that are newer than it. */
  readonly gaps: readonly GapPosition[];
}

/** The order of rows by values. Rows that are equal in `keys` are newest first, or oldest first. */
export interface ValueOrder {
  /** Sorts by fields whose `values` are `few`. */
  readonly keys: readonly TrailSort[];
  readonly isOldestFirst: boolean;
}

/** Newer events that are compared together with those of the older trail. */
export interface NewerCounts {
  readonly events: number;
  readonly own: number;
  readonly examined: number;
  readonly examinedOwn: number;
  /** The counts of all fields whose `values` are `few`, by value. */
  readonly all: readonly FieldCounts[];
  readonly withoutOwn: readonly FieldCounts[];
}

export interface OlderTrail extends AuditTrail {
  view(query: OlderQuery, signal?: AbortSignalLike): Promise<TrailView>;
  /**
   * Returns the extent of a listing's times together with `times`, which are in milliseconds since 1970, in ascending
   * order, and not before those of the listing. Undefined if there are no times.
   */
  findExtent(listing: number, times: Float64Array, signal?: AbortSignalLike): Promise<TimeExtent | undefined>;
  /** Returns those of the fields of which all values in the listing are integers. */
  findIntegerFields(
    listing: number,
    fields: readonly FieldID[],
    signal?: AbortSignalLike,
  ): Promise<ReadonlySet<FieldID>>;
  /** Returns how many events of a listing have each of the values, without values that no event has. */
  countValues(
    listing: number,
    field: FieldID,
    values: readonly FieldValue[],
    signal?: AbortSignalLike,
  ): Promise<readonly SeenValue[]>;
  /** Returns the groups of a view that have one of the values; undefined if the view is no longer kept. */
  groupsOf(
    view: ViewHandle,
    by: Exclude<Grouping, 'none'>,
    values: readonly FieldValue[],
    signal?: AbortSignalLike,
  ): Promise<readonly PlacedGroup[] | undefined>;
  /**
   * Returns how many events of a set, which is in the given order, precede an event that is newer than all of them and
   * has the values of `rows` in the fields of the order.
   */
  countPreceding(
    listing: number,
    set: EventSet,
    order: ValueOrder,
    rows: readonly (readonly FieldValue[])[],
    signal?: AbortSignalLike,
  ): Promise<readonly number[]>;
  /** Returns what `unusualValues` returns, with `newer` counted, too. Undefined if the view is no longer kept. */
  unusualValuesWith(
    view: ViewHandle,
    compared: RowsToCompare,
    newer: NewerCounts,
    signal?: AbortSignalLike,
  ): Promise<UnusualResult | undefined>;
}
