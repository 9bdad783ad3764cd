/** Conditions for filters, with the meaning that the local store gives them. */

import { parseEventKey } from '../feed/ledger.ts';
import type { Sha256 } from '../handover/records.ts';
import type { QueryValue, ReadTerm } from '../query/auditQuery.ts';
import { foldCaseAndLineFeeds } from '../store/columns/searchable.ts';
import { auditFields, type FieldID } from '../table/fields.ts';
import type { FieldChoice, NotedTextTerm, TimeRange, TrailFilters, TrailTerm } from '../table/filter.ts';
import { listOwnRequestIDs, type OwnEvents } from '../table/ownEvents.ts';
import { findStoredSet } from './eventSets.ts';
import { foldedText, isDated, momentSql, NANOSECONDS_PER_MS, someEntry, wholeValue } from './fieldSql.ts';
import { allOf, anyOf, bindText, isOneOf, not, type Sql, sql } from './sql.ts';
import { matchesSomeValue } from './valueSql.ts';

/** The conditions of filters, separately, because a facet leaves out one of `fields`, and the histogram `range`. */
export interface FilterConditions {
  readonly fields: ReadonlyMap<FieldID, Sql>;
  readonly range: Sql;
  /** The condition of all other filters. */
  readonly others: Sql;
}

/** Returns the conditions of filters. `sha256` computes the IDs of events without a change ID. */
export function filterConditions(filters: TrailFilters, sha256: Sha256): FilterConditions {
  const { fields, range, terms = [], events } = filters;
  return {
    fields: new Map(Array.from(fields, ([field, choice]) => [field, passesChoice(field, choice)])),
    range: range ? isInRange(range) : sql`1`,
    others: allOf([...(events ? [findStoredSet(events).where] : []), ...termConditions(terms, sha256)]),
  };
}

/** Returns the condition of the filters by values of fields, without that of `except`. */
export const passesFields = ({ fields }: FilterConditions, except?: FieldID): Sql =>
  allOf([...fields].flatMap(([field, condition]) => (field === except ? [] : [condition])));

/** Returns the condition of all filters, without that by the values of `except`, or without the range. */
export const passesFilters = (conditions: FilterConditions, except?: FieldID | 'range'): Sql =>
  except === 'range'
    ? allOf([passesFields(conditions), conditions.others])
    : allOf([conditions.range, passesFields(conditions, except), conditions.others]);

/** Returns the condition that the event is one of the own events. */
export const isOwnEvent = (own: OwnEvents): Sql =>
  allOf([sql`requestID != ''`, isOneOf(sql`requestID`, listOwnRequestIDs(own))]);

/** Returns the condition that the event is one of the own events, and can join a run. */
export const isFoldableEvent = (own: OwnEvents, sha256: Sha256): Sql =>
  allOf([isOwnEvent(own), not(hasKey(own.unfoldedKeys, sha256))]);

/** Returns the condition that an event's time is in a range. An event without a usable time is in none. */
export function isInRange({ from, to }: TimeRange): Sql {
  const nanoseconds = (ms: number): bigint =>
    BigInt(Math.ceil(Math.min(Math.max(ms, 0), MAX_MS))) * NANOSECONDS_PER_MS;
  return allOf([
    isDated,
    sql`ts >= ${momentSql(nanoseconds(from))}`,
    ...(to >= MAX_MS ? [] : [sql`ts < ${momentSql(nanoseconds(to))}`]),
  ]);
}
/** The end of the times that the column `ts` can have. */
const MAX_MS = Date.UTC(2262, 0, 1);

function passesChoice(field: FieldID, { only, not: excluded }: FieldChoice): Sql {
  const value = wholeValue(field);
  const isOneOf = (values: ReadonlySet<string | undefined>): Sql =>
    matchesSomeValue(value, [...values].map(toQueryValue));
  return allOf([
    ...(only.size === 0 ? [] : [isOneOf(only)]),
    ...(excluded.size === 0 ? [] : [not(isOneOf(excluded))]),
  ]);
}

const toQueryValue = (value: string | undefined): QueryValue =>
  value === undefined ? { kind: 'absent' } : { kind: 'text', text: value };

