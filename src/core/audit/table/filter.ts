/** The filters that this extension applies to loaded events, and the facets that offer their values. */
import type { EventSet } from './eventSet.ts';
import type { FieldID } from './fields.ts';

/**
 * A filter by the values of one field: only those in `only`, unless that is empty, and none of those in `not`. The
 * value undefined stands for events without the field.
 */
export interface FieldChoice {
  readonly only: ReadonlySet<string | undefined>;
  readonly not: ReadonlySet<string | undefined>;
}

/** A time range in milliseconds since 1970, with `to` excluded. An event without a valid time is in no range. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Filters over loaded events. An event passes if it passes every filter that is present. */
export interface LocalFilters {
  readonly fields: ReadonlyMap<FieldID, FieldChoice>;
  readonly range?: TimeRange;
  /** Text to search for in all fields, ignoring case. */
  readonly text?: string;
  /**
   * Keys (`eventKey`) of the events whose notes contain `text`. These pass the text filter too; notes are stored
   * elsewhere.
   */
  readonly noted?: readonly string[];
  /** A set of events to which the view is limited, for example those counted by a number in “who read what”. */
  readonly events?: EventSet;
  /** Keys (`eventKey`) of the marked events, to which the view is limited. */
  readonly marked?: readonly string[];
}

export const noFilters: LocalFilters = { fields: new Map() };

/** Whether there are no filters, so that all events pass. */
export function isEmpty({ fields, range, text, events, marked }: LocalFilters): boolean {
  return fields.size === 0 && !range && !text && !events && !marked;
}

/** Whether a value passes the filter of its field. */
export const passesChoice = ({ only, not }: FieldChoice, value: string | undefined): boolean =>
  (only.size === 0 || only.has(value)) && !not.has(value);

/** Whether a time, in milliseconds since 1970, is in the range. False for undefined. */
export const isWithin = ({ from, to }: TimeRange, ms: number | undefined): boolean =>
  ms !== undefined && ms >= from && ms < to;

/** One value of a facet. */
interface FacetValue {
  /** The value; undefined stands for events without the field. */
  readonly value: string | undefined;
  /** Number of events with this value that pass all filters except the one by this field. */
  readonly count: number;
  /** Whether the field's filter includes (`only`) or excludes (`not`) the value; absent if it does neither. */
  readonly choice?: 'only' | 'not';
}
/** The values of a field with counts. */
export interface Facet {
  readonly field: FieldID;
  /** The most frequent values first. Values that are part of the filter are always included. */
  readonly values: readonly FacetValue[];
  /** Number of further values that are not listed. */
  readonly more: number;
}

/** Number of values that a facet lists initially. */
export const DEFAULT_FACET_VALUES = 25;
