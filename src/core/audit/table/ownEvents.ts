import type { EventKey } from './eventSet.ts';

/** Selects own events of a listing: those of requests that this extension sent, as far as their IDs are known. */
export interface OwnEvents {
  /** IDs of the requests for audit events. */
  readonly logReadIDs: readonly string[];
  /** IDs of the requests for the pages of queries: a list for each run of a query. No ID is in two lists. */
  readonly queryRuns: readonly (readonly string[])[];
  /**
   * Keys (`eventKey`) of events that join no run, so that each keeps a row of its own, for example because the user
   * marked them. They are own events like the others wherever own events are counted or left out.
   */
  readonly unfoldedKeys: readonly string[];
}

/**
 * Adjacent own events of a view with no gap and no event of `unfoldedKeys` between them: either audit log reads, or at
 * least two pages of one run of a query, with the audit log reads between them. The view is sorted newest first.
 */
export interface OwnRun {
  readonly kind: 'logReads' | 'pages';
  /** Number of audit log reads in the run. */
  readonly logReads: number;
  /** 0-based index of the run's newest event in the view. */
  readonly startIndex: number;
  readonly count: number;
  /**
   * Keys of the run's events, newest first, by which the run can be recognized when filters or new events change it.
   */
  readonly keys: readonly EventKey[];
  /** Whether events may be missing below the run, because it ends at a gap. */
  readonly endsAtGap: boolean;
}

export const listOwnRequestIDs = ({
  logReadIDs,
  queryRuns,
}: Omit<OwnEvents, 'unfoldedKeys'>): readonly string[] => [...logReadIDs, ...queryRuns.flat()];

/** The index of the query run that an own event belongs to; undefined for an audit log read. */
export type OwnGroup = number | undefined;

/** Returns a function that returns the group of an own event by its request ID. */
export function createOwnGroupGetter({
  queryRuns,
}: Pick<OwnEvents, 'queryRuns'>): (requestID: string) => OwnGroup {
  const groups = new Map(queryRuns.flatMap((ids, group) => ids.map((id) => [id, group] as const)));
  return (requestID) => groups.get(requestID);
}

/** Adjacent own events without a gap between them. `group` is that of all except audit log reads. */
export interface OwnSegment extends Pick<OwnRun, 'count' | 'keys' | 'logReads' | 'startIndex'> {
  readonly group: OwnGroup;
}

interface GrowingSegment extends OwnSegment {
  readonly keys: EventKey[];
}

/** Collects runs from own events, which must be added newest first. */
export class OwnRunList {
  readonly #segments: GrowingSegment[] = [];
  readonly #gaps: ReadonlySet<number>;

  /**
   * `gaps`: the 0-based indexes of the events in the view above which events may be missing. The number of events in
   * the view stands for a gap below all of them.
   */
  constructor(gaps: Iterable<number>) {
    this.#gaps = new Set(gaps);
  }

  /** Adds an own event. `index` is its 0-based index in the view. */
  add(index: number, group: OwnGroup, key: EventKey): void {
    const logReads = group === undefined ? 1 : 0;
    this.addSegment({ group, startIndex: index, count: 1, logReads, keys: [key] });
  }
  /** Adds several own events that are adjacent in the view. Segments must be added in ascending order. */
  addSegment({ group, startIndex, count, logReads, keys }: OwnSegment): void {
    this.#segments.push({ group, startIndex, count, logReads, keys: [...keys] });
    this.#joinLast(2);
    this.#joinLast(3);
  }
  /** Returns the runs of all events that were added, the run of the newest events first. */
  finish(): readonly OwnRun[] {
    return this.#segments.flatMap(({ group, ...run }): OwnRun[] => {
      // A single page of a query is displayed as the event that it is.
      if (group !== undefined && run.count === 1) return [];
      const endsAtGap = this.#gaps.has(run.startIndex + run.count);
      return [{ kind: group === undefined ? 'logReads' : 'pages', ...run, endsAtGap }];
    });
  }

  /**
   * Joins the last `length` segments if they are adjacent, and the first and the last one have the same group. If there
   * is one between them, it must be of audit log reads.
   */
  #joinLast(length: 2 | 3): void {
    const segments = this.#segments.slice(-length);
    const [first, last] = [segments[0], segments.at(-1)];
    if (segments.length < length || !first || !last || first.group !== last.group) return;
    const isBetweenJoinable = length === 2 || segments[1]?.group === undefined;
    const isAdjacent = segments.every((segment, at) => {
      const above = segments[at - 1];
      return (
        !above ||
        (above.startIndex + above.count === segment.startIndex && !this.#gaps.has(segment.startIndex))
      );
    });
    if (!isBetweenJoinable || !isAdjacent) return;
    const sum = (of: 'count' | 'logReads'): number => segments.reduce((total, one) => total + one[of], 0);
    const joined = { ...first, count: sum('count'), logReads: sum('logReads') };
    for (const { keys } of segments.slice(1)) for (const key of keys) joined.keys.push(key);
    this.#segments.splice(-length, length, joined);
  }
}