function termConditions(terms: readonly TrailTerm[], sha256: Sha256): readonly Sql[] {
  const together = terms.filter((term): term is ReadTerm => term.kind === 'read' && !term.isNegated);
  const others = terms.filter((term) => term.kind !== 'read' || term.isNegated);
  return [
    ...others.map((term) => (term.isNegated ? not(meetsTerm(term, sha256)) : meetsTerm(term, sha256))),
    ...(together.length === 0 ? [] : [hasRead(together)]),
  ];
}

function meetsTerm(term: TrailTerm, sha256: Sha256): Sql {
  switch (term.kind) {
    case 'keys':
      return hasKey(term.keys, sha256);
    case 'read':
      return hasRead([term]);
    case 'text':
      return containsText(term, sha256);
    case 'field':
      return someEntry(term.field, (value) => matchesSomeValue(value, term.values));
  }
}

function containsText({ text, notedKeys }: NotedTextTerm, sha256: Sha256): Sql {
  const searched = bindText(foldCaseAndLineFeeds(text.toWellFormed()));
  const isFound = auditFields.map(({ id }) => {
    const value = wholeValue(id);
    // The service sends an empty object for a value that it does not have.
    return sql`(NOT ${value.isAbsent} AND ${value.text} != '{}' AND position(${foldedText(value.text)}, ${searched}) > 0)`;
  });
  return anyOf([...isFound, ...(notedKeys.length === 0 ? [] : [hasKey(notedKeys, sha256)])]);
}

/** Returns the condition that one read of the event's query meets all terms. `r` has table, column, level, and use. */
const hasRead = (terms: readonly ReadTerm[]): Sql =>
  sql`arrayExists(r -> ${allOf(terms.map(meetsReadTerm))}, reads)`;

function meetsReadTerm({ part, values }: ReadTerm): Sql {
  const folded = values.map(foldValue);
  // A read without a known table has the table ''. A level that can't be determined is `?`, and an absent one is ''.
  const present = (text: Sql): Sql => matchesSomeValue({ text, isAbsent: sql`0` }, folded);
  switch (part) {
    case 'table':
      return sql`(r.1 != '' AND ${present(sql`lowerUTF8(r.1)`)})`;
    case 'column':
      return sql`(r.2 != '' AND (r.2 = '*' OR ${present(sql`lowerUTF8(r.2)`)}))`;
    case 'level': {
      const text = sql`if(r.3 = '?', '', lowerUTF8(r.3))`;
      return sql`(r.2 != '' AND ${matchesSomeValue({ text, isAbsent: sql`(r.3 = '')` }, folded)})`;
    }
  }
}

function foldValue(value: QueryValue): QueryValue {
  if (value.kind === 'text') return { ...value, text: value.text.toLowerCase() };
  if (value.kind !== 'pattern') return value;
  return { ...value, parts: value.parts.map((part) => part.toLowerCase()) };
}

/** Returns the condition that an event has one of the keys that `eventKey` returns. */
function hasKey(keys: readonly string[], sha256: Sha256): Sql {
  const ids: string[] = [];
  const variants: Sql[] = [];
  for (const key of keys) {
    const parts = parseEventKey(key);
    if ('text' in parts) ids.push(`sha256:${sha256(parts.text)}`);
    else if (parts.variant === 1) ids.push(parts.changeID);
    else variants.push(sql`startsWith(id, ${bindText(variantPrefix(parts.changeID, parts.variant))})`);
  }
  return anyOf([...(ids.length === 0 ? [] : [isOneOf(sql`id`, ids)]), ...variants]);
}

const HASH_DIGITS = 8;

/**
 * Returns the number of an event among those that share its change ID: 1 for the first, and for a further one a number
 * that contains the beginning of the hash in its ID, because the table does not number them.
 */
export const variantOfID = (id: string, changeID: string): number =>
  changeID !== '' && id.startsWith(`${changeID}~`)
    ? 2 + Number.parseInt(id.slice(changeID.length + 1, changeID.length + 1 + HASH_DIGITS), 16)
    : 1;

const variantPrefix = (changeID: string, variant: number): string =>
  `${changeID}~${(variant - 2).toString(16).padStart(HASH_DIGITS, '0')}`;
