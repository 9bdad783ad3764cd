import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import {
  eventTimestamp,
  msToTimestamp,
  timestampToMs,
} from '../../../../../src/core/audit/feed/timestamps.ts';
import { choiceValue } from '../../../../../src/core/audit/filters/localFilters.ts';
import {
  auditFields,
  type FieldID,
  fieldText,
  isSearched,
} from '../../../../../src/core/audit/table/fields.ts';
import {
  type FieldChoice,
  isChosen,
  isWithin,
  type LocalFilters,
} from '../../../../../src/core/audit/table/filter.ts';
import { searchable } from '../../../../../src/core/audit/table/searchText.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { EventTable } from './eventTable.ts';

/** The rule, said plainly and event by event: what the index is held to. */
const plainly =
  ({ fields, range, text = '', events }: LocalFilters) =>
  (event: AuditEvent, number: number): boolean =>
    (!events || events.has(number)) &&
    (!range || isWithin(range, timestampToMs(eventTimestamp(event) ?? ''))) &&
    [...fields].every(([id, choice]) => isChosen(choice, choiceValue(event, id))) &&
    (text === '' ||
      auditFields.some((field) => {
        const value = fieldText(field, event);
        return isSearched(value) && searchable(value).includes(searchable(text));
      }));

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
const time = fc.oneof(fc.integer({ min: 0, max: 50 }).map(msToTimestamp), text);
const someOf = (...names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, maybe(text)])), { requiredKeys: [] });
const anyEvent: fc.Arbitrary<AuditEvent> = fc
  .record({
    context: fc.record({
      ...{ changeID: maybe(text), requestID: maybe(text), traceID: maybe(text), actor: maybe(text) },
      ...{ actorType: maybe(text), accessType: maybe(text), ipAddress: maybe(text), authMode: maybe(text) },
      ...{ jwtID: maybe(text), origin: maybe(text), bearerTokenContextID: maybe(text), keyID: maybe(text) },
      sessionID: maybe(text),
    }),
    request: fc.record({
      ...{ timestamp: maybe(time), actionType: maybe(text), apiName: maybe(text), vaultID: maybe(text) },
      ...{ workspaceID: maybe(text), resourceType: maybe(text), tags: maybe(fc.array(text)) },
      data: maybe(someOf('content')),
      httpInfo: maybe(someOf('URI', 'method')),
    }),
    response: fc.record({
      ...{ code: maybe(fc.constantFrom(200, 404)), message: maybe(text), timestamp: maybe(time) },
      data: maybe(fc.dictionary(fc.constantFrom('a', 'b'), text)),
    }),
    ...{ accountID: maybe(text), parentAccountID: maybe(text), resourceIDs: maybe(fc.array(text)) },
  })
  .map((raw) => {
    const parsed = parseJson(JSON.stringify(raw));
    assert.ok(parsed.ok);
    return compactEvent(toAuditEvent(parsed.value as AuditEvent['raw']));
  });

const fieldIDs: readonly FieldID[] = auditFields.map(({ id }) => id);
/** Choices name values of an event, values that no event has, and absence. */
const filtersFor = (events: readonly AuditEvent[]): fc.Arbitrary<LocalFilters> =>
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
          events: maybe(fc.subarray([...events.keys()]).map((list) => new Set(list))),
        })
        .map(({ text: wanted, range, events: picked }) => ({
          fields: new Map(choices),
          ...(wanted === undefined ? {} : { text: wanted }),
          ...(range ? { range } : {}),
          ...(picked ? { events: picked } : {}),
        })),
    );

describe('one rule for filters over loaded events', () => {
  it('whichever view evaluates them: all fields, not this, lists, texts, times', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyEvent, { minLength: 1, maxLength: 8 })
          .chain((events) => fc.tuple(fc.constant(events), filtersFor(events))),
        ([events, filters]) => {
          const table = new EventTable(events);
          table.setFilters(filters);
          const found = events.map((_, number) => table.passes(number));
          assert.deepEqual(found, events.map(plainly(filters)));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('for each field alone: this, not this, no such value', () => {
    const filled = (value: string, ms: number): AuditEvent => {
      const context = Object.fromEntries(fieldIDs.map((id) => [id, `${id} ${value}`]));
      const of = { ...context, timestamp: msToTimestamp(ms), tags: [value, 'x'] };
      const parsed = parseJson(
        JSON.stringify({
          ...{ context, accountID: value, parentAccountID: value, resourceIDs: [`VAULT/${value}`, 'T/x'] },
          request: { ...of, data: { content: value }, httpInfo: { URI: value, method: value } },
          response: { ...of, code: ms, data: { value } },
        }),
      );
      assert.ok(parsed.ok);
      return compactEvent(toAuditEvent(parsed.value as AuditEvent['raw']));
    };
    const [first, second] = [filled('one', 1), filled('two', 2)];
    const none = compactEvent(toAuditEvent({}));
    const events = [first, second, none];
    for (const id of fieldIDs) {
      const value = choiceValue(first, id);
      assert.ok(value !== undefined && value !== choiceValue(second, id), id);
      const left = (only: (string | undefined)[], not: (string | undefined)[]): boolean[] => {
        const filters = { fields: new Map([[id, { only: new Set(only), not: new Set(not) }]]) };
        const table = new EventTable(events);
        table.setFilters(filters);
        const found = events.map((_, number) => table.passes(number));
        assert.deepEqual(found, events.map(plainly(filters)), id);
        return found;
      };
      assert.deepEqual(left([value], []), [true, false, false], id);
      assert.deepEqual(left([], [value]), [false, true, true], id);
      assert.deepEqual(left([undefined], []), [false, false, true], id);
      assert.deepEqual(left([], [undefined]), [true, true, false], id);
    }
  });

  it('goes on to hold for events that come later', () => {
    const table = new EventTable();
    const of = (changeID: string): AuditEvent => toAuditEvent({ context: { changeID } });
    const events = [of('a'), of('b'), of('c')];
    table.setFilters({ fields: new Map([['changeID', { only: new Set(), not: new Set(['a', 'c']) }]]) });
    table.add(events.slice(0, 1));
    assert.equal(table.view().rows.length, 0);
    table.add(events.slice(1));
    assert.deepEqual(
      events.map((_, number) => table.passes(number)),
      [false, true, false],
    );
  });
});
