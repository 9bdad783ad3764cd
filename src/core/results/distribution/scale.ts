/** The scale along which the values of a column are counted in bins. */
import type { JsonValue } from '../../service/json.ts';

/**
 * Kinds of times: dates; times with a time zone; times without one, among which dates are allowed too. A time with a
 * zone and one without can't be ordered.
 */
export type TimeAxis = 'date' | 'zonedTime' | 'time';

/** The values from the edge `from` (included) to the edge `to` (not included). */
export type ValueRange =
  | { readonly axis: 'number'; readonly from: string; readonly to: string }
  /** Milliseconds since 1970. A time without a zone is read as UTC. */
  | { readonly axis: TimeAxis; readonly from: number; readonly to: number };

/**
 * A scale of values. `Position` is a value's place on the scale: exact for numbers, rounded down to milliseconds for
 * times.
 */
export interface Scale<Position> {
  /** Returns the position of a value; undefined if the value is not of the scale's kind. */
  positionOf(value: JsonValue | undefined): Position | undefined;
  /** Compares two positions: negative if `a` comes first, 0 if they are equal. */
  compare(a: Position, b: Position): number;
  createRange(from: Position, to: Position): ValueRange;
  /**
   * Returns readable edges of at most `maxBins` bins in ascending order, from `min` or less to more than `max`. Returns
   * undefined if `min` and `max` are numbers that can't be told apart.
   */
  createEdges(min: Position, max: Position, maxBins: number): readonly Edge<Position>[] | undefined;
}

export interface Edge<Position> {
  readonly position: Position;
  /**
   * The edge as text: a number as in JSON; a date or time such as `2026`, `2026-01`, `2026-01-31` or `2026-01-31
   * 12:30`, as precise as the edges require. A time with a zone is in UTC; if it has a time of day, it ends with `Z`.
   */
  readonly text: string;
}
