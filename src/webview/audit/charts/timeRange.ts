import { positionInBins } from '../../../core/audit/table/histogram.ts';
import type { AuditHistogram } from '../../../protocol/audit.ts';

/** Milliseconds since 1970; `to` is exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export type RangeEnd = keyof TimeRange;

export type Side = 'before' | 'after';

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

/**
 * Returns the time at the left edge of a bin, or at the end of the axis for the index after the last bin, in
 * milliseconds since 1970. Returns 0 for any other index.
 */
export const getBinEdgeTime = ({ edges }: AuditHistogram, bin: number): number => edges[bin] ?? 0;

export const computeWholeAxisRange = (histogram: AuditHistogram): TimeRange => ({
  from: getBinEdgeTime(histogram, 0),
  to: getBinEdgeTime(histogram, histogram.bins.length),
});

export const isSameRange = (a: TimeRange | undefined, b: TimeRange | undefined): boolean =>
  a?.from === b?.from && a?.to === b?.to;

/** Returns the range of two bins and all bins between them, in either order. */
export function computeRangeOfBins(
  histogram: AuditHistogram,
  firstBin: number,
  secondBin: number,
): TimeRange {
  return {
    from: getBinEdgeTime(histogram, Math.min(firstBin, secondBin)),
    to: getBinEdgeTime(histogram, Math.max(firstBin, secondBin) + 1),
  };
}

/**
 * Returns the index of the bin at `fraction` of the axis, from 0 at its start to 1 at its end, or the nearest bin if
 * `fraction` is outside the axis.
 */
export function findBinAtFraction({ bins }: AuditHistogram, fraction: number): number {
  return clamp(Math.floor(fraction * bins.length), 0, bins.length - 1);
}

/** Returns the index of the bin that stays in place while one end of `range` is dragged: the bin at the other end. */
export function findFixedBin(histogram: AuditHistogram, range: TimeRange, draggedEnd: RangeEnd): number {
  const bin =
    draggedEnd === 'from'
      ? Math.round(positionInBins(histogram.edges, range.to)) - 1
      : Math.round(positionInBins(histogram.edges, range.from));
  return clamp(bin, 0, histogram.bins.length - 1);
}

/**
 * Returns the range of the events before or after the axis; undefined if the axis covers all events with a valid time.
 * Only meaningful for a side that has events.
 */
export function computeRangeOutside(histogram: AuditHistogram, side: Side): TimeRange | undefined {
  if (!histogram.outside) return undefined;
  const { first, last } = histogram.outside;
  const axis = computeWholeAxisRange(histogram);
  return side === 'before' ? { from: first, to: axis.from } : { from: axis.to, to: last + 1 };
}

/**
 * Returns `range` with one end moved by a key of the ARIA slider pattern; undefined for any other key. Both ends of the
 * returned range are edges of bins.
 */
export function computeRangeMovedByKey(
  histogram: AuditHistogram,
  range: TimeRange,
  end: RangeEnd,
  key: string,
): TimeRange | undefined {
  const count = histogram.bins.length;
  // A range outside the axis is moved from the nearest end of the axis.
  const low = clamp(Math.round(positionInBins(histogram.edges, range.from)), 0, count - 1);
  const high = clamp(Math.round(positionInBins(histogram.edges, range.to)), low + 1, count);
  const target = computeBinEdgeAfterKey(key, end === 'from' ? low : high, count);
  if (target === undefined) return undefined;
  const first = end === 'from' ? clamp(target, 0, high - 1) : low;
  const last = end === 'to' ? clamp(target, low + 1, count) : high;
  return { from: getBinEdgeTime(histogram, first), to: getBinEdgeTime(histogram, last) };
}

function computeBinEdgeAfterKey(key: string, edge: number, count: number): number | undefined {
  const page = Math.max(1, Math.round(count / 10));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return edge - 1;
    case 'ArrowRight':
    case 'ArrowUp':
      return edge + 1;
    case 'PageDown':
      return edge - page;
    case 'PageUp':
      return edge + page;
    case 'Home':
      return 0;
    case 'End':
      return count;
    default:
      return undefined;
  }
}
