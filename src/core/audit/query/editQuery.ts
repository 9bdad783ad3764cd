/**
 * Changes questions for controls other than the question bar. Questions are not changed in place; the functions return
 * new ones.
 */
import { msToTimestamp } from '../feed/timestamps.ts';
import { type FieldID, findAuditField } from '../table/fields.ts';
import type { FieldChoice, TimeRange } from '../table/filter.ts';
import type { AuditQuery, FieldTerm, QueryTerm, QueryValue, TimeTerm } from './auditQuery.ts';

/**
 * What to do with a field's value in a question. `only`: put it among the included values. `not`: put it among the
 * excluded values. `none`: remove it from both.
 */
type ValueChoice = 'only' | 'not' | 'none';

type ExactValue = Extract<QueryValue, { readonly kind: 'text' | 'absent' }>;
type ExactTerm = FieldTerm & { readonly values: readonly ExactValue[] };

const hasOnlyExactValues = (term: QueryTerm): term is ExactTerm =>
  term.kind === 'field' && term.values.every(({ kind }) => kind === 'text' || kind === 'absent');

const textOf = (value: ExactValue): string | undefined => (value.kind === 'text' ? value.text : undefined);
const exactValue = (text: string | undefined): ExactValue =>
  text === undefined ? { kind: 'absent' } : { kind: 'text', text };

interface Choices {
  readonly fields: ReadonlyMap<FieldID, FieldChoice>;
  readonly others: AuditQuery;
}

/**
 * Splits a question into `fields`, the choices of exact values as facets make them, and `others`, the remaining terms.
 * A term about a list field stays in `others`. If several terms include values of one field, only the first is in
 * `fields`.
 */
export function separateFieldChoices(query: AuditQuery): Choices {
  const fields = new Map<FieldID, { only: Set<string | undefined>; not: Set<string | undefined> }>();
  const others = query.filter((term) => {
    if (!hasOnlyExactValues(term) || findAuditField(term.field)?.each) return true;
    const choice = fields.get(term.field) ?? { only: new Set(), not: new Set() };
    const chosen = term.isNegated ? choice.not : choice.only;
    if (!term.isNegated && chosen.size > 0) return true;
    for (const value of term.values) chosen.add(textOf(value));
    fields.set(term.field, choice);
    return false;
  });
  return { fields, others };
}

/**
 * Returns the question with values of a field included (`only`), excluded (`not`), or neither (`none`). A term that has
 * any other kind of value, such as a pattern, is not changed. The value undefined stands for events without the field.
 */
export function applyValueChoice(
  query: AuditQuery,
  field: FieldID,
  values: readonly (string | undefined)[],
  how: ValueChoice,
): AuditQuery {
  const added = how === 'none' ? [] : values.map(exactValue);
  const keep = (value: ExactValue): boolean => !values.includes(textOf(value));
  let isAdded = added.length === 0;
  const changed = query.flatMap((term): AuditQuery => {
    if (!hasOnlyExactValues(term) || term.field !== field) return [term];
    const kept = term.values.filter(keep);
    const isChoice = !isAdded && term.isNegated === (how === 'not');
    if (isChoice) isAdded = true;
    const next = isChoice ? [...kept, ...added] : kept;
    return next.length === 0 ? [] : [{ ...term, values: next }];
  });
  return isAdded ? changed : [...changed, { kind: 'field', field, values: added, isNegated: how === 'not' }];
}

/**
 * Returns the question with a field's value included or excluded. `text` is the value as `fieldText` returns it. If it
 * is a list of joined entries, `only` requires each of them, and `not` excludes events with any of them.
 */
export function includeOrExcludeFieldText(
  query: AuditQuery,
  field: FieldID,
  text: string | undefined,
  how: 'only' | 'not',
): AuditQuery {
  const values = findAuditField(field)?.each ? text?.split(', ') : undefined;
  if (!values || how === 'not') return applyValueChoice(query, field, values ?? [text], how);
  const terms = values.map((value): FieldTerm => {
    return { kind: 'field', field, values: [exactValue(value)], isNegated: false };
  });
  return [...applyValueChoice(query, field, values, 'none'), ...terms];
}

/**
 * Returns the question without the field's terms that have only exact values, and with one new term that includes
 * `values`, if there are any.
 */
export const withOnlyValues = (
  query: AuditQuery,
  field: FieldID,
  values: readonly (string | undefined)[],
): AuditQuery =>
  applyValueChoice(
    query.filter((term) => !hasOnlyExactValues(term) || term.field !== field),
    field,
    values,
    'only',
  );

export const isTimeTerm = (term: QueryTerm): term is TimeTerm =>
  term.kind === 'last' || term.kind === 'since' || term.kind === 'until';

/** Whether the time of a term is relative to the present, such as `24h` and `today`. */
export const isRelativeTime = ({ time }: TimeTerm): boolean => !/^\d{4}-/.test(time);

export const withTimeTerms = (query: AuditQuery, times: readonly TimeTerm[]): AuditQuery => [
  ...query.filter((term) => !isTimeTerm(term)),
  ...times,
];

/**
 * Returns the terms for a time range; an infinite end has no term. The times are marked as UTC, so that they mean the
 * same in every time zone.
 */
export const createTimeTerms = ({ from, to }: TimeRange): readonly TimeTerm[] => [
  ...(Number.isFinite(from) ? [{ kind: 'since', time: utcTime(from) } as const] : []),
  ...(Number.isFinite(to) ? [{ kind: 'until', time: formatInclusiveUtcEnd(to) } as const] : []),
];

const MINUTE = 60_000;

function utcTime(ms: number): string {
  const [date = '', time = ''] = msToTimestamp(ms).slice(0, 23).split(' ');
  return `${date}T${time.replace(/(:00)?\.000$/, '')}Z`;
}

const formatInclusiveUtcEnd = (to: number): string => {
  if (to % MINUTE === 0) return utcTime(to - MINUTE);
  const [date = '', time = ''] = msToTimestamp(to - 1)
    .slice(0, 23)
    .split(' ');
  return `${date}T${time}Z`;
};

export const isMarkedOnly = (query: AuditQuery): boolean =>
  query.some((term) => term.kind === 'marked' && !term.isNegated);

export const withMarkedOnly = (query: AuditQuery, isOnly: boolean): AuditQuery => [
  ...query.filter(({ kind }) => kind !== 'marked'),
  ...(isOnly ? [{ kind: 'marked', isNegated: false } as const] : []),
];
