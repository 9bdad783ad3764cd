/** What is filtered here, over loaded events only, and what each filter leaves to choose from. */
import type { EventSet } from './eventSet.ts';
import type { FieldID } from './fields.ts';

/** Values of one field: `only` these, unless there are none, and `not` those. undefined is "no such field". */
export interface FieldChoice {
  readonly only: ReadonlySet<string | undefined>;
  readonly not: ReadonlySet<string | undefined>;
}

/** Milliseconds since 1970; `to` is exclusive. Events without a usable time are in no range. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface LocalFilters {
  readonly fields: ReadonlyMap<FieldID, FieldChoice>;
  readonly range?: TimeRange;
  /** In any field, in upper or lower case. */
  readonly text?: string;
  /** Events with these keys (`eventKey`) have the text too: in their notes, which are kept elsewhere. */
  readonly noted?: readonly string[];
  /** Only these events, e.g. those behind a figure. */
  readonly events?: EventSet;
  /** Only the events with these keys (`eventKey`): those that are marked. */
  readonly marked?: readonly string[];
}

export const noFilters: LocalFilters = { fields: new Map() };

/** Whether nothing is filtered. */
export function isEmpty({ fields, range, text, events, marked }: LocalFilters): boolean {
  return fields.size === 0 && !range && !text && !events && !marked;
}

/** Whether a field's value is among those wanted. */
export const isChosen = ({ only, not }: FieldChoice, value: string | undefined): boolean =>
  (only.size === 0 || only.has(value)) && !not.has(value);

/** Whether a time in milliseconds since 1970, if there is one, lies in the range. */
export const isWithin = ({ from, to }: TimeRange, ms: number | undefined): boolean =>
  ms !== undefined && ms >= from && ms < to;

interface FacetValue {
  /** undefined: events that have no such field. */
  readonly value: string | undefined;
  /** Events that pass all filters but those of this field. */
  readonly count: number;
  readonly choice?: 'only' | 'not';
}
export interface Facet {
  readonly field: FieldID;
  /** The most frequent first, chosen ones always among them. */
  readonly values: readonly FacetValue[];
  /** How many values there are beyond those listed. */
  readonly more: number;
}

/** Values of a facet that are listed before more are requested. */
export const FACET_VALUES = 25;
