/**
 * Where the loaded events are. All that shows, counts or writes them asks here: the side panel, the table, the lists to
 * choose from, documents, files.
 *
 * Nothing but plain data goes in or out, and every answer comes later, so that the events may be in another thread. An
 * event is named by its listing and its number there, which is the order in which it came; it is handed out as its text
 * (`eventOf` makes an event of that). Filters name events by these numbers too. A view is worked out once, by one engine
 * for all who ask, and is named by its revision: its rows stay what they were while newer views come, until so many have
 * come that it is outdated. A caller drops an answer for a listing that is no longer shown.
 *
 * A listing that was never added to is empty. Calls are answered by what was added before them. An event whose file is no
 * longer what it was is never another one: the call is refused with `EventsLost`.
 */
import type { KnownTable } from '../../schema/catalogue.ts';
import type { EventData } from '../feed/compactEvent.ts';
import type { GapSides, PlacedGap } from '../feed/gaps.ts';
import type { ShownZone } from '../feed/zones.ts';
import type { FilesRead, FileToRead, ReadProgress } from '../file/reading.ts';
import type { OddFound } from '../odd/oddValues.ts';
import type { CopyPiece, CopyRules } from '../sql/copyPiece.ts';
import type { FieldID } from './fields.ts';
import type { EventNumbers, Facet, LocalFilters } from './filter.ts';
import type { Grouping } from './groups.ts';
import type { Histogram } from './histogram.ts';
import type { WhoReadWhat } from './whoReadWhat.ts';

export interface TrailSort {
  /** `time`, or a field of few values. */
  readonly field: FieldID;
  readonly descending: boolean;
}

export const newestFirst: TrailSort = { field: 'time', descending: true };
export const isNewestFirst = ({ field, descending }: TrailSort): boolean => field === 'time' && descending;

/** What of the loaded events is wanted, and in which order. */
export interface TrailQuery {
  readonly listing: number;
  readonly filters: LocalFilters;
  readonly sort: TrailSort;
  /** Where events may be missing in the listing; the view says where that is among its rows. */
  readonly gaps: readonly GapSides[];
  /** With facets and histogram; the number of a facet's values that are listed, where that is another than the usual. */
  readonly facetLimits?: ReadonlyMap<FieldID, number>;
  /** Whose midnights the days of the histogram begin at; UTC's where it is left out. */
  readonly zone?: Pick<ShownZone, 'offsets'>;
}

/** What the answer to a query is, but for its rows. */
export interface TrailView {
  /** Names the rows of the view: the same number, the same rows. */
  readonly revision: number;
  /** False while events are still being read into the listing: asked later, the answer has more. */
  readonly isComplete: boolean;
  /** `conflicting`: loaded events that share their change ID with a different event. */
  readonly counts: { readonly loaded: number; readonly passing: number; readonly conflicting: number };
  /** Their places are those among the rows where these are newest first. */
  readonly gaps: readonly PlacedGap[];
  readonly facets: readonly Facet[];
  /** Undefined where no event has a usable time. */
  readonly histogram: Histogram | undefined;
}

/** A loaded event as it is handed out. */
export interface TrailEvent {
  readonly number: number;
  readonly data: EventData;
}

/** Events of a view that share a value. */
export interface TrailGroup {
  /** Undefined for those that have no value there. */
  readonly value: string | undefined;
  /** Newest first. */
  readonly numbers: EventNumbers;
  /** Of the newest event, as the service gave it. */
  readonly newest: string | undefined;
  readonly failed: number;
  /** Between its events. */
  readonly gaps: readonly PlacedGap[];
}

/** Some of the groups of a view, in the order of their newest events. */
export interface TrailGroups {
  /** Of all. */
  readonly count: number;
  readonly groups: readonly TrailGroup[];
  /** Between the groups, counted from the first of all. */
  readonly gaps: readonly PlacedGap[];
}

/** A value of a field with the number of loaded events that have it. */
export interface SeenValue {
  /** Of a list all in one; undefined is "no such field". */
  readonly value: string | undefined;
  /** Its entries, where the field is a list; none where it is absent or empty. */
  readonly parts: readonly string[];
  readonly count: number;
}

/** What loaded events show of a vault. */
export interface VaultNames {
  readonly vaultID: string;
  /** How many are of it. */
  readonly events: number;
  /** Those that its answered queries name without quotes; of very many, the ones that came last. */
  readonly tables: readonly KnownTable[];
}

export interface AuditTrail {
  /** Adds events to a listing, none that it has. */
  add(listing: number, events: readonly EventData[]): Promise<void>;
  /** Lets go of a listing and its views. */
  drop(listing: number): Promise<void>;
  /** What passes of a listing; cheap where nothing has changed. */
  view(query: TrailQuery): Promise<TrailView>;
  /** Events `from` … `to` − 1 of a view, fewer where there are no more; undefined where the view is outdated. */
  window(revision: number, from: number, to: number): Promise<readonly TrailEvent[] | undefined>;
  /** Groups `from` … `to` − 1 of a view that is in order of time; undefined where it is outdated. */
  groups(
    revision: number,
    by: Exclude<Grouping, 'none'>,
    from: number,
    to: number,
  ): Promise<TrailGroups | undefined>;
  /** The events with these numbers, in this order; those that a listing does not have are left out. */
  events(listing: number, numbers: EventNumbers): Promise<readonly TrailEvent[]>;
  /** The event with this `context.changeID`. */
  find(listing: number, changeID: string): Promise<TrailEvent | undefined>;
  /** The values of a field over all loaded events, the most frequent first; of very many those alone. */
  values(listing: number, field: FieldID): Promise<readonly SeenValue[]>;
  /** By vault; undefined where the listing is gone, or was asked for again meanwhile. */
  vaultNames(listing: number): Promise<readonly VaultNames[] | undefined>;
  /** Who read what by the rows of a view; undefined where it is outdated, or another was asked for meanwhile. */
  whoReadWhat(revision: number): Promise<WhoReadWhat | undefined>;
  /**
   * The values that rows of a view have more often than all other loaded events, but for those that its filters name: all
   * of its rows, or `from` … `to` − 1. Undefined where the view is outdated, or another was asked for meanwhile.
   */
  odd(revision: number, from?: number, to?: number): Promise<OddFound | undefined>;
  /**
   * Rows of the SQL tables, with what `rules` let be shown: of the events from number `from` on, about half a megabyte,
   * and up to `to` − 1 at most. Undefined where there is no such listing.
   */
  copyRows(listing: number, from: number, to: number, rules: CopyRules): Promise<CopyPiece | undefined>;
  /**
   * Reads files into a listing, each event once; `onProgress` hears how far it is, ten times a second at most. What was
   * read stays, however it ends. Files that were read into it before are read on: what was added to lines, or all of
   * another file that has changed.
   */
  read(
    listing: number,
    files: readonly FileToRead[],
    onProgress: (progress: ReadProgress) => void,
  ): Promise<FilesRead>;
  /** Ends the reading into a listing. */
  stop(listing: number): Promise<void>;
}
