import type { AuditQuery, FieldTerm, ReadTerm, TextTerm } from '../query/auditQuery.ts';
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

/** A time range in milliseconds since 1970, with `to` excluded. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** The user's filters over the loaded events: a question, and optionally a set that an event must be in. */
export interface LocalFilters {
  readonly question: AuditQuery;
  readonly events?: EventSet;
}

export const noLocalFilters: LocalFilters = { question: [] };

/**
 * Filters in the form that sources evaluate: times are absolute, and the user's marks, notes, and own requests appear
 * as keys and request IDs. An event passes if it passes every part.
 */
export interface TrailFilters {
  readonly fields: ReadonlyMap<FieldID, FieldChoice>;
  readonly range?: TimeRange;
  readonly events?: EventSet;
  /**
   * An event passes if it meets every term. The read terms that are not negated must all be met by the same read of the
   * event's query.
   */
  readonly terms?: readonly TrailTerm[];
}

/** A text term, with the keys (`eventKey`) of the events whose notes contain the text. */
export interface NotedTextTerm extends TextTerm {
  readonly notedKeys: readonly string[];
}
/** A term that is met by the events with these keys (`eventKey`), or by all others if the term is negated. */
export interface KeysTerm {
  readonly kind: 'keys';
  readonly keys: readonly string[];
  readonly isNegated: boolean;
}
export type TrailTerm = FieldTerm | ReadTerm | NotedTextTerm | KeysTerm;

export const noFilters: { readonly fields: TrailFilters['fields'] } = { fields: new Map() };

export const hasNoFilters = ({ fields, range, terms = [], events }: TrailFilters): boolean =>
  fields.size === 0 && !range && terms.length === 0 && !events;

export const hasLocalFilters = ({ question, events }: LocalFilters): boolean =>
  question.length > 0 || events !== undefined;

export const passesChoice = ({ only, not }: FieldChoice, value: string | undefined): boolean =>
  (only.size === 0 || only.has(value)) && !not.has(value);

export const isInTimeRange = ({ from, to }: TimeRange, ms: number | undefined): boolean =>
  ms !== undefined && ms >= from && ms < to;

interface FacetValue {
  readonly value: string | undefined;
  /** Number of events with this value that pass all filters except the entry of this field in `TrailFilters.fields`. */
  readonly count: number;
  readonly choice?: 'only' | 'not';
}
export interface Facet {
  readonly field: FieldID;
  /**
   * The most frequent values first. Values with a count of 0, and values beyond the limit, can be included because the
   * filter of this field names them.
   */
  readonly values: readonly FacetValue[];
  /** Number of further values that are not listed. */
  readonly more: number;
}

export const DEFAULT_FACET_VALUES = 25;
