/** Runs of own events across the line between both sides of a merged trail. */
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

interface RunsOfSide {
  /** Number of the side's events in the view. */
  readonly count: number;
  /** The runs with positions among the side's events. */
  readonly runs: readonly OwnRun[];
  /** Returns an event by its position; undefined if there is none. */
  readonly read: (at: number) => Promise<LoadedEvent | undefined>;
}

/** Returns the runs of both sides in one list. `gaps` are the positions of gaps among the events of both sides. */
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

/** Returns a function that returns the segment of a run, or of the event at a position without a run. */
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

/** The last segment of a side, and the one before it if that is adjacent and the last one has audit log reads only. */
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

/** The first segment of a side, and the one after it if that is adjacent and the first one has audit log reads only. */
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
