/**
 * Where audit events are read: the side panel, the table, pickers, documents, and exports all use `AuditTrail`.
 *
 * A source may keep its events in memory, in another thread, or in a database that has far more events than fit in
 * memory. Events and results are plain data, and methods return promises. Events belong to a listing, which bounds
 * what is read. A listing has a number, which is chosen by the caller that adds the first events to it
 * (`LocalTrail`), e.g. one for the events loaded with each set of the service's filters. A source to which nobody adds
 * events, such as a database table, has one listing, and returns the same for every number, so that it knows every
 * number. If it has a limit of its own, such as the last 30 days, the limit is fixed when the source is created. A
 * listing contains each event once: a source that may have stored an event twice, such as a database after a repeated
 * insertion, leaves out the copy. An event is named by its listing and a key of the source's own (`eventSet.ts`), and
 * is returned as its JSON text (`eventOf` parses it).
 *
 * A source evaluates a view once for all callers, and names it by a handle. The rows of a view do not change while
 * events are added to its listing, as long as the source keeps the view; a database reaches that by a time of insertion
 * after which it ignores events. For the same query it may return a view that is some seconds old. A source does not
 * announce that it has grown: callers request the view of the same query again, and compare the handles. Sources keep
 * the last few views; methods return undefined for one that is no longer kept, and callers then fetch the view again. A
 * listing that the source does not know is empty. Callers drop a result for a listing that is no longer displayed.
 *
 * A source evaluates filters exactly, and the counts of a view are exact. The user's marks are not part of a source.
 * What queries read (`vaultNames`, `whoReadWhat`) is what our parser finds in their texts. A source parses the texts
 * for each call, or stores the results when events are written to it: for `whoReadWhat` the `QueryReads` of each query
 * (a list of tables, column, level, and use, with `missing`), for `vaultNames` the names of each query that are not in
 * double quotes. One can't be derived from the other. Both exist only for events with a query (`queryOf`). They depend
 * on the version of our parser: a source whose stored results are of another version can't be used before they are
 * made again, because it would have to read every text. A source that can't sort texts by UTF-16 code unit stores a
 * text that it can sort.
 *
 * The methods of `AuditTrail` take an optional signal. If it is aborted before the result is there, the method rejects
 * with `TrailCancelled`, and the source stops the work as far as it can. A source that evaluates a view once for
 * several callers stops when all of them have aborted.
 * Callers abort a call whose result they no longer need, such as that for filters that the user has changed since. A
 * method can reject with `SourceError` if events can't be read, which views report to the user.
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
import type { WhoReadWhat } from './whoReadWhat.ts';

/**
 * The order of a view, which is total: the same events always have the same order.
 *
 * `time`, descending, is newest first as `compareEvents` sorts: valid times, then malformed, then absent ones; events
 * of equal time by change ID in descending order, which compares by UTF-16 code unit. For equal or absent change IDs
 * the source chooses an order; the local store uses that of their addition. `time`, ascending, is exactly the reverse.
 *
 * Another field sorts by its value: as numbers if all values of the field in the listing are integers, else as text by
 * UTF-16 code unit, a list by its joined text. Events without a value are last in both directions, and events of equal
 * value are newest first in both directions.
 */
export interface TrailSort {
  /** The field to sort by: `time`, or a field whose `values` are `few` in `fields.ts`. Any other means newest first. */
  readonly field: FieldID;
  readonly descending: boolean;
}

export const newestFirst: TrailSort = { field: 'time', descending: true };
export const isNewestFirst = ({ field, descending }: TrailSort): boolean => field === 'time' && descending;

