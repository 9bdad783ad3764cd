/** The state that a collector stores, so that its next run continues where the last one ended. */
import * as v from 'valibot';

const VERSION = 1;

const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const remembered = v.object({
  identity: text,
  changeID: v.optional(text),
  timestamp: v.optional(text),
});

const cursor = v.object({ timestamp: v.exactOptional(text), changeID: v.exactOptional(text) });

const madeFor = v.object({
  /** Address of the service: scheme, host, port, and path, without a slash at the end. */
  service: text,
  accountID: text,
  /** Absent if the connection has none, so that requests have no filter by it. */
  parentAccountID: v.exactOptional(text),
  /** Absent if the connection has none, so that requests have no filter by it. */
  workspaceID: v.exactOptional(text),
  format: text,
  /** The question in the normalized form that `printQuery` returns; empty for all events. */
  question: text,
  isMasked: v.boolean(),
  /** Identifies the destination of the sink, such as the prefix of its files. */
  target: text,
});

/** The ends of a gap. Without a known lower end, `below` is absent. */
const range = { above: remembered, below: v.optional(remembered) };

const gap = v.object({
  ...range,
  /** The cursor with which the listing continues below `above`; absent if none is known. */
  resume: v.optional(cursor),
  /** The latest time of the events that were read above the gap, as in `Gap`; absent if unknown. */
  newest: v.optional(text),
  isBelowFloor: v.optional(v.literal(true)),
  /** IDs of the notices that are closed when this gap is. */
  notices: v.array(text),
});

const notice = v.object({
  ...range,
  id: text,
  /** When the gap was found, in ISO 8601. */
  foundAt: text,
  /** When the gap was closed, in ISO 8601; absent while it is open. */
  closedAt: v.optional(text),
  /** Whether the notice that the gap was found was written. */
  isReported: v.boolean(),
  /**
   * True if the sink had been asked to write the notice when the state was stored, so that after a crash the notice may or
   * may not have been written.
   */
  isBeingWritten: v.optional(v.literal(true)),
  /** True if the gap is the rest of the listing below the events that are followed, so that it is never closed. */
  isPermanent: v.optional(v.literal(true)),
});

const backfill = v.object({
  /** The cursor of the next page; absent before the first page. */
  cursor: v.optional(cursor),
  /** Time of the last event that was read; absent if none with a valid time was read. */
  time: v.optional(text),
  /** The latest time of the events that were read; absent if unknown. */
  newest: v.optional(text),
  /** The last event that was read; absent before the first one. */
  bottom: v.optional(remembered),
  /** Identity of the first event of the listing when reading began. */
  first: v.optional(text),
  /** The time down to which events are read; absent if it is `since`, or not known yet. */
  end: v.optional(text),
});

const collectorState = v.object({
  version: v.literal(VERSION),
  madeFor,
  /** The earliest time of events to write; absent if there is no limit. */
  since: v.optional(text),
  /**
   * The earliest time of events to write from a listing by time, if the first run began with the events to come: that of
   * the oldest event that it read before, or some seconds before it if a late event can be older. Absent if the whole
   * listing was read, or if no event has a valid time.
   */
  floorTime: v.optional(text),
  /**
   * The newest events that were read, newest first. In a listing in order of arrival, those at its top, from top to bottom,
   * and those at the lower ends of gaps.
   */
  known: v.array(remembered),
  /**
   * Events below `known` that were read, about as many as a page has. The listing is read down to the oldest event of
   * `known`, and the page with that event can contain these again. Absent in a state that an earlier version stored.
   */
  older: v.optional(v.array(remembered)),
  /**
   * The events in the listing when the first run began, if none of them has a valid time; empty if the listing was empty.
   * Absent otherwise, and as soon as `known` no longer contains every event that was read.
   */
  undatedFloor: v.optional(v.array(remembered)),
  /** What is known about how the service lists events, as in `FollowStart`. */
  paging: v.object({ paged: v.boolean(), isByTime: v.boolean() }),
  /**
   * True from before the first event that a run writes until the run has ended. A run that begins with such a state follows
   * one that crashed, and may write some events again.
   */
  isRunning: v.optional(v.literal(true)),
  /** The gaps that are open now. */
  gaps: v.array(gap),
  /**
   * The number in the ID of the last gap that was found. Absent in a state that an earlier version stored; it is then
   * `counts.gaps`.
   */
  lastGapNumber: v.optional(count),
  /** The gaps as they were found, in the order in which they were found. */
  notices: v.array(notice),
  /** How far events before the start of the first run were read; absent if that is done or was not requested. */
  backfill: v.optional(backfill),
  counts: v.object({
    /** Number of event records that were written. Those that were written again after a crash are counted once. */
    events: count,
    /** Number of runs that crashed while they wrote; absent if there were none. */
    crashes: v.optional(count),
    /** Number of event records that were changed by masks. */
    maskedEvents: count,
    /** Number of gaps that were found, including closed ones. Without those that were closed before a notice said so. */
    gaps: count,
    closedGaps: count,
  }),
});

export type CollectorState = v.InferOutput<typeof collectorState>;
export type MadeFor = CollectorState['madeFor'];
export type GapState = CollectorState['gaps'][number];
export type NoticeState = CollectorState['notices'][number];
export type CollectorCounts = CollectorState['counts'];

type ParsedCollectorState =
  | { readonly ok: true; readonly state: CollectorState }
  | { readonly ok: false; readonly problem: 'not-json' | 'other-version' | 'malformed' };

/** Parses the text of a state file. The problem `other-version` means that another version of this program wrote it. */
export function parseCollectorState(stored: string): ParsedCollectorState {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return { ok: false, problem: 'not-json' };
  }
  const result = v.safeParse(collectorState, value);
  if (result.success) return { ok: true, state: result.output };
  const version = v.safeParse(v.object({ version: v.number() }), value);
  const isOther = version.success && version.output.version !== VERSION;
  return { ok: false, problem: isOther ? 'other-version' : 'malformed' };
}

export const formatCollectorState = (state: CollectorState): string => `${JSON.stringify(state)}\n`;

export const createCollectorState = (made: MadeFor, since: string | undefined): CollectorState => ({
  version: VERSION,
  madeFor: made,
  since,
  known: [],
  paging: { paged: false, isByTime: true },
  gaps: [],
  notices: [],
  counts: { events: 0, maskedEvents: 0, gaps: 0, closedGaps: 0 },
});

/** The parts of `MadeFor`, in the order in which they are compared. */
const madeForParts = [
  'service',
  'accountID',
  'parentAccountID',
  'workspaceID',
  'target',
  'format',
  'question',
  'isMasked',
] as const satisfies readonly (keyof MadeFor)[];

/** Returns the first part of a state's `madeFor` that differs from `made`; undefined if none differs. */
export function findStateMismatch(state: CollectorState, made: MadeFor): keyof MadeFor | undefined {
  return madeForParts.find((part) => state.madeFor[part] !== made[part]);
}
