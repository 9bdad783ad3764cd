/** The stretches of a followed listing in which events may be missing: kept until an answer shows that none are. */
import type { AuditEvent, NextOps } from '../../service/types.ts';
import { identityOf, type Read, type Run, timeOf } from './reading.ts';

/** Between the two, events may be missing that the service has not given. */
export interface Gap {
  /** The lowest event of what was read above it. */
  readonly above: AuditEvent;
  /** The newest event that was settled before; the same as above where nothing was. */
  readonly below: AuditEvent;
  /** Where the service said that the listing continues below `above`. */
  readonly resume?: NextOps;
  /** True where it lies below the oldest event that is followed, so that it is not read. */
  readonly isBelowFloor?: true;
}

/** A gap below the oldest event that is followed. */
export const gapBelowFloor = (floor: AuditEvent): Gap => ({ above: floor, below: floor, isBelowFloor: true });

export const gapOf = (above: AuditEvent, below: AuditEvent, resume: NextOps | undefined): Gap => ({
  above,
  below,
  ...(resume && { resume }),
});

/** Whether a gap reaches down to where the listing ends, since nothing was settled below it. */
export const isBottomless = ({ above, below }: Gap): boolean => below === above;

/** How a run shows what is in a gap. */
interface RunFacts {
  /** The event below which the run begins; undefined for one from the top. */
  readonly from: AuditEvent | undefined;
  /** Whether nothing that is followed can be below the run. */
  readonly isAtBottom: boolean;
  /** Whether the listing is in order of time. If not, a time says nothing of where in the listing an event is. */
  readonly isByTime: boolean;
}

/** What `run` leaves of `gaps`. */
export function remaining(
  gaps: readonly Gap[],
  run: Run,
  { from, isAtBottom, isByTime }: RunFacts,
): readonly Gap[] {
  const { bottom } = run;
  if (!bottom) return isAtBottom ? gaps.filter((gap) => gap.above !== from || gap.below !== from) : gaps;
  const left = gaps.flatMap((gap) => {
    const isCovered =
      run.seen.has(identityOf(gap.above)) || (isByTime && (!from || isBelow(gap.above, from)));
    const begins = gap.above === from || (isCovered && isIn(gap.above, run, isByTime));
    if (!begins) return [gap];
    if (isBottomless(gap)) return isAtBottom ? [] : [gapOf(bottom, bottom, run.next)];
    return isIn(gap.below, run, isByTime) ? [] : [gapOf(bottom, gap.below, run.next)];
  });
  // The same list where nothing has changed, so that nothing is drawn again.
  return left.length === gaps.length && left.every((gap, i) => gap === gaps[i]) ? gaps : left;
}

/** `gaps` without those that `page` leads through, wherever in the listing it is from. */
export function withoutShown(gaps: readonly Gap[], page: readonly Read[]): readonly Gap[] {
  const keys = new Set(page.map(({ key }) => key));
  const isShown = (gap: Gap): boolean =>
    !isBottomless(gap) && keys.has(identityOf(gap.above)) && keys.has(identityOf(gap.below));
  return gaps.some(isShown) ? gaps.filter((gap) => !isShown(gap)) : gaps;
}

/**
 * `gaps` with one more above them. No stretch of a listing in order of time is in two: what an answer shows of one would be
 * left in the other.
 */
export function withGap(gaps: readonly Gap[], gap: Gap, isByTime: boolean): readonly Gap[] {
  if (!isByTime) {
    const isOther = ({ above, below }: Gap): boolean =>
      identityOf(above) !== identityOf(gap.above) || identityOf(below) !== identityOf(gap.below);
    return [...gaps.filter(isOther), gap];
  }
  if (gaps.some((other) => isWithin(gap, other))) return gaps;
  const others = gaps.filter((other) => !isWithin(other, gap));
  const next = others
    .filter(({ above }) => isBelow(above, gap.above) && (isBottomless(gap) || !isBelow(above, gap.below)))
    .reduce<Gap | undefined>(
      (high, one) => (high && !isBelow(high.above, one.above) ? high : one),
      undefined,
    );
  return [...others, next ? gapOf(gap.above, next.above, gap.resume) : gap];
}

/** Both as one, if they overlap; else undefined. `upper` is the later one. */
export function joined(upper: Gap, lower: Gap): Gap | undefined {
  const [end, start] = [timeOf(upper.below), timeOf(lower.above)];
  if (end === undefined || start === undefined || end > start) return undefined;
  if (isBottomless(lower)) return gapOf(upper.above, upper.above, upper.resume);
  const isLower = isBelow(lower.below, upper.below);
  return gapOf(upper.above, isLower ? lower.below : upper.below, upper.resume);
}

/** Whether an event of this time can be one that was missing. */
export function isInGap(gaps: readonly Gap[], time: string): boolean {
  return gaps.some((gap) => {
    const [high, low] = [timeOf(gap.above), timeOf(gap.below)];
    return (high === undefined || time <= high) && (low === undefined || isBottomless(gap) || time >= low);
  });
}

/** Whether the run has the event or, in a listing in order of time, reaches further down. */
export function isIn(event: AuditEvent, run: Run, isByTime: boolean): boolean {
  if (run.seen.has(identityOf(event))) return true;
  const time = timeOf(event);
  return isByTime && time !== undefined && run.time !== undefined && run.time < time;
}

function isBelow(event: AuditEvent, other: AuditEvent): boolean {
  const [time, than] = [timeOf(event), timeOf(other)];
  return time !== undefined && than !== undefined && time < than;
}

function isWithin(gap: Gap, other: Gap): boolean {
  const reaches = isBottomless(other) || (!isBottomless(gap) && !isBelow(gap.below, other.below));
  return (gap.above === other.above || isBelow(gap.above, other.above)) && reaches;
}
