import type { JsonValue } from '../../service/json.ts';

/**
 * Kinds of times: dates (`date`), times with a time zone (`zonedTime`), and times without one (`time`), among which
 * dates are allowed, too. A time with a zone and one without can't be ordered.
 */
export type TimeAxis = 'date' | 'zonedTime' | 'time';

/** The values from the edge `from` (included) to the edge `to` (not included). */
export type ValueRange =
  | { readonly axis: 'number'; readonly from: string; readonly to: string }
  /** `from` and `to` are milliseconds since 1970. A time without a zone is read as UTC. */
  | { readonly axis: TimeAxis; readonly from: number; readonly to: number };

/**
 * A scale along which values are counted in bins. `Position` is the type of a value's place on the scale. Positions are
 * exact for numbers, and rounded down to milliseconds for times.
 */
export interface Scale<Position> {
  positionOf(value: JsonValue | undefined): Position | undefined;
  compare(a: Position, b: Position): number;
  createRange(from: Position, to: Position): ValueRange;
  /**
   * Returns the edges of at most `maxBins` bins that cover `min` to `max`, in ascending order and at easily read
   * values; undefined if the values can't be divided into bins.
   */
  createEdges(min: Position, max: Position, maxBins: number): readonly Edge<Position>[] | undefined;
}

export interface Edge<Position> {
  readonly position: Position;
  readonly text: string;
}