/** Which events of a listing a view has, and in which order. */
export interface TrailQuery {
  readonly listing: number;
  readonly filters: TrailFilters;
  readonly sort: TrailSort;
  /**
   * Gaps in which events may be missing from the source, as the caller knows them: from pages that could not be read,
   * or from a time that no source covers. The source only counts the rows above each of them. Empty if the caller knows
   * of none.
   */
  readonly gaps: readonly GapEnds[];
  /**
   * Adds facets and the histogram to the view: a facet for each of `facetFields`, in that order, whether this map has
   * the field or not. Maps a field to the maximum number of values in its facet; the default is `DEFAULT_FACET_VALUES`.
   */
  readonly facetLimits?: ReadonlyMap<FieldID, number>;
  /** The time zone whose days the bins of the histogram follow. The default is UTC. */
  readonly zone?: Pick<DisplayZone, 'offsets'>;
}

/** The result of a query, without its rows. */
export interface TrailView {
  readonly handle: ViewHandle;
  /**
   * False while the listing is known to grow until some end, as during the reading of a file: a later view may have
   * more events, and what takes long is not worth computing yet. Always true for a source that grows without end.
   */
  readonly isComplete: boolean;
  /**
   * The number of events in the listing (`total`), of those that pass the filters (`passing`), and of those that share
   * their change ID with a different event of the listing (`conflicting`), which is one with other content. Copies of
   * an event, which the source leaves out, count in none of them.
   */
  readonly counts: { readonly total: number; readonly passing: number; readonly conflicting: number };
  /**
   * The gaps of the query, each with the number of the view's rows that sort before its upper end or equal to it, in
   * ascending order of that number. A gap in which no event can be within the time range of the filters is left out.
   * Empty if the view has no rows. In a view that is not sorted newest first, callers use the gaps but not the numbers.
   * `gapPositions` computes both.
   */
  readonly gaps: readonly GapPosition[];
  readonly facets: readonly Facet[];
  /** The histogram. Undefined if the query did not request it, or if no event has a valid time. */
  readonly histogram: Histogram | undefined;
}

/** The view of a listing without events, for use where no source was queried. No source returns this handle. */
export const emptyView: TrailView = {
  handle: 'empty' as ViewHandle,
  isComplete: true,
  counts: { total: 0, passing: 0, conflicting: 0 },
  gaps: [],
  facets: [],
  histogram: undefined,
};

/** An event as a source returns it. */
export interface TrailEvent {
  readonly key: EventKey;
  readonly data: EventData;
}

/** Events of a view that share a value. */
export interface TrailGroup {
  /** The value that the events share; undefined for events whose value is absent or empty. */
  readonly value: string | undefined;
  /** All events of the group, newest first. */
  readonly events: EventSet;
  /** The time of the newest event as in `EventData.time`; undefined if the event has none. */
  readonly newest: string | undefined;
  readonly failed: number;
  /** The query's gaps between events of the group, each with the number of the group's events that are newer. */
  readonly gaps: readonly GapPosition[];
}

/** Some of the groups of a view, the one with the newest event first. */
export interface TrailGroups {
  /** The number of all groups of the view. */
  readonly count: number;
  readonly groups: readonly TrailGroup[];
  /** The query's gaps, each with the number of groups whose newest event is newer. */
  readonly gaps: readonly GapPosition[];
}

/** A value of a field with the number of events that have it. */
export interface SeenValue {
  /**
   * The value as text, with the entries of a list joined by `, `; undefined for events without the field or with an
   * empty list.
   */
  readonly value: string | undefined;
  /**
   * The entries if the field is a list, else the value alone; empty if the field is absent, an empty list, an empty
   * text, or an empty object.
   */
  readonly entries: readonly string[];
  readonly count: number;
}

/**
 * What queries in the events of a listing reveal about a vault. Each vault that an event names is listed, in any order.
 */
export interface VaultNames {
  readonly vaultID: string;
  readonly events: number;
  /**
   * The tables and columns that its succeeded queries read, without names in double quotes, which may be values. A
   * source may leave out the oldest queries if there are very many. The names are those that the source stores: the
   * local store has them as the newest query spells them, a database may have them in lower case, as PostgreSQL folds
   * unquoted names. Callers therefore compare names by `key`, which ignores case. The tables are sorted by label, as
   * `Catalogue.tables` returns them.
   */
  readonly tables: readonly KnownTable[];
}

