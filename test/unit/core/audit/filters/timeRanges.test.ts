import assert from 'node:assert/strict';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import {
  createTimeDistanceComparator,
  filtersForSentQuery,
  isLikelyEventOf,
} from '../../../../../src/core/audit/feed/queryEvent.ts';
import {
  estimateRequestCount,
  findUncoveredStart,
  mayLackOlderEvents,
  parseTime,
} from '../../../../../src/core/audit/filters/timeRanges.ts';
import { resolveFilters } from '../../../../../src/core/audit/query/resolveQuery.ts';
import { EventStore } from '../../../../../src/core/audit/store/eventStore.ts';
import { toEventSet } from '../../../../../src/core/audit/store/localKeys.ts';
import { auditFields, getFieldEntries } from '../../../../../src/core/audit/table/fields.ts';
import { hasNoFilters, noFilters, type TrailFilters } from '../../../../../src/core/audit/table/filter.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { newestFirst } from '../../../../../src/core/audit/table/trail.ts';
import { countEntries } from '../../../../../src/core/audit/table/trailReads.ts';
import { oneLine } from '../../../../../src/core/messages/oneLine.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { JsonObject } from '../../../../../src/core/service/json.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { passingBy } from '../loaded.ts';
import { plainBytes } from '../plainBytes.ts';
import { filtersOf, noContext, textTerms } from '../questions.ts';

const event = (parts: Partial<AuditEvent>): AuditEvent =>
  toAuditEvent(JSON.parse(JSON.stringify({ ...parts, raw: undefined })) as JsonObject);
const ada = event({
  context: { changeID: 'c1', actor: 'ada@example.test', requestID: 'r1' },
  request: {
    timestamp: '2026-03-01 10:00:00.000000001',
    actionType: 'READ',
    vaultID: 'v1',
    data: { content: 'SELECT name FROM persons' },
    httpInfo: { URI: '/v1/vaults/v1/query', method: 'POST' },
  },
  response: { code: 200 },
  resourceIDs: ['VAULT/v1', 'TABLE/persons'],
});
const bob = event({
  context: { changeID: 'c2', actor: 'bob@example.test', requestID: 'r1' },
  request: { timestamp: '2026-03-02 10:00:00.000000000', actionType: 'LIST' },
  response: { code: 403 },
});
const odd = event({ context: { changeID: 'c3' }, request: { timestamp: 'once' } });
const all = [bob, ada, odd];
const left = (filters: Partial<TrailFilters>): (string | undefined)[] =>
  all.filter(passingBy({ ...noFilters, ...filters })).map(({ context }) => context.changeID);

