import type { EventKey } from './eventSet.ts';

/** Which events of a listing are those of this extension's own requests for audit events. */
export interface OwnEvents {
  readonly requestIDs: readonly string[];
  /** Keys (`eventKey`) of events that count as others although they have such a request ID. */
  readonly exceptKeys: readonly string[];
}

/** Adjacent rows of a view whose events are all own ones, with no gap between them. */
export interface OwnRun {
  /** 0-based row of the run's newest event. */
  readonly at: number;
  readonly count: number;
  /** Key of the run's oldest event, by which the run can be recognized when newer events join it. */
  readonly oldest: EventKey;
  /** Whether events may be missing below the run, because it ends at a gap. */
  readonly endsAtGap: boolean;
}