/** A call was cancelled by its signal. */
export class TrailCancelled extends Error {
  override readonly name = 'TrailCancelled';
}

/** A source of audit events: what each source can return for filters and a time range. */
export interface AuditTrail {
  /** Returns the view of a query. A source may return the view that it has kept for the same query. */
  view(query: TrailQuery, signal?: AbortSignalLike): Promise<TrailView>;
  /** Returns rows `from` to `to` − 1 of a view, fewer at the end; undefined if the view is no longer kept. */
  window(
    view: ViewHandle,
    from: number,
    to: number,
    signal?: AbortSignalLike,
  ): Promise<readonly TrailEvent[] | undefined>;
  /** Returns all rows of a view as a set, without their texts; undefined if the view is no longer kept. */
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
   * Returns the event with this `context.changeID`, which is not empty; undefined if there is none. If several
   * different events share it, returns the oldest: the last by `compareNewestFirst`, so that an event without a time
   * counts as older than one with a malformed time, and that as older than one with a valid time. Of several with equal
   * times the source chooses one, always the same; the local store returns the one that was added first.
   */
  find(listing: number, changeID: string, signal?: AbortSignalLike): Promise<TrailEvent | undefined>;
  /**
   * Returns the values of any field in all events of a listing: the most frequent first, equally frequent ones by text
   * in UTF-16 code units, absence before any text. No count is 0. If there are very many values, the rarest are left
   * out.
   */
  values(listing: number, field: FieldID, signal?: AbortSignalLike): Promise<readonly SeenValue[]>;
  /**
   * Returns what the queries of a listing reveal about vaults. May be undefined if the listing is dropped meanwhile.
   */
  vaultNames(listing: number, signal?: AbortSignalLike): Promise<readonly VaultNames[] | undefined>;
  /**
   * Returns which actors read which tables and columns, according to the queries in the events of a view; undefined if
   * the view is no longer kept.
   */
  whoReadWhat(view: ViewHandle, signal?: AbortSignalLike): Promise<WhoReadWhat | undefined>;
  /**
   * Returns the values that rows `from` to `to` − 1 of a view (by default all) have more often than the other events of
   * the listing. The fields compared are those whose `values` are `few` in `fields.ts`, a list as its joined text,
   * except those in the view's `filters.fields` and those of its terms. Values that contain the text of a text term are
   * left out. `findUnusualValues` rates the counts. Undefined if the view is no longer kept.
   */
  unusualValues(
    view: ViewHandle,
    from?: number,
    to?: number,
    signal?: AbortSignalLike,
  ): Promise<UnusualResult | undefined>;
}

/** The store on this machine: events are added to it as they are loaded, or read from files. */
export interface LocalTrail extends AuditTrail {
  /** Adds events to a listing. The caller passes each event of the listing only once. */
  add(listing: number, events: readonly EventData[]): Promise<void>;
  /**
   * Removes a listing's events from the store, with the filtered and sorted selections (`TrailView`) of the
   * listing.
   */
  drop(listing: number): Promise<void>;
  /**
   * Returns rows of the SQL tables, masked by `rules`, for events `from` to `to` − 1 in the order in which they
   * were added. Stops after about half a megabyte; `next` of the result says where to continue. Undefined if there
   * is no such listing.
   */
  copyRows(listing: number, from: number, to: number, rules: CopyRules): Promise<CopyChunk | undefined>;
  /**
   * Reads files into a listing, each event once. Events that were read remain in the listing, even if reading fails or
   * is stopped. Of a file on disk that was read into the listing before, reads only what was appended, if possible.
   */
  read(
    listing: number,
    files: readonly FileToRead[],
    onProgress: (progress: ReadProgress) => void,
  ): Promise<FilesRead>;
  /** Stops reading files into a listing. */
  stop(listing: number): Promise<void>;
}
