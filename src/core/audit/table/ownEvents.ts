import type { EventKey } from './eventSet.ts';

/** Selects own events of a listing: those of this extension's own requests for audit events. */
export interface OwnEvents {
  readonly requestIDs: readonly string[];
  /** Keys (`eventKey`) of events that do not count as own ones, although they have one of the request IDs. */
  readonly exceptKeys: readonly string[];
}

/** Adjacent events of a view that are all own ones, with no gap between them. The view is sorted newest first. */
export interface OwnRun {
  /** 0-based index of the run's newest event in the view. */
  readonly startIndex: number;
  readonly count: number;
  /** Key of the run's oldest event, by which the run can be recognized when newer events join it. */
  readonly oldest: EventKey;
  /** Whether events may be missing below the run, because it ends at a gap. */
  readonly endsAtGap: boolean;
}
