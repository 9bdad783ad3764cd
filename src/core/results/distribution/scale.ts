/** What lays values out along an axis. */
import type { JsonValue } from '../../service/json.ts';

/** Dates; times with a zone; times without one, and dates among them. What has a zone and what has none can't be ordered. */
export type TimeAxis = 'date' | 'zonedTime' | 'time';

/** The values from one edge on and below the next one. */
export type ValueRange =
  | { readonly axis: 'number'; readonly from: string; readonly to: string }
  /** Milliseconds, as `timeScale` has them. */
  | { readonly axis: TimeAxis; readonly from: number; readonly to: number };

/** `Place` is where a value is on the axis: kept exactly, so that no count and no edge lies. */
export interface Scale<Place> {
  /** Undefined for a value that has no place here. */
  placeOf(value: JsonValue | undefined): Place | undefined;
  /** Below 0 where `a` comes first. */
  compare(a: Place, b: Place): number;
  range(from: Place, to: Place): ValueRange;
  /** Readable edges from `min` or before it to beyond `max`, in order; undefined where they can't be told apart. */
  edges(min: Place, max: Place, mostBins: number): readonly Edge<Place>[] | undefined;
}

export interface Edge<Place> {
  readonly place: Place;
  /** Numbers as JSON has them, times as ISO 8601 has them, as far as the edges need it. */
  readonly text: string;
}
