/**
 * Changes questions for controls other than the question bar. Questions are not changed in place; the functions return
 * new ones.
 */
import { msToTimestamp } from '../feed/timestamps.ts';
import { type FieldID, findAuditField } from '../table/fields.ts';
import type { FieldChoice, TimeRange } from '../table/filter.ts';
import type { AuditQuery, FieldTerm, QueryTerm, QueryValue, TimeTerm } from './auditQuery.ts';

/** How events with a value of a field are filtered: included (`only`), excluded (`not`), or not by it (`none`). */
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
 * Separates terms that choose exact values of a field, as facets do, from the others. Among the others are also such
 * terms for a list field, and further ones that include values of the same field.
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
 * Includes (`only`) or excludes (`not`) values of a field in a question, or removes them from it (`none`). Terms that
 * also have other values, such as patterns, are not changed. Undefined stands for events without the field.
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
 * Returns the question with the whole value of a field included or excluded. A field with several values, such as tags,
 * is passed as their joined text (`fieldText`).
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
 * Returns the question with one term for these values of the field, if there are any, in place of its terms that have
 * only exact values.
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

export const withTimes = (query: AuditQuery, times: readonly TimeTerm[]): AuditQuery => [
  ...query.filter((term) => !isTimeTerm(term)),
  ...times,
];

/** Returns the terms for a time range. They name UTC, so that they mean the same times in every time zone. */
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