describe('filters over loaded events', () => {
  it('find texts with line breaks and quotes, which JSON writes in another way', () => {
    const said = toCompactEvent(
      toAuditEvent({ request: { data: { content: 'SELECT "a"\nFROM t' } } } as unknown as JsonObject),
    );
    for (const text of ['\nfrom', '\nfrom t', '"a"\nFROM', '"a'])
      assert.equal(passingBy({ ...noFilters, terms: textTerms(text) })(said), true, JSON.stringify(text));
    assert.equal(passingBy({ ...noFilters, terms: textTerms('\nselect') })(said), false);
  });

  it('of nothing leave all', () => {
    assert.ok(hasNoFilters(noFilters));
    assert.deepEqual(left({}), ['c2', 'c1', 'c3']);
  });

  it('take a range of times; odd times are in none', () => {
    const from = Date.UTC(2026, 2, 1, 10);
    assert.deepEqual(left({ range: { from, to: Number.POSITIVE_INFINITY } }), ['c2', 'c1']);
    assert.deepEqual(left({ range: { from: from + 1, to: Number.POSITIVE_INFINITY } }), ['c2']);
    assert.deepEqual(left({ range: { from: 0, to: from + 1 } }), ['c1']);
    assert.deepEqual(left({ range: { from: 0, to: from } }), []);
  });

  it('take any of the values of one field and all of several', () => {
    const asked = (text: string) => left(resolveFilters(filtersOf(text), { ...noContext, now: 0 }));
    assert.deepEqual(asked('action:READ,LIST'), ['c2', 'c1']);
    assert.deepEqual(asked('action:READ,LIST status:403'), ['c2']);
    assert.deepEqual(asked('-status:403'), ['c1', 'c3']);
    assert.deepEqual(asked('status:absent'), ['c3']);
    assert.deepEqual(asked('-resource:TABLE/persons'), ['c2', 'c3']);
  });

  it('find a text in any field, large and small alike', () => {
    assert.deepEqual(left({ terms: textTerms('PERSONS') }), ['c1']);
    assert.deepEqual(left({ terms: textTerms('example.test') }), ['c2', 'c1']);
  });

  it('find a text in each field there is', () => {
    const path: Readonly<Record<string, readonly string[]>> = {
      time: ['request', 'timestamp'],
      code: ['response', 'code'],
      content: ['request', 'data', 'content'],
      method: ['request', 'httpInfo', 'method'],
      URI: ['request', 'httpInfo', 'URI'],
      message: ['response', 'message'],
      answeredAt: ['response', 'timestamp'],
      answer: ['response', 'data', 'some'],
      accountID: ['accountID'],
      parentAccountID: ['parentAccountID'],
      resourceIDs: ['resourceIDs'],
    };
    const inRequest = ['actionType', 'apiName', 'vaultID', 'workspaceID', 'resourceType', 'tags'];
    const lists = ['resourceIDs', 'tags'];
    const made = auditFields.map(({ id }) => {
      const value =
        id === 'code' ? 418 : lists.includes(id) ? ['first', `Found in ${id}.`] : `Found in ${id}.`;
      const keys = path[id] ?? [inRequest.includes(id) ? 'request' : 'context', id];
      return toAuditEvent(keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as JsonObject);
    });
    for (const [place, { id }] of auditFields.entries()) {
      const matches = passingBy({
        ...noFilters,
        terms: textTerms(id === 'code' ? '418' : `fOUND IN ${id}.`),
      });
      assert.deepEqual(
        made.flatMap((one, at) => (matches(one) ? [auditFields[at]?.id] : [])),
        [auditFields[place]?.id],
      );
    }
  });

  it('of time are covered once older events than the range are loaded, or there are none', () => {
    const local = { ...noFilters, range: { from: Date.UTC(2026, 2, 1), to: Number.POSITIVE_INFINITY } };
    const oldest = '2026-03-01 00:00:00.000000000';
    const older = '2026-02-28 23:59:59.999999999';
    assert.equal(mayLackOlderEvents(local, { oldest, more: 'yes' }), true);
    assert.equal(mayLackOlderEvents(local, { oldest, more: 'unknown' }), true);
    assert.equal(mayLackOlderEvents(local, { more: 'unknown' }), true);
    assert.equal(mayLackOlderEvents(local, { oldest, more: 'no' }), false);
    assert.equal(mayLackOlderEvents(local, { oldest: older, more: 'yes' }), false);
    assert.equal(mayLackOlderEvents({}, { oldest, more: 'yes' }), false);
    const open = { ...noFilters, range: { from: Number.NEGATIVE_INFINITY, to: 0 } };
    assert.equal(mayLackOlderEvents(open, { oldest: older, more: 'yes' }), true);
  });

  it('name the time to load back to, where the service can give older events', () => {
    const from = Date.UTC(2026, 2, 1);
    const local = { ...noFilters, range: { from, to: Number.POSITIVE_INFINITY } };
    const oldest = '2026-03-01 00:00:00.000000000';
    assert.equal(findUncoveredStart(local, { oldest, more: 'yes' }), from);
    assert.equal(findUncoveredStart(local, { oldest, more: 'unknown' }), undefined);
    assert.equal(
      findUncoveredStart(local, { oldest: '2026-02-28 00:00:00.000000000', more: 'yes' }),
      undefined,
    );
    for (const open of [Number.NEGATIVE_INFINITY, 0])
      assert.equal(
        findUncoveredStart({ ...noFilters, range: { from: open, to: 1 } }, { more: 'yes' }),
        undefined,
      );
    assert.equal(findUncoveredStart({}, { oldest, more: 'yes' }), undefined);
  });

  it('cost as many requests as the loaded pages suggest', () => {
    const at = (hour: number) => Date.UTC(2026, 2, 1, hour);
    const loaded = {
      oldest: '2026-03-01 10:00:00.000000000',
      newest: '2026-03-01 12:00:00.000000000',
      pages: 4,
    };
    assert.equal(estimateRequestCount(loaded, at(9)), 2);
    assert.equal(estimateRequestCount(loaded, at(0)), 20);
    assert.equal(estimateRequestCount(loaded, at(10)), 1, 'the page may end within the first moment');
    assert.equal(estimateRequestCount({ ...loaded, newest: loaded.oldest }, at(9)), undefined);
    assert.equal(estimateRequestCount({ pages: 0 }, at(9)), undefined);
  });

  it('take chosen events alone', () => {
    const loaded = new EventStore(plainBytes, parseQueryReads);
    loaded.add(all.map(toCompactEvent));
    assert.deepEqual(
      [...loaded.rows({ ...noFilters, events: toEventSet(Uint32Array.of(1)) }, newestFirst)],
      [1],
    );
  });
});

