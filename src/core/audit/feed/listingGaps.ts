import type { AuditEvent, NextOps } from '../../service/types.ts';
import { compareEvents, sortKeyOf } from './eventOrder.ts';
import { createEventIdentity, type ListedEvent, type ListingRun, validTimeOf } from './listingReader.ts';
import { createCursorKey } from './paging.ts';

/** A range of a listing that may contain events that are not loaded. */
export interface Gap {
  readonly above: AuditEvent;
  /** The event at the lower end of the gap. Identical to `above` if the gap has no known lower end. */
  readonly below: AuditEvent;
  /** The cursor with which the listing continues below `above`; absent if no usable one is known. */
  readonly resume?: NextOps;
  /** The latest time of the events from which a run was read down to `above`; absent if unknown or without `resume`. */
  readonly newest?: string;
  /** True if the gap is below the oldest event that is followed, and therefore is not read. */
  readonly isBelowFloor?: true;
  /**
   * The gaps, as they were when they were found, that stay open until this one is closed. Absent if the gap has not
   * changed since it was found: it is then its own origin (`getOrigins`).
   */
  readonly origins?: readonly Gap[];
}

/**
 * Returns the gaps that `gap` was made from by reading a part of them or by merging them, as they were when they were
 * found. They are the same objects for the whole life of a gap.
 */
export const getOrigins = (gap: Gap): readonly Gap[] => gap.origins ?? [gap];

export const createGapBelowFloor = (floor: AuditEvent): Gap => ({
  above: floor,
  below: floor,
  isBelowFloor: true,
});

/**
 * Creates a gap. `run` is a run that ends at `above`, with the cursor with which it continues; undefined if the gap can't
 * be read.
 */
export const createGap = (
  above: AuditEvent,
  below: AuditEvent,
  run: Partial<Pick<ListingRun, 'next' | 'newest'>> | undefined,
  origins?: readonly Gap[],
): Gap => ({
  above,
  below,
  ...(run?.next && { resume: run.next }),
  ...(run?.next && run.newest !== undefined && { newest: run.newest }),
  ...(origins && { origins }),
});

/**
 * Returns the cursor with which the listing continues below the upper end of a gap, and the latest time of the events that
 * were read above it. A gap that replaces this one and has the same upper end needs both.
 */
const runAbove = ({ resume, newest }: Gap): Partial<Pick<ListingRun, 'next' | 'newest'>> => ({
  next: resume,
  ...(newest === undefined ? {} : { newest }),
});

export const isOpenEnded = ({ above, below }: Gap): boolean => below === above;

interface RunFacts {
  readonly from: AuditEvent | undefined;
  readonly isAtBottom: boolean;
  readonly isByTime: boolean;
}

/**
 * Returns the gaps, or parts of gaps, that remain after `run` was read. `from` is the event above the run; undefined
 * for a run from the top of the listing.
 */
export function remainingGaps(
  gaps: readonly Gap[],
  run: ListingRun,
  { from, isAtBottom, isByTime }: RunFacts,
): readonly Gap[] {
  const { bottom } = run;
  if (!bottom) return isAtBottom ? gaps.filter((gap) => gap.above !== from || gap.below !== from) : gaps;
  const left = gaps.flatMap((gap) => {
    const isCovered =
      run.keys.has(createEventIdentity(gap.above)) || (isByTime && (!from || isOlder(gap.above, from)));
    const begins = gap.above === from || (isCovered && hasReachedEvent(gap.above, run, isByTime));
    if (!begins) return [gap];
    const isClosed = isOpenEnded(gap) ? isAtBottom : hasReachedEvent(gap.below, run, isByTime);
    const below = isOpenEnded(gap) ? bottom : gap.below;
    return isClosed ? [] : [createGap(bottom, below, run, getOrigins(gap))];
  });
  // The same array if nothing has changed, so that nothing is rendered again.
  return left.length === gaps.length && left.every((gap, i) => gap === gaps[i]) ? gaps : left;
}

/**
 * Returns `gaps` without those whose two ends are both on `page`, because a page is a contiguous part of the listing.
 * Gaps without a known lower end are kept.
 */
export function withoutCoveredGaps(gaps: readonly Gap[], page: readonly ListedEvent[]): readonly Gap[] {
  const keys = new Set(page.map(({ key }) => key));
  const isShown = (gap: Gap): boolean =>
    !isOpenEnded(gap) && keys.has(createEventIdentity(gap.above)) && keys.has(createEventIdentity(gap.below));
  return gaps.some(isShown) ? gaps.filter((gap) => !isShown(gap)) : gaps;
}

