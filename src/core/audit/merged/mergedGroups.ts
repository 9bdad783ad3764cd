/**
 * Groups the events of a merged trail by a field. Groups are in the order of their newest events, so all groups that
 * contain newer events precede those that consist of older events only.
 */
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
  /** The view of the newer trail. */
  readonly newer: ViewHandle;
  /** The view of the older trail with the same filters. */
  readonly older: ViewHandle;
  /** The gaps that can be displayed in the view. */
  readonly gaps: readonly GapEnds[];
}

/** What `readGroups` needs for any range of groups. */
export interface NewerGroups {
  /** All groups of the newer events. `same`: the groups of older events that share a value with one of them. */
  readonly newer: TrailGroups;
  readonly same: readonly PlacedGroup[];
}

/** An end of a range of groups, beyond the number of groups of any view. */
const ALL = Number.MAX_SAFE_INTEGER;

/** Resolves to what `readGroups` needs; to undefined if the newer or the older trail no longer keeps the view. */
export async function readNewerGroups(
  sides: { readonly newer: AuditTrail; readonly older: OlderTrail },
  view: GroupedView,
  by: Exclude<Grouping, 'none'>,
  signal: AbortSignalLike | undefined,
): Promise<NewerGroups | undefined> {
  const newer = await sides.newer.groups(view.newer, by, 0, ALL, signal);
  if (!newer) return undefined;
  const values = newer.groups.map(({ value }) => value);
  const same = values.length === 0 ? [] : await sides.older.groupsWithValues(view.older, by, values, signal);
  return same && { newer, same };
}

/**
 * Resolves to groups `from` to `to` − 1 (0-based): first the groups with newer events, each joined with the older
 * events of the same value, then the groups of older events only. Undefined if the older trail no longer keeps the
 * view.
 */
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

/**
 * Returns the 0-based index, in a list of groups, of the group with the index `at` that remains if the groups at
 * `places` are removed from the list. `places` are in ascending order.
 */
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

/**
 * Returns the positions of all `gaps` among the events of a set, including gaps that are above or below all of them.
 */
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