describe('times as typed', () => {
  const now = Date.UTC(2026, 2, 5, 12, 30);
  const cases: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['2026-03-01', '2026-03-01 00:00:00.000000000', '2026-03-01 23:59:59.999999999'],
    ['2026-03-01 14:05', '2026-03-01 14:05:00.000000000', '2026-03-01 14:05:59.999999999'],
    ['2026-03-01T14:05:06', '2026-03-01 14:05:06.000000000', '2026-03-01 14:05:06.999999999'],
    ['2026-03-01 14:05:06.123456789', '2026-03-01 14:05:06.123456789', '2026-03-01 14:05:06.123456789'],
    ['2h', '2026-03-05 10:30:00.000000000', '2026-03-05 10:30:00.000000000'],
    ['1w', '2026-02-26 12:30:00.000000000', '2026-02-26 12:30:00.000000000'],
    ['yesterday', '2026-03-04 00:00:00.000000000', '2026-03-04 23:59:59.999999999'],
    ['2026-02-31', undefined, undefined],
    ['soon', undefined, undefined],
    ['', undefined, undefined],
    // Names that every object knows.
    ['__proto__', undefined, undefined],
    ['constructor', undefined, undefined],
    // Before the year 0.
    ['999999w', undefined, undefined],
  ];
  for (const [text, first, last] of cases)
    it(JSON.stringify(text), () => {
      assert.equal(parseTime(text, { now }), first);
      assert.equal(parseTime(text, { now, end: true }), last);
    });

  it('are those of the zone shown, unless UTC is written after them', () => {
    const offsetMinutes = () => 120;
    assert.equal(parseTime('2026-03-01', { now, offsetMinutes }), '2026-02-28 22:00:00.000000000');
    assert.equal(parseTime('2026-03-01 10:00Z', { now, offsetMinutes }), '2026-03-01 10:00:00.000000000');
    // At 12:30 UTC it is the next day where the clock is 14 hours ahead.
    assert.equal(parseTime('today', { now, offsetMinutes: () => 840 }), '2026-03-05 10:00:00.000000000');
    // In UTC it is the year 10000, which timestamps have no room for.
    assert.equal(parseTime('9999-12-31 23:00', { now, offsetMinutes: () => -720 }), undefined);
  });
});

