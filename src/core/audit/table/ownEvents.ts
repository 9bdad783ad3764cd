import type { EventKey } from './eventSet.ts';

/** Selects own events of a listing: those of requests that this extension sent, as far as their IDs are known. */
export interface OwnEvents {
  /** IDs of the requests for audit events. */
  readonly logReadIDs: readonly string[];
  /** IDs of the requests for the pages of queries: a list for each run of a query. No ID is in two lists. */
  readonly queryRuns: readonly (readonly string[])[];
  /** Keys (`eventKey`) of events that do not count as own ones, although they have one of the request IDs. */
  readonly exceptKeys: readonly string[];
}

/**
 * Adjacent own events of a view with no gap between them: either audit log reads, or at least two pages of one run of a
 * query. The view is sorted newest first.
 */
export interface OwnRun {
  readonly kind: 'logReads' | 'pages';
  /** 0-based index of the run's newest event in the view. */
  readonly startIndex: number;
  readonly count: number;
  /** Key of the run's oldest event, by which the run can be recognized when newer events join it. */
  readonly oldest: EventKey;
  /** Whether events may be missing below the run, because it ends at a gap. */
  readonly endsAtGap: boolean;
}

export const listOwnRequestIDs = ({
  logReadIDs,
  queryRuns,
}: Omit<OwnEvents, 'exceptKeys'>): readonly string[] => [...logReadIDs, ...queryRuns.flat()];

/** Adjacent own events of the same group belong to the same run. `undefined` is the group of the audit log reads. */
export type OwnGroup = number | undefined;

/** Returns a function that returns the group of an own event by its request ID: the index of its query run. */
export function createOwnGroupGetter({
  queryRuns,
}: Pick<OwnEvents, 'queryRuns'>): (requestID: string) => OwnGroup {
  const groups = new Map(queryRuns.flatMap((ids, group) => ids.map((id) => [id, group] as const)));
  return (requestID) => groups.get(requestID);
}

/** Collects runs from own events, which must be added newest first. */
export class OwnRunList {
  readonly #runs: OwnRun[] = [];
  readonly #gaps: ReadonlySet<number>;
  #last: (Omit<OwnRun, 'endsAtGap' | 'kind'> & { readonly group: OwnGroup }) | undefined;

  /**
   * `gaps`: the 0-based indexes of the events in the view above which events may be missing. The number of events in
   * the view stands for a gap below all of them.
   */
  constructor(gaps: Iterable<number>) {
    this.#gaps = new Set(gaps);
  }

  /** Adds an own event. `index` is its 0-based index in the view. */
  add(index: number, group: OwnGroup, key: EventKey): void {
    const last = this.#last;
    const isInSameRun =
      last !== undefined &&
      last.group === group &&
      last.startIndex + last.count === index &&
      !this.#gaps.has(index);
    if (isInSameRun) this.#last = { ...last, count: last.count + 1, oldest: key };
    else {
      this.#endRun();
      this.#last = { group, startIndex: index, count: 1, oldest: key };
    }
  }
  /** Returns the runs of all events that were added, in ascending order. */
  finish(): readonly OwnRun[] {
    this.#endRun();
    return this.#runs;
  }
  #endRun(): void {
    if (!this.#last) return;
    const { group, ...run } = this.#last;
    this.#last = undefined;
    // A single page of a query is displayed as the event that it is.
    if (group !== undefined && run.count === 1) return;
    const endsAtGap = this.#gaps.has(run.startIndex + run.count);
    this.#runs.push({ kind: group === undefined ? 'logReads' : 'pages', ...run, endsAtGap });
  }
}
