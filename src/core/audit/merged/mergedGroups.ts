/** Groups of a view of a merged trail. */
import type { AbortSignalLike } from '../../service/transport.ts';
import { computeGapPositions, type GapEnds, type GapPosition } from '../feed/gapPositions.ts';
import type { EventSet, ViewHandle } from '../table/eventSet.ts';
import type { Grouping } from '../table/grouping.ts';
import type { AuditTrail, TrailGroup, TrailGroups } from '../table/trail.ts';
import { addGapPositions, createPositionGetter } from './mergedCounts.ts';
import { newestFirstOrder, toEventSet } from './mergedRows.ts';
import type { OlderTrail, PlacedGroup } from './olderTrail.ts';

interface GroupedView {
  readonly listing: number;
  readonly newer: ViewHandle;
  readonly older: ViewHandle;
  /** The gaps of the view. */
  readonly gaps: readonly GapEnds[];
}

/** All groups with newer events, and the groups of the older side that have the same values. */
export interface NewerGroups {
  readonly newer: TrailGroups;
  readonly same: readonly PlacedGroup[];
}

/** More groups than a view has. */
const ALL = Number.MAX_SAFE_INTEGER;

/** Returns what `readGroups` needs for any range; undefined if a side no longer keeps the view. */
export async function readNewerGroups(
  sides: { readonly newer: AuditTrail; readonly older: OlderTrail },
  view: GroupedView,
  by: Exclude<Grouping, 'none'>,
  signal: AbortSignalLike | undefined,
): Promise<NewerGroups | undefined> {
  const newer = await sides.newer.groups(view.newer, by, 0, ALL, signal);
  if (!newer) return undefined;
  const values = newer.groups.map(({ value }) => value);
  const same = values.length === 0 ? [] : await sides.older.groupsOf(view.older, by, values, signal);
  return same && { newer, same };
}

/** Returns groups `from` to `to` − 1: those with newer events, then the rest of the older ones. */
export async function readGroups(
  sides: { readonly newer: AuditTrail; readonly older: OlderTrail },
  view: GroupedView,
  { newer, same }: NewerGroups,
  { by, from, to }: { readonly by: Exclude<Grouping, 'none'>; readonly from: number; readonly to: number },
  signal: AbortSignalLike | undefined,
): Promise<TrailGroups | undefined> {
  const count = newer.groups.length;
  const places = same.map(({ place }) => place).sort((a, b) => a - b);
  const [first, end] = [from, to].map((at) => skipPlaces(places, Math.max(0, at - count)));
  const rest = await sides.older.groups(view.older, by, first ?? 0, Math.max(first ?? 0, end ?? 0), signal);
  if (!rest) return undefined;
  const sameByValue = new Map(same.map((group) => [group.value, group]));
  const joined = await Promise.all(
    newer.groups
      .slice(from, to)
      .map((group) => joinGroup(sides.newer, view, group, sameByValue.get(group.value), signal)),
  );
  const countedTwice = same.flatMap(({ gaps }) => gaps.filter(({ at }) => at > 0));
  const atRest = createPositionGetter(rest.gaps);
  const alone = view.gaps.map((gap) => ({
    gap,
    at: atRest(gap) - countedTwice.filter((other) => other.gap === gap).length,
  }));
  return {
    count: count + rest.count - same.length,
    groups: [
      ...joined,
      ...rest.groups
        .filter(({ value }) => !sameByValue.has(value))
        .map((group) => ({ ...group, events: createSet(undefined, group.events) })),
    ],
    gaps: rest.count + count === 0 ? [] : addGapPositions(view.gaps, newer.gaps, alone),
  };
}

const createSet = (newer: EventSet | undefined, older: EventSet | undefined): EventSet =>
  toEventSet({ newer, older, order: newestFirstOrder });

/** Returns the place, among all groups, of a group among those that are not at `places`, which are in ascending order. */
function skipPlaces(places: readonly number[], at: number): number {
  let place = at;
  for (const other of places) if (other <= place) place++;
  return place;
}

async function joinGroup(
  trail: AuditTrail,
  { listing, gaps }: GroupedView,
  newer: TrailGroup,
  older: PlacedGroup | undefined,
  signal: AbortSignalLike | undefined,
): Promise<TrailGroup> {
  const { value, newestTime } = newer;
  const events = createSet(newer.events, older?.events);
  const placed =
    gaps.length === 0 || events.length < 2
      ? []
      : addGapPositions(gaps, await placeGaps(trail, listing, newer.events, gaps, signal), older?.gaps ?? []);
  return {
    value,
    newestTime,
    events,
    failed: newer.failed + (older?.failed ?? 0),
    gaps: placed.filter(({ at }) => at > 0 && at < events.length),
  };
}

/** Returns the positions of gaps among events, also of gaps above and below all of them. */
async function placeGaps(
  trail: AuditTrail,
  listing: number,
  set: EventSet,
  gaps: readonly GapEnds[],
  signal: AbortSignalLike | undefined,
): Promise<readonly GapPosition[]> {
  const events = await trail.members(listing, set, 0, set.length, signal);
  const keys = events.map(({ data: { time, changeID } }) => ({ time, changeID }));
  const nowhere = { time: undefined, changeID: undefined };
  return computeGapPositions(keys.length, (at) => keys[at] ?? nowhere, gaps);
}
