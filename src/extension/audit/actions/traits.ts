import { findQueryText } from '../../../core/audit/feed/queryOf.ts';
import type { Mark } from '../../../core/audit/marks/marks.ts';
import { MASK } from '../../../core/audit/masking/mask.ts';
import { type FieldID, findAuditField } from '../../../core/audit/table/fields.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { EventMasking } from '../model/masking.ts';

export type EventTrait =
  | 'query'
  /** The event has a query that can be run again, because it is stored with its literals (see `hasStoredMask`). */
  | 'runnable'
  | 'masked'
  | 'revealed'
  | 'marked'
  | 'unmarked'
  | 'noted'
  | 'unnoted'
  /** The event has a request ID. `session` means that it has a session ID, and `token` that it has a token ID. */
  | 'request'
  | 'session'
  | 'token';

export interface EventKnowledge {
  readonly masking: Pick<EventMasking, 'hasMaskedLiterals' | 'isRevealed'>;
  markOf(event: AuditEvent): Mark | undefined;
}

const eventTests: Readonly<Record<EventTrait, (event: AuditEvent, knowledge: EventKnowledge) => boolean>> = {
  query: (event) => findQueryText(event) !== undefined,
  runnable: (event) => findQueryText(event) !== undefined && !hasStoredMask(event),
  masked: (event, { masking }) => masking.hasMaskedLiterals(event),
  revealed: (event, { masking }) => masking.isRevealed(event),
  marked: (event, { markOf }) => markOf(event) !== undefined,
  unmarked: (event, { markOf }) => markOf(event) === undefined,
  noted: (event, { markOf }) => Boolean(markOf(event)?.note),
  unnoted: (event, { markOf }) => !markOf(event)?.note,
  request: ({ context }) => Boolean(context.requestID),
  session: ({ context }) => Boolean(context.sessionID),
  token: ({ context }) => Boolean(context.jwtID),
};

export interface AuditValue {
  readonly field: FieldID;
  /** The value as text; undefined if the event does not have the field or, for a group, if the value is empty. */
  readonly value: string | undefined;
  /** True if `value` is all that the field contains, false if it may be one entry of a list. */
  readonly isWhole: boolean;
  readonly event?: AuditEvent;
}

export type ValueTrait = 'present' | 'filterable';

type ValueTest = (value: Pick<AuditValue, 'field' | 'value'>, isOfService: boolean) => boolean;

const valueTests: Readonly<Record<ValueTrait, ValueTest>> = {
  present: ({ value }) => value !== undefined,
  filterable: ({ field }, isOfService) => isOfService && findAuditField(field)?.filter !== undefined,
};

/**
 * Whether an event's query contains the mask `•••`, which `audit follow` and exports can store in place of literals. The
 * original query is then unknown, so that it can't be run again.
 */
export const hasStoredMask = (event: AuditEvent): boolean => findQueryText(event)?.includes(MASK) === true;

const namesOf = <Trait extends string>(tests: Readonly<Record<Trait, unknown>>): readonly Trait[] =>
  Object.keys(tests) as Trait[];

export const listEventTraits = (event: AuditEvent, knowledge: EventKnowledge): readonly EventTrait[] =>
  namesOf(eventTests).filter((trait) => eventTests[trait](event, knowledge));

export const valueTraits = (
  value: Pick<AuditValue, 'field' | 'value'>,
  isOfService: boolean,
): readonly ValueTrait[] => namesOf(valueTests).filter((trait) => valueTests[trait](value, isOfService));

export type ActionSubject = 'event' | 'value';

/**
 * Returns the context value of a tree row. The `when` clauses in the manifest test it to select the
 * row's menu.
 */
export const formatContextValue = (subject: ActionSubject, traits: readonly string[]): string =>
  [subject, ...traits].join(' ');

/**
 * The names of the context keys that contain the context value of the selected event and of the selected value. Their
 * values are empty if none is selected.
 */
export const selectionKeys: Readonly<Record<ActionSubject, string>> = {
  event: 'vaultsql.audit.selectedEvent',
  value: 'vaultsql.audit.selectedValue',
};

/**
 * Returns the `when` clause that is true if the context value in the context key `key` has this subject and all these
 * traits. In a menu of the tree, `viewItem` is the context value of the row.
 */
export const whenClause = (subject: ActionSubject, traits: readonly string[], key = 'viewItem'): string =>
  [`${key} =~ /^${subject}\\b/`, ...traits.map((trait) => `${key} =~ /\\b${trait}\\b/`)].join(' && ');
