/**
 * The interface of sources of audit events. A source may keep its events in memory, in another thread, or in a database
 * with far more events than fit in memory; therefore events and results are plain data, and methods return promises.
 *
 * Events belong to a listing, which has a number. A listing that the source does not know is treated as empty. A view
 * is named by a handle, and its rows do not change while the source keeps it. A source does not announce new events: to
 * learn of them, request the view of the same query again and compare the handles.
 *
 * If the signal of a call is aborted before the result is available, the method rejects with `TrailCancelled`. A method
 * can reject with `SourceError` if events can't be read.
 */
import type { KnownTable } from '../../schema/catalogue.ts';
import type { AbortSignalLike } from '../../service/transport.ts';
import type { EventData } from '../feed/compactEvent.ts';
import type { GapEnds, GapPosition } from '../feed/gapPositions.ts';
import type { DisplayZone } from '../feed/zones.ts';
import type { FilesRead, FileToRead, ReadProgress } from '../file/fileReads.ts';
import type { CopyChunk, CopyRules } from '../sql/copyChunk.ts';
import type { UnusualResult } from '../unusual/significance.ts';
import type { EventKey, EventSet, ViewHandle } from './eventSet.ts';
import type { FieldID } from './fields.ts';
import type { Facet, TrailFilters } from './filter.ts';
import type { Grouping } from './grouping.ts';
import type { Histogram } from './histogram.ts';
import type { OwnEvents, OwnRun } from './ownEvents.ts';
import type { TimeExtent } from './timeExtent.ts';
import type { WhoReadWhat } from './whoReadWhat.ts';

/**
 * A sort by one field. `time`, descending, is newest first as `compareEvents` sorts. A field whose `values` are `few`
 * sorts by its value: as numbers if all values in the listing are integers, else as text by UTF-16 code unit. Events
 * without a value are last in both directions.
 */
export interface TrailSort {
  /** The field to sort by: `time`, or a field whose `values` are `few` in `fields.ts`. Sorts by others are ignored. */
  readonly field: FieldID;
  readonly descending: boolean;
  /**
   * True if the values are to be compared as text even if all of them are integers, because values of another source,
   * with which they are sorted, are not integers.
   */
  readonly isText?: true;
}

export const newestFirst: readonly TrailSort[] = [{ field: 'time', descending: true }];
/** Whether `time`, descending, is the only sort. */
export const isNewestFirst = ([first, ...others]: readonly TrailSort[]): boolean =>
  others.length === 0 && first?.field === 'time' && first.descending;

export interface TrailQuery {
  readonly listing: number;
  readonly filters: TrailFilters;
  /**
   * The order of the view, the most significant sort first. Events that are equal in all of them are newest first, or
   * in exactly the reverse order if the first sort by `time` is ascending.
   */
  readonly sorts: readonly TrailSort[];
  /** Gaps in which events may be missing from the source, as the caller knows them. */
  readonly gaps: readonly GapEnds[];
  /**
   * Adds facets and the histogram to the view. Maps a field to the maximum number of values in its facet; the default
   * is `DEFAULT_FACET_VALUES`.
   */
  readonly facetLimits?: ReadonlyMap<FieldID, number>;
  /** Events to fold into runs and to count apart in the histogram. By default none. */
  readonly own?: OwnEvents;
  /**
   * The range of times that the axis of the histogram covers. By default, it fits the times of the listing's events.
   */
  readonly extent?: TimeExtent;
  /** The time zone whose days the bins of the histogram follow. The default is UTC. */
  readonly zone?: Pick<DisplayZone, 'offsets'>;
}

/** Rows `from` to `to` − 1 of a view, by default all. */
export interface RowsToCompare {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Events to leave out on both sides of the comparison, unless the rows have no others. By default none. */
  readonly own?: OwnEvents | undefined;
}

export interface TrailView {
  readonly handle: ViewHandle;
  /** False while the source is still adding events to the listing, for example because it reads a file. */
  readonly isComplete: boolean;
  /**
   * The number of events in the listing (`total`), of those that pass the filters (`passing`), and of those that share
   * their change ID with a different event of the listing (`conflicting`).
   */
  readonly counts: { readonly total: number; readonly passing: number; readonly conflicting: number };
  /**
   * The gaps of the query with their positions among the view's rows; empty if the view has no rows. A gap is left out
   * if no event in it can be within the time range of the filters. The positions are meaningful only in a view that is
   * sorted newest first.
   */
  readonly gaps: readonly GapPosition[];
  /** The runs of the query's own events, in ascending order. Empty unless the view is sorted newest first. */
  readonly ownRuns: readonly OwnRun[];
  readonly facets: readonly Facet[];
  readonly histogram: Histogram | undefined;
}

/** The view of an empty listing, for use where there is no store to query. No view of a store has the same handle. */
export const emptyView: TrailView = {
  handle: 'empty' as ViewHandle,
  isComplete: true,
  counts: { total: 0, passing: 0, conflicting: 0 },
  gaps: [],
  ownRuns: [],
  facets: [],
  histogram: undefined,
};

