import type { AuditEvent, NextOps } from '../../service/types.ts';
import { createEventIdentity, type ListedEvent, type ListingRun, validTimeOf } from './listingReader.ts';

/** A range of a listing that may contain events that are not loaded. */
export interface Gap {
  readonly above: AuditEvent;
  /** The event at the lower end of the gap. Identical to `above` if the gap has no known lower end. */
  readonly below: AuditEvent;
  /** The cursor with which the listing continues below `above`; absent if no usable one is known. */
  readonly resume?: NextOps;
  /** True if the gap is below the oldest event that is followed, and therefore is not read. */
  readonly isBelowFloor?: true;
}

export const createGapBelowFloor = (floor: AuditEvent): Gap => ({
  above: floor,
  below: floor,
  isBelowFloor: true,
});

export const createGap = (above: AuditEvent, below: AuditEvent, resume: NextOps | undefined): Gap => ({
  above,
  below,
  ...(resume && { resume }),
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
    if (isOpenEnded(gap)) return isAtBottom ? [] : [createGap(bottom, bottom, run.next)];
    return hasReachedEvent(gap.below, run, isByTime) ? [] : [createGap(bottom, gap.below, run.next)];
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

export function addOrMergeGap(gaps: readonly Gap[], gap: Gap, isByTime: boolean): readonly Gap[] {
  if (!isByTime) {
    const isOther = ({ above, below }: Gap): boolean =>
      createEventIdentity(above) !== createEventIdentity(gap.above) ||
      createEventIdentity(below) !== createEventIdentity(gap.below);
    return [...gaps.filter(isOther), gap];
  }
  if (gaps.some((other) => isWithin(gap, other))) return gaps;
  const others = gaps.filter((other) => !isWithin(other, gap));
  const next = others
    .filter(({ above }) => isOlder(above, gap.above) && (isOpenEnded(gap) || !isOlder(above, gap.below)))
    .reduce<Gap | undefined>(
      (high, one) => (high && !isOlder(high.above, one.above) ? high : one),
      undefined,
    );
  return [...others, next ? createGap(gap.above, next.above, gap.resume) : gap];
}

/** Merges two gaps into one. Returns undefined unless valid times show that the gaps touch or overlap. */
export function mergeGaps(upper: Gap, lower: Gap): Gap | undefined {
  const [end, start] = [validTimeOf(upper.below), validTimeOf(lower.above)];
  if (end === undefined || start === undefined || end > start) return undefined;
  if (isOpenEnded(upper) || isOpenEnded(lower)) return createGap(upper.above, upper.above, upper.resume);
  const isLower = isOlder(lower.below, upper.below);
  return createGap(upper.above, isLower ? lower.below : upper.below, upper.resume);
}

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
  const reaches = isOpenEnded(other) || (!isOpenEnded(gap) && !isOlder(gap.below, other.below));
  return (gap.above === other.above || isOlder(gap.above, other.above)) && reaches;
}