describe('fields of events', () => {
  it('are read by name, lists as several values, missing ones as none', () => {
    assert.deepEqual(getFieldEntries(ada, 'resourceIDs'), ['VAULT/v1', 'TABLE/persons']);
    assert.deepEqual(getFieldEntries(bob, 'code'), ['403']);
    assert.deepEqual(getFieldEntries(bob, 'vaultID'), []);
  });

  it('values seen come with their counts, the most frequent first', () => {
    const loaded = new EventStore(plainBytes, parseQueryReads);
    loaded.add([ada, ada, bob].map(toCompactEvent));
    assert.deepEqual(countEntries(loaded.values('actor')), [
      ['ada@example.test', 2],
      ['bob@example.test', 1],
    ]);
    assert.equal(countEntries(loaded.values('actor'), 1).length, 1);
    assert.deepEqual(loaded.values('resourceIDs'), [
      {
        value: 'VAULT/v1, TABLE/persons',
        entries: ['VAULT/v1', 'TABLE/persons'],
        count: 2,
      },
      { value: undefined, entries: [], count: 1 },
    ]);
    assert.deepEqual(countEntries(loaded.values('changeID')), [
      ['c1', 2],
      ['c2', 1],
    ]);
    const seen = [
      { value: 'b', entries: ['b'], count: 1 },
      { value: 'a, c', entries: ['a', 'c'], count: 1 },
      { value: 'd, c', entries: ['d', 'c'], count: 2 },
    ];
    assert.deepEqual(countEntries(seen), [
      ['c', 3],
      ['d', 2],
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('group the same events again as before, by another field as by that', () => {
    const loaded = new EventStore(plainBytes, parseQueryReads);
    loaded.add(all.map(toCompactEvent));
    const by = (field: 'request' | 'actor') =>
      loaded
        .groups(Uint32Array.of(0, 1, 2), field)
        .createGroupsInRange(0, 9)
        .map(({ value, numbers }) => [value, numbers.length]);
    const first = by('request');
    assert.deepEqual(by('request'), first);
    assert.deepEqual(by('actor'), [
      ['bob@example.test', 1],
      ['ada@example.test', 1],
      [undefined, 1],
    ]);
    assert.deepEqual(by('request'), first);
  });

  it('group events, those without a value too', () => {
    const loaded = new EventStore(plainBytes, parseQueryReads);
    loaded.add(all.map(toCompactEvent));
    assert.deepEqual(
      loaded
        .groups(Uint32Array.of(0, 1, 2), 'request')
        .createGroupsInRange(0, 9)
        .map(({ value, numbers, failed }) => [value, [...numbers], failed]),
      [
        ['r1', [0, 1], 1],
        [undefined, [2], 0],
      ],
    );
  });
});

describe('the event of a query', () => {
  const sent = { vaultID: 'v1', query: 'SELECT name FROM persons ', at: Date.UTC(2026, 2, 1, 10, 3) };
  /** The likely events of the query, the nearest first. */
  const likelyEvents = (
    events: readonly AuditEvent[],
    query: Parameters<typeof isLikelyEventOf>[1],
  ): AuditEvent[] => {
    const found = events.filter((one) => isLikelyEventOf(one, query));
    assert.ok(found.every(passingBy(filtersForSentQuery(query))), 'a likely event is filtered away');
    return found.sort(createTimeDistanceComparator(query));
  };
  it('is likely one with its vault, text and time', () => {
    assert.deepEqual(likelyEvents(all, sent), [ada]);
  });
  it('is not one of another vault, text, actor or hour', () => {
    assert.deepEqual(likelyEvents(all, { ...sent, vaultID: 'v2' }), []);
    assert.deepEqual(likelyEvents(all, { ...sent, query: 'SELECT id FROM persons' }), []);
    assert.deepEqual(likelyEvents(all, { ...sent, actor: 'bob@example.test' }), []);
    assert.deepEqual(likelyEvents(all, { ...sent, at: sent.at + 3_600_000 }), []);
  });
  it('is at most ten minutes before or after it, to the millisecond', () => {
    const at = Date.UTC(2026, 2, 1, 10);
    const tenMinutes = 600_000;
    const found = (ms: number): number => likelyEvents([ada], { ...sent, at: at + ms }).length;
    assert.deepEqual([-tenMinutes - 1, -tenMinutes, tenMinutes, tenMinutes + 1].map(found), [0, 1, 1, 0]);
  });
  it('is the nearest where there are several', () => {
    const later = event({ ...ada, request: { ...ada.request, timestamp: '2026-03-01 10:02:59.000000000' } });
    assert.deepEqual(likelyEvents([ada, later], sent), [later, ada]);
  });
});

describe('text on one line', () => {
  it('has no breaks, no control characters, nothing that turns the writing, no icons', () => {
    assert.equal(oneLine('a\r\nb\u0000\u202ec$(trash)'), 'a b\ufffd\ufffdc$\u200b(trash)');
  });
  it('has no links, nor characters that are not seen', () => {
    assert.equal(oneLine('[a](command:b) [c] (d)'), '[a]\u200b(command:b) [c] (d)');
    assert.equal(oneLine('an\u200bn \u00ad\u{e0041}'), 'an\ufffdn \ufffd\ufffd');
    assert.equal(oneLine('\ud800'), '\ufffd');
  });
  it('is cut, never through a character', () => {
    assert.equal(oneLine(`ab\u{1f600}`, 3), 'ab\ufffd…');
  });
});