export interface TrailEvent {
  readonly key: EventKey;
  readonly data: EventData;
}

export interface TrailGroup {
  /** The value that the events share; undefined for events whose value is absent, `''`, or `{}`. */
  readonly value: string | undefined;
  /** All events of the group, newest first. */
  readonly events: EventSet;
  readonly newestTime: string | undefined;
  readonly failed: number;
  /**
   * Gaps of `TrailView.gaps` between events of the group. The position of a gap is the number of the group's events
   * that are newer than the gap.
   */
  readonly gaps: readonly GapPosition[];
}

/** Some of the groups of a view, in the order of their newest events: the group with the newest one first. */
export interface TrailGroups {
  readonly count: number;
  readonly groups: readonly TrailGroup[];
  /**
   * The gaps of `TrailView.gaps`. The position of a gap is the number of groups whose newest event is newer than the
   * gap.
   */
  readonly gaps: readonly GapPosition[];
}

export interface SeenValue {
  /**
   * The value as text, with the entries of a list joined by `, `; undefined for events without the field or with an
   * empty list.
   */
  readonly value: string | undefined;
  /**
   * The entries if the field is a list, else the value alone; empty if there is no value, or if it is an empty text or
   * `{}`.
   */
  readonly entries: readonly string[];
  readonly count: number;
}

/** What the queries in a listing reveal about a vault. */
export interface VaultNames {
  readonly vaultID: string;
  readonly events: number;
  /**
   * Tables and columns that its succeeded queries name, without names in double quotes, which may be values. If there
   * are very many query texts, only the most recently added ones are considered. Compare names by `key`, because the
   * case of a name can differ between sources.
   */
  readonly tables: readonly KnownTable[];
}

export class TrailCancelled extends Error {
  override readonly name = 'TrailCancelled';
}

export interface AuditTrail {
  view(query: TrailQuery, signal?: AbortSignalLike): Promise<TrailView>;
  /** Returns rows `from` to `to` − 1 of a view, fewer at the end; undefined if the view is no longer kept. */
  window(
    view: ViewHandle,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[] | undefined>;
  /** Returns the set of all events of a view, without their texts; undefined if the view is no longer kept. */
  rows(view: ViewHandle, signal?: AbortSignalLike): Promise<EventSet | undefined>;
  /** Returns groups `from` to `to` − 1 of a view that is sorted newest first; undefined if it is no longer kept. */
  groups(
    view: ViewHandle,
    by: Exclude<Grouping, 'none'>,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<TrailGroups | undefined>;
  /** Returns the events with these keys in this order, without those that the listing no longer has. */
  events(
    listing: number,
    keys: readonly EventKey[],
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[]>;
  /** Returns events `from` to `to` − 1 of a set, without those that the listing no longer has. */
  members(
    listing: number,
    set: EventSet,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[]>;
  /**
   * Returns the event with this `context.changeID`, or the oldest of several different events that share it; undefined
   * if there is none.
   */
  find(listing: number, changeID: string, signal?: AbortSignalLike): Promise<TrailEvent | undefined>;
  /**
   * Returns the values of any field in all events of a listing, the most frequent first. If there are very many values,
   * the rarest are left out.
   */
  values(listing: number, field: FieldID, signal?: AbortSignalLike): Promise<readonly SeenValue[]>;
  /**
   * Returns what the queries of a listing reveal about vaults. Can be undefined if there is no such listing, or if it
   * is dropped meanwhile.
   */
  vaultNames(listing: number, signal?: AbortSignalLike): Promise<readonly VaultNames[] | undefined>;
  /**
   * Returns which actors read which tables and columns, according to the queries in the events of a view; undefined if
   * the view is no longer kept.
   */
  whoReadWhat(view: ViewHandle, signal?: AbortSignalLike): Promise<WhoReadWhat | undefined>;
  /**
   * Returns values that are significantly more frequent in rows of a view than in the other events of the listing.
   * Undefined if the view is no longer kept.
   */
  unusualValues(
    view: ViewHandle,
    compared: RowsToCompare,
    signal?: AbortSignalLike,
  ): Promise<UnusualResult | undefined>;
}

/** The store on this machine, to which events are added as they are loaded or read from files. */
export interface LocalTrail extends AuditTrail {
  /** Adds events to a listing. An event must be added only once. */
  add(listing: number, events: readonly EventData[]): Promise<void>;
  /** Removes a listing's events and views from the store. */
  drop(listing: number): Promise<void>;
  /**
   * Returns rows of the SQL tables, masked by `rules`, for events `from` to `to` − 1 in the order in which they were
   * added. Can stop earlier; `next` of the result says where to continue. Undefined if there is no such listing.
   */
  copyRows(listing: number, from: number, to: number, rules: CopyRules): Promise<CopyChunk | undefined>;
  /**
   * Reads files into a listing, each event once. Events that were read remain in the listing, even if reading fails or
   * is stopped.
   */
  read(
    listing: number,
    files: readonly FileToRead[],
    onProgress: (progress: ReadProgress) => void,
  ): Promise<FilesRead>;
  stop(listing: number): Promise<void>;
}
