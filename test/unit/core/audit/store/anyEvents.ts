/** Random events, and filters over them, that meet every odd case often. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { choiceValue } from '../../../../../src/core/audit/filters/localFilters.ts';
import { setOf } from '../../../../../src/core/audit/store/localKeys.ts';
import { auditFields, type FieldID } from '../../../../../src/core/audit/table/fields.ts';
import type { FieldChoice, LocalFilters } from '../../../../../src/core/audit/table/filter.ts';
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
    return compactEvent(toAuditEvent(parsed.value as AuditEvent['raw']));
  });

export const fieldIDs: readonly FieldID[] = auditFields.map(({ id }) => id);
/** Choices name values of an event, values that no event has, and absence. */
export const filtersFor = (events: readonly AuditEvent[]): fc.Arbitrary<LocalFilters> =>
  fc
    .array(fc.constantFrom(...fieldIDs), { maxLength: 3 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id) => {
          const values = [...events.map((event) => choiceValue(event, id)), undefined, 'nobody'];
          const some = fc.array(fc.constantFrom(...values), { maxLength: 2 }).map((list) => new Set(list));
          return fc.record({ only: some, not: some }).map((choice): [FieldID, FieldChoice] => [id, choice]);
        }),
      ),
    )
    .chain((choices) =>
      fc
        .record({
          text: maybe(searched),
          range: maybe(fc.record({ from: fc.integer({ min: -1, max: 50 }), to: fc.integer({ max: 60 }) })),
          events: maybe(fc.subarray([...events.keys()])),
        })
        .map(({ text: wanted, range, events: picked }) => ({
          fields: new Map(choices),
          ...(wanted === undefined ? {} : { text: wanted }),
          ...(range ? { range } : {}),
          ...(picked ? { events: setOf(picked) } : {}),
        })),
    );
