/**
 * Finds the runs of own events, which views fold into one row, in a merged trail. A run can begin among the newer
 * events and end among the older ones.
 */
import type { AuditEvent } from '../../service/types.ts';
import { eventKey } from '../feed/ledger.ts';
import {
  createOwnGroupGetter,
  listOwnRequestIDs,
  type OwnEvents,
  type OwnGroup,
  type OwnRun,
  OwnRunList,
  type OwnSegment,
} from '../table/ownEvents.ts';
import type { LoadedEvent } from '../table/trailReads.ts';

/** The runs of own events within the newer or within the older events of a view. */
interface RunsOfSide {
  /** Number of events of this side in the view. */
  readonly count: number;
  /** The runs in ascending order. Their `startIndex` is 0-based, counted among the events of this side only. */
  readonly runs: readonly OwnRun[];
  /** Resolves to the event of this side with a 0-based index; to undefined if there is none. */
  readonly read: (at: number) => Promise<LoadedEvent | undefined>;
}

/**
 * Returns the runs of a view of newer events followed by older ones, in ascending order. A run that ends with the last
 * newer event is joined with one that begins with the first older event, if they belong together and no gap is between
 * them. `gaps` are the positions of gaps: a gap at `n` is above the event with the 0-based index `n` of the whole view.
 */
export async function joinOwnRuns(
  own: OwnEvents,
  newer: RunsOfSide,
  older: RunsOfSide,
  gaps: readonly number[],
): Promise<readonly OwnRun[]> {
  const segmentOf = createSegmentGetter(own);
  const isGap = new Set(gaps);
  const shift = newer.count;
  const above = await listLowestSegments(newer, segmentOf, (at) => isGap.has(at));
  const below =
    above.length === 0 || isGap.has(shift)
      ? []
      : await listHighestSegments(older, segmentOf, (at) => isGap.has(at + shift));
  const atLine = new OwnRunList(gaps);
  for (const segment of above) atLine.addSegment(segment);
  for (const segment of below) atLine.addSegment({ ...segment, startIndex: segment.startIndex + shift });
  const [firstAbove = Number.POSITIVE_INFINITY] = above.map(({ startIndex }) => startIndex);
  const lastBelow = Math.max(0, ...below.map(({ startIndex, count }) => startIndex + count));
  return [
    ...newer.runs.filter(({ startIndex }) => startIndex < firstAbove),
    ...atLine.finish(),
    ...older.runs
      .filter(({ startIndex }) => startIndex >= lastBelow)
      .map((run) => ({ ...run, startIndex: run.startIndex + shift })),
  ];
}

type GetSegment = (side: RunsOfSide, at: number, run: OwnRun | undefined) => Promise<OwnSegment | undefined>;

/**
 * Returns a function that describes own events for `OwnRunList`: those of `run`, or if there is no run, the single
 * event with the index `at`. It resolves to undefined if that event is not own.
 */
function createSegmentGetter(own: OwnEvents): GetSegment {
  const ids = new Set(listOwnRequestIDs(own));
  const unfolded = new Set(own.unfoldedKeys);
  const groupOf = createOwnGroupGetter(own);
  const findGroup = (event: AuditEvent): { readonly group: OwnGroup } | undefined => {
    const { requestID } = event.context;
    if (requestID === undefined || !ids.has(requestID) || unfolded.has(eventKey(event))) return undefined;
    return { group: groupOf(requestID) };
  };
  return async (side, at, run) => {
    if (run?.kind === 'logReads') return { ...run, group: undefined };
    const loaded = await side.read(at);
    const found = loaded && findGroup(loaded.event);
    if (!found) return undefined;
    const single = { startIndex: at, count: 1, logReads: 0, keys: [loaded.key] };
    return { ...(run ?? single), ...found };
  };
}

/**
 * Returns the own events with which a side ends, as a segment; none if the last event is not own. If that segment has
 * audit log reads only, the segment adjacent above it precedes it in the result, because a run may consist of both.
 */
async function listLowestSegments(
  side: RunsOfSide,
  segmentOf: GetSegment,
  isGap: (at: number) => boolean,
): Promise<readonly OwnSegment[]> {
  const endingAt = (end: number): Promise<OwnSegment | undefined> => {
    const run = side.runs.find(({ startIndex, count }) => startIndex + count === end);
    return segmentOf(side, end - 1, run);
  };
  const last = side.count === 0 ? undefined : await endingAt(side.count);
  if (!last) return [];
  const { startIndex, group } = last;
  if (group !== undefined || startIndex === 0 || isGap(startIndex)) return [last];
  const before = await endingAt(startIndex);
  return before ? [before, last] : [last];
}

/**
 * Returns the own events with which a side begins, as a segment; none if the first event is not own. If that segment
 * has audit log reads only, the segment adjacent below it follows it in the result, because a run may consist of both.
 */
async function listHighestSegments(
  side: RunsOfSide,
  segmentOf: GetSegment,
  isGap: (at: number) => boolean,
): Promise<readonly OwnSegment[]> {
  const startingAt = (at: number): Promise<OwnSegment | undefined> =>
    segmentOf(
      side,
      at,
      side.runs.find(({ startIndex }) => startIndex === at),
    );
  const first = side.count === 0 ? undefined : await startingAt(0);
  if (!first) return [];
  const end = first.startIndex + first.count;
  if (first.group !== undefined || end === side.count || isGap(end)) return [first];
  const after = await startingAt(end);
  return after ? [first, after] : [first];
}