/**
 * Returns `gaps` with `gap`. In a listing sorted by time, gaps within it become a part of it, and it is left out if it
 * is within another one.
 */
export function addOrMergeGap(gaps: readonly Gap[], gap: Gap, isByTime: boolean): readonly Gap[] {
  const same = gaps.find(
    ({ above, below }) => isSameEvent(above, gap.above) && isSameEvent(below, gap.below),
  );
  // The origins of a merged gap are still open, so the gap that replaces it must include them.
  const passOn = (to: Gap, outer: Gap): readonly Gap[] =>
    gaps.map((one) => (one === outer ? withOrigins(to, gap.origins ? [outer, gap] : [outer]) : one));
  if (!isByTime) {
    if (!same) return [...gaps, gap];
    return gaps.map((one) => (one === same ? { ...gap, origins: getOrigins(same) } : one));
  }
  if (same) return isSameCursor(same, gap) && !gap.origins ? gaps : passOn(gap, same);
  const outer = gaps.find((other) => isWithin(gap, other));
  if (outer) return gap.origins ? passOn(outer, outer) : gaps;
  const inner = gaps.filter((other) => isWithin(other, gap));
  const others = gaps.filter((other) => !inner.includes(other));
  const next = others
    .filter(({ above }) => isOlder(above, gap.above) && (isOpenEnded(gap) || !isOlder(above, gap.below)))
    .reduce<Gap | undefined>(
      (high, one) => (high && !isOlder(high.above, one.above) ? high : one),
      undefined,
    );
  const upper = next ? createGap(gap.above, next.above, runAbove(gap), gap.origins) : gap;
  return [...others, inner.length > 0 ? withOrigins(upper, [upper, ...inner]) : upper];
}

/** Merges two gaps into one. Returns undefined unless valid times show that the gaps touch or overlap. */
export function mergeGaps(upper: Gap, lower: Gap): Gap | undefined {
  const [end, start] = [validTimeOf(upper.below), validTimeOf(lower.above)];
  if (end === undefined || start === undefined || end > start) return undefined;
  const isOpen = isOpenEnded(upper) || isOpenEnded(lower);
  // Of two events with the same time, the one below the lower gap is the lower one.
  const lowest = isOlder(upper.below, lower.below) ? upper.below : lower.below;
  return withOrigins(createGap(upper.above, isOpen ? upper.above : lowest, runAbove(upper)), [upper, lower]);
}

const withOrigins = (gap: Gap, from: readonly Gap[]): Gap => ({
  ...gap,
  origins: [...new Set(from.flatMap(getOrigins))],
});

export function isInGap(gaps: readonly Gap[], time: string): boolean {
  return gaps.some((gap) => {
    const [high, low] = [validTimeOf(gap.above), validTimeOf(gap.below)];
    return (high === undefined || time <= high) && (low === undefined || isOpenEnded(gap) || time >= low);
  });
}

/** Whether the run contains the event or, in a listing sorted by time, reaches further down than the event. */
export function hasReachedEvent(event: AuditEvent, run: ListingRun, isByTime: boolean): boolean {
  if (run.keys.has(createEventIdentity(event))) return true;
  const time = validTimeOf(event);
  return isByTime && time !== undefined && run.time !== undefined && run.time < time;
}

function isOlder(event: AuditEvent, other: AuditEvent): boolean {
  const [time, than] = [validTimeOf(event), validTimeOf(other)];
  return time !== undefined && than !== undefined && time < than;
}

function isWithin(gap: Gap, other: Gap): boolean {
  // Events with the same time can be in either order.
  const endsAbove = isSameEvent(gap.below, other.below) || isOlder(other.below, gap.below);
  const reaches = isOpenEnded(other) || (!isOpenEnded(gap) && endsAbove);
  return (isSameEvent(gap.above, other.above) || isOlder(gap.above, other.above)) && reaches;
}

const isSameCursor = ({ resume: one }: Gap, { resume: other }: Gap): boolean =>
  one && other ? createCursorKey(one) === createCursorKey(other) : one === other;

function isSameEvent(event: AuditEvent, other: AuditEvent): boolean {
  if (event === other) return true;
  // An identity contains a hash, which takes longer to compute.
  if (compareEvents(sortKeyOf(event), sortKeyOf(other)) !== 0) return false;
  return createEventIdentity(event) === createEventIdentity(other);
}
