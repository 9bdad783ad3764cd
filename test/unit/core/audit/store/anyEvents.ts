/** Random events, and filters over them, that meet every odd case often. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import type { QueryValue } from '../../../../../src/core/audit/query/auditQuery.ts';
import { toEventSet } from '../../../../../src/core/audit/store/localKeys.ts';
import {
  auditFields,
  type FieldID,
  fieldText,
  findAuditField,
  getFieldEntries,
} from '../../../../../src/core/audit/table/fields.ts';
import type { FieldChoice, TrailFilters, TrailTerm } from '../../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';

/** Few values, so that choices and searches hit: of hard kinds too. */
const text = fc.constantFrom(
  'a',
  'A b',
  'a\nB',
  '',
  '{}',
  'Σας',
  'İ',
  'x, y',
  '200',
  'K',
  '2026-01-01T10:00:00Z',
);
/** Searched for beside them: parts, and what is only in the JSON around the values. */
const searched = fc.oneof(text, fc.constantFrom('i', 'k', 'B', 'changeID', 'z', '10:00', 'null'));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** Ties, nanoseconds apart, leap seconds, years apart, none of the service's form. */
const time = fc.oneof(
  fc.integer({ min: 0, max: 50 }).map(msToTimestamp),
  fc.integer({ min: 0, max: 3 }).map((n) => `1970-01-01 00:00:00.00000000${n}`),
  fc.constantFrom(
    '1969-12-31 23:59:60.000000001',
    '1969-12-31 23:59:60.999000002',
    '1969-12-31 23:59:59.999999999',
    '2016-12-31 23:59:60.500000000',
    '2017-01-01 00:00:00.000000000',
  ),
  text,
);
const someOf = (...names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, maybe(text)])), { requiredKeys: [] });
export const anyEvent: fc.Arbitrary<AuditEvent> = fc
  .record({
    context: fc.record({
      changeID: maybe(text),
      requestID: maybe(text),
      traceID: maybe(text),
      actor: maybe(text),
      actorType: maybe(text),
      accessType: maybe(text),
      ipAddress: maybe(text),
      authMode: maybe(text),
      jwtID: maybe(text),
      origin: maybe(text),
      bearerTokenContextID: maybe(text),
      keyID: maybe(text),
      sessionID: maybe(text),
    }),
    request: fc.record({
      timestamp: maybe(time),
      actionType: maybe(text),
      apiName: maybe(text),
      vaultID: maybe(text),
      workspaceID: maybe(text),
      resourceType: maybe(text),
      tags: maybe(fc.array(text)),
      data: maybe(someOf('content')),
      httpInfo: maybe(someOf('URI', 'method')),
    }),
    response: fc.record({
      code: maybe(fc.constantFrom(200, 404)),
      message: maybe(text),
      timestamp: maybe(time),
      data: maybe(fc.dictionary(fc.constantFrom('a', 'b'), text)),
    }),
    accountID: maybe(text),
    parentAccountID: maybe(text),
    resourceIDs: maybe(fc.array(text)),
  })
  .map((raw) => {
    const parsed = parseJson(JSON.stringify(raw));
    assert.ok(parsed.ok);
    return toCompactEvent(toAuditEvent(parsed.value as AuditEvent['raw']));
  });

export const fieldIDs: readonly FieldID[] = auditFields.map(({ id }) => id);
/** Values of terms: of the events, parts of them as patterns, and those that only a status or an address can be. */
function anyValue(known: readonly (string | undefined)[]): fc.Arbitrary<QueryValue> {
  const one = fc.constantFrom(...known, 'nobody', '');
  return fc.oneof(
    one.map(
      (value): QueryValue => (value === undefined ? { kind: 'absent' } : { kind: 'text', text: value }),
    ),
    fc.tuple(one, fc.nat(3), fc.nat(3)).map(([value = '', from, to]): QueryValue => {
      const characters = [...value];
      return { kind: 'pattern', parts: [characters.slice(0, from).join(''), characters.slice(-to).join('')] };
    }),
    fc.constantFrom<QueryValue>(
      { kind: 'pattern', parts: ['', ''] },
      { kind: 'pattern', parts: ['', 'a', ''] },
      { kind: 'pattern', parts: ['a', 'a'] },
      { kind: 'status', comparison: '>=', code: 400 },
      { kind: 'status', comparison: '<', code: 404 },
      { kind: 'status', comparison: '>', code: 200 },
      { kind: 'status', comparison: '<=', code: 200 },
      { kind: 'statusClass', digit: 4 },
      { kind: 'network', cidr: '10.0.0.0/8' },
    ),
  );
}
const anyTerm = (events: readonly AuditEvent[]): fc.Arbitrary<TrailTerm> => {
  const isNegated = fc.boolean();
  const some = { minLength: 1, maxLength: 3 };
  const all = events.map((event) => eventKey(event));
  // Events that share a change ID have a key each only where they are added with the number of each.
  const keys = all.filter((key) => all.indexOf(key) === all.lastIndexOf(key));
  return fc.oneof(
    fc.constantFrom(...fieldIDs).chain((field) => {
      const known = events.flatMap((event) => [
        fieldText(findAuditField(field), event),
        ...getFieldEntries(event, field),
      ]);
      const values = fc.array(anyValue(known), some);
      return fc.record({ kind: fc.constant('field' as const), field: fc.constant(field), values, isNegated });
    }),
    fc.record({
      kind: fc.constant('read' as const),
      part: fc.constantFrom('table', 'column', 'level'),
      values: fc.array(anyValue(['persons', 'NAME', 'ssn', 'PLAIN_TEXT', undefined]), some),
      isNegated,
    }),
    fc.record({
      kind: fc.constant('text' as const),
      text: searched,
      notedKeys: keys.length === 0 ? fc.constant([]) : fc.subarray(keys),
      isNegated,
    }),
    fc.record({ kind: fc.constant('keys' as const), keys: fc.subarray(keys), isNegated }),
  );
};

/** Choices name values of an event, values that no event has, and absence. */
export const filtersFor = (events: readonly AuditEvent[]): fc.Arbitrary<TrailFilters> =>
  fc
    .array(fc.constantFrom(...fieldIDs), { maxLength: 3 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id) => {
          const values = [
            ...events.map((event) => fieldText(findAuditField(id), event)),
            undefined,
            'nobody',
          ];
          const some = fc.array(fc.constantFrom(...values), { maxLength: 2 }).map((list) => new Set(list));
          return fc.record({ only: some, not: some }).map((choice): [FieldID, FieldChoice] => [id, choice]);
        }),
      ),
    )
    .chain((choices) =>
      fc
        .record({
          terms: fc.array(anyTerm(events), { maxLength: 3 }),
          range: maybe(fc.record({ from: fc.integer({ min: -1, max: 50 }), to: fc.integer({ max: 60 }) })),
          events: maybe(fc.subarray([...events.keys()])),
        })
        .map(({ terms, range, events: picked }) => ({
          fields: new Map(choices),
          ...(terms.length === 0 ? {} : { terms }),
          ...(range ? { range } : {}),
          ...(picked ? { events: toEventSet(picked) } : {}),
        })),
    );
