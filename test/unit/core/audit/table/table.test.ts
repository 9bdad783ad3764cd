import assert from 'node:assert/strict';
import fc from 'fast-check';
import { msToTimestamp, timestampToMs } from '../../../../../src/core/audit/feed/timestamps.ts';
import { toEventSet } from '../../../../../src/core/audit/store/localKeys.ts';
import { auditFields, type FieldID } from '../../../../../src/core/audit/table/fields.ts';
import type { TrailFilters } from '../../../../../src/core/audit/table/filter.ts';
import { binWidthFor } from '../../../../../src/core/audit/table/histogram.ts';
import { classifyOutcome } from '../../../../../src/core/audit/table/outcome.ts';
import { decodeAuditPage } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { textTerms } from '../questions.ts';
import { EventTable } from './eventTable.ts';

interface Made {
  readonly actor?: string;
  readonly code?: number;
  readonly ms?: number;
  readonly time?: string;
  readonly query?: string;
}
function events(made: readonly Made[]): AuditEvent[] {
  const event = made.map(({ actor, code, ms, time, query }, n) => ({
    context: { changeID: `c${n}`, actor },
    request: {
      timestamp: time ?? (ms === undefined ? undefined : msToTimestamp(ms)),
      data: { content: query },
    },
    response: { code },
  }));
  const page = decodeAuditPage(JSON.stringify({ event }));
  if (!page.ok) assert.fail(page.what);
  return [...(page.value.events ?? [])];
}
const tableOf = (made: readonly Made[]): EventTable => new EventTable(events(made));
const shown = (table: EventTable) =>
  Array.from(table.view().rows, (_, row) => table.event(row)?.context.changeID);
const only = (field: FieldID, ...values: (string | undefined)[]): TrailFilters => ({
  fields: new Map([[field, { only: new Set(values), not: new Set() }]]),
});
const start = Date.UTC(2026, 0, 5);

describe('audit table', () => {
  const made: readonly Made[] = [
    { actor: 'bob', code: 200, ms: start + 3_000, query: 'SELECT Name FROM persons' },
    { actor: 'ann', code: 404, ms: start + 2_000, query: 'SELECT 1' },
    { actor: 'ann', code: 200, ms: start + 1_000 },
    { code: 200, ms: start },
    { actor: 'ann', time: 'yesterday' },
  ];

  it('keeps one row for each event, also when one comes in between and all are placed again', () => {
    const [late, ...first] = events(made.map((one, n) => ({ ...one, ms: start - n * 1_000 })));
    assert.ok(late);
    const table = new EventTable(first);
    table.add([late]);
    const codes = table.view().facets.find(({ field }) => field === 'code')?.values ?? [];
    assert.deepEqual(
      codes.map(({ value, count }) => [value, count]),
      [
        ['200', 3],
        [undefined, 1],
        ['404', 1],
      ],
    );
  });

  it('has every field of the service once (S10–S20), and shows a few of them at first', () => {
    assert.equal(new Set(auditFields.map(({ id }) => id)).size, auditFields.length);
    assert.equal(auditFields.length, 30);
    assert.ok(auditFields.filter((field) => field.shown).length < 10);
  });

  it('keeps and drops values, of absent ones too', () => {
    const table = tableOf(made);
    assert.deepEqual(shown(table), ['c0', 'c1', 'c2', 'c3', 'c4']);
    table.setFilters(only('actor', 'ann'));
    assert.deepEqual(shown(table), ['c1', 'c2', 'c4']);
    table.setFilters(only('actor', undefined));
    assert.deepEqual(shown(table), ['c3']);
    table.setFilters({ fields: new Map([['actor', { only: new Set(), not: new Set(['ann']) }]]) });
    assert.deepEqual(shown(table), ['c0', 'c3']);
    table.setFilters(only('actor', 'nobody'));
    assert.deepEqual(shown(table), []);
  });

  it('counts a facet’s values under all filters but its own', () => {
    const table = tableOf(made);
    table.setFilters({
      fields: new Map([
        ['actor', { only: new Set(['ann']), not: new Set() }],
        ['code', { only: new Set(['200']), not: new Set() }],
      ]),
    });
    const facet = (id: FieldID) => table.view().facets.find(({ field }) => field === id)?.values;
    assert.deepEqual(facet('actor'), [
      { value: undefined, count: 1 },
      { value: 'ann', count: 1, choice: 'only' },
      { value: 'bob', count: 1 },
    ]);
    assert.deepEqual(facet('code'), [
      { value: undefined, count: 1 },
      { value: '200', count: 1, choice: 'only' },
      { value: '404', count: 1 },
    ]);
  });

  it('finds text in any field, whatever the case, line breaks too', () => {
    const table = tableOf([...made, { query: 'SELECT a\nFROM b', actor: 'eve' }]);
    for (const [text, expected] of [
      ['name', ['c0']],
      ['ANN', ['c1', 'c2', 'c4']],
      ['c3', ['c3']],
      ['404', ['c1']],
      ['yesterDAY', ['c4']],
      ['a\nfrom', ['c5']],
      ['nowhere', []],
    ] as const) {
      table.setFilters({ fields: new Map(), terms: textTerms(text) });
      assert.deepEqual(shown(table), expected, text);
    }
  });

  it('keeps a stretch of time, its end left out; odd times are in none', () => {
    const table = tableOf(made);
    table.setFilters({ fields: new Map(), range: { from: start + 1_000, to: start + 3_000 } });
    assert.deepEqual(shown(table), ['c1', 'c2']);
  });

  it('keeps just what is in a stretch of time, wherever it begins, in leap seconds too', () => {
    const seconds = ['58.900', '59.000', '59.999', '60.000', '60.001', '60.500', '60.999'];
    const times = [
      ...seconds.map((second) => `2016-12-31 23:59:${second}000000`),
      ...['00.000', '00.500', '00.999', '01.200'].map((second) => `2017-01-01 00:00:${second}000000`),
      ...['yesterday', undefined],
    ];
    const table = tableOf(times.map((time) => (time === undefined ? {} : { time })));
    const inOrder = shown(table);
    for (let from = Date.UTC(2016, 11, 31, 23, 59, 57); from < Date.UTC(2017, 0, 1, 0, 0, 3); from += 250)
      for (const to of [from + 1, from + 250, from + 1_750]) {
        table.setFilters({ fields: new Map(), range: { from, to } });
        const expected = inOrder.filter((id) => {
          const ms = timestampToMs(times[Number(id?.slice(1))] ?? '');
          return ms !== undefined && ms >= from && ms < to;
        });
        assert.deepEqual(shown(table), expected, `${from} … ${to}`);
      }
  });

  it('counts by time and outcome, whatever stretch is chosen', () => {
    const table = tableOf(made);
    const before = table.view().histogram;
    assert.ok(before);
    assert.deepEqual([before.edges[0], before.step, before.undated], [start, 50, 1]);
    const [first, ...others] = before.bins.filter((bin) => bin.some((count) => count > 0));
    assert.deepEqual(
      [first, others],
      [
        [1, 0, 0, 0],
        [
          [1, 0, 0, 0],
          [0, 1, 0, 0],
          [1, 0, 0, 0],
        ],
      ],
    );
    table.setFilters({ fields: new Map(), range: { from: start, to: start + 1 } });
    assert.deepEqual(table.view().histogram?.bins, before.bins);
    table.setFilters(only('actor', 'bob'));
    assert.equal(
      table
        .view()
        .histogram?.bins.flat()
        .reduce((sum, count) => sum + count),
      1,
    );
    assert.equal(tableOf([{ time: 'odd' }]).view().histogram, undefined);
  });

  it('has an axis for the bulk, and counts what is far off beside it', () => {
    const bulk = Array.from({ length: 300 }, (_, n): Made => ({ code: 200, ms: start + n * 1_000 }));
    const odd: readonly Made[] = [
      { code: 404, time: '9999-12-31 23:59:59.000000000' },
      { time: '0000-01-01 00:00:00.000000000' },
    ];
    const alone = tableOf(bulk).view().histogram;
    const histogram = tableOf([...bulk, ...odd, { time: '2026-02-30 00:00:00.000000000' }]).view().histogram;
    assert.ok(alone && histogram);
    assert.equal(alone.outside, undefined);
    assert.deepEqual(
      [histogram.edges, histogram.step, histogram.bins, histogram.undated],
      [alone.edges, alone.step, alone.bins, 1],
    );
    const [first, last] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];
    assert.deepEqual(histogram.outside, { before: [0, 0, 1, 0], after: [0, 1, 0, 0], first, last });
    const table = tableOf([...bulk, ...odd]);
    table.setFilters(only('code', '200'));
    assert.deepEqual(table.view().histogram?.outside, {
      before: [0, 0, 0, 0],
      after: [0, 0, 0, 0],
      first,
      last,
    });
    // Neither a few events over the years nor a quiet day before many are odd.
    const day = 86_400_000;
    for (const made of [
      [start, start + 300 * day, start + 600 * day].map((ms) => ({ ms })),
      [start - 0.9 * day, ...Array.from({ length: 200 }, (_, n) => start + n)].map((ms) => ({ ms })),
      Array.from({ length: 500 }, (_, n) => ({ ms: start + n * day })),
    ])
      assert.equal(tableOf(made).view().histogram?.outside, undefined);
    assert.ok(tableOf([...bulk.slice(0, 5), ...odd.slice(0, 1)]).view().histogram?.outside, 'among a few');
  });

  it('leaves no event with a time uncounted', () => {
    const time = fc.oneof(fc.integer({ min: 0, max: 1e7 }), fc.integer({ min: -6e13, max: 2e14 }));
    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 60 }), (times) => {
        const histogram = tableOf(times.map((ms) => ({ ms }))).view().histogram;
        assert.ok(histogram);
        const { bins, outside } = histogram;
        const all = [...bins, ...(outside ? [outside.before, outside.after] : [])].flat();
        assert.equal(
          all.reduce((sum, count) => sum + count),
          times.length,
        );
        assert.ok(bins.length <= 120);
      }),
    );
  });

  it('takes a width that needs no more bins than wanted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9e14 }), fc.integer({ min: 3, max: 200 }), (span, most) => {
        const step = binWidthFor(span, most);
        assert.ok(Math.floor(span / step) + 2 <= most, `${step}`);
      }),
    );
  });

  it('sorts by a field of few values, absence last, equal ones newest first', () => {
    const table = tableOf(made);
    table.setSorts({ field: 'actor', descending: false });
    assert.deepEqual(shown(table), ['c1', 'c2', 'c4', 'c0', 'c3']);
    table.setSorts({ field: 'code', descending: true });
    assert.deepEqual(shown(table), ['c1', 'c0', 'c2', 'c3', 'c4']);
    const codes = tableOf([404, 20, 1000, 20, 3].map((code, n) => ({ code, ms: start - n })));
    codes.setSorts({ field: 'code', descending: false });
    assert.deepEqual(shown(codes), ['c4', 'c1', 'c3', 'c0', 'c2']);
    codes.setSorts({ field: 'code', descending: true });
    assert.deepEqual(shown(codes), ['c2', 'c0', 'c1', 'c3', 'c4']);
    table.setSorts({ field: 'time', descending: false });
    assert.deepEqual(shown(table), ['c4', 'c3', 'c2', 'c1', 'c0']);
    table.setSorts({ field: 'changeID', descending: true });
    assert.deepEqual(shown(table), ['c0', 'c1', 'c2', 'c3', 'c4'], 'of many values: as it was');
  });

  it('sorts by several fields, and events that are equal in all of them newest first or all reversed', () => {
    const table = tableOf(
      [
        ['b', 200, 0],
        ['a', 400, 0],
        ['b', 400, 1],
        ['a', 400, 2],
        ['a', 200, 2],
      ].map(([actor, code, age]) => ({ actor: String(actor), code: Number(code), ms: start - Number(age) })),
    );
    const [actor, code, time] = (['actor', 'code', 'time'] as const).map(
      (field) => (descending: boolean) => ({ field, descending }),
    );
    assert.ok(actor && code && time);
    table.setSorts(actor(false), code(true));
    assert.deepEqual(shown(table), ['c1', 'c3', 'c4', 'c2', 'c0']);
    table.setSorts(code(false), actor(true));
    assert.deepEqual(shown(table), ['c0', 'c4', 'c2', 'c1', 'c3']);
    table.setSorts(code(true), time(false));
    assert.deepEqual(shown(table), ['c3', 'c2', 'c1', 'c4', 'c0']);
    table.setSorts(time(true), code(false));
    assert.deepEqual(shown(table), ['c0', 'c1', 'c2', 'c4', 'c3']);
    table.setSorts(time(false), actor(true));
    assert.deepEqual(shown(table), ['c3', 'c4', 'c2', 'c0', 'c1']);
    table.setSorts();
    assert.deepEqual(shown(table), ['c1', 'c0', 'c2', 'c4', 'c3'], 'newest first');
  });

  it('shows the events behind a figure', () => {
    const table = tableOf(made);
    table.setFilters({ fields: new Map(), events: toEventSet([1, 2]) });
    assert.deepEqual(shown(table), ['c1', 'c2']);
  });

  it('has events where they belong, whenever they come', () => {
    const all = events(Array.from({ length: 10 }, (_, n) => ({ ms: start - n, actor: `a${n % 3}` })));
    const table = new EventTable(all.slice(3, 6));
    table.add(all.slice(6));
    assert.deepEqual(shown(table), ['c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9']);
    table.add(all.slice(0, 3));
    assert.deepEqual(
      shown(table),
      all.map(({ context }) => context.changeID),
    );
  });

  it('shows the same as filtering one by one', () => {
    const one = fc.record(
      {
        actor: fc.constantFrom('a', 'b', 'c'),
        code: fc.constantFrom(200, 400),
        ms: fc.integer({ min: 0, max: 50 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(one),
        fc.constantFrom('a', 'b', undefined),
        fc.integer({ min: 0, max: 50 }),
        (rows, actor, from) => {
          const table = tableOf(rows);
          table.setFilters({ ...only('actor', actor), range: { from, to: from + 20 } });
          const expected = rows.flatMap((row, n) =>
            row.actor === actor && row.ms !== undefined && row.ms >= from && row.ms < from + 20
              ? [`c${n}`]
              : [],
          );
          assert.deepEqual(shown(table).toSorted(), expected.toSorted());
        },
      ),
    );
  });

  it('holds more than 65,536 different values', () => {
    const table = tableOf(Array.from({ length: 70_000 }, (_, n) => ({ actor: `actor ${n}` })));
    table.setFilters(only('actor', 'actor 69999', 'actor 4463'));
    assert.deepEqual(shown(table), ['c69999', 'c4463']);
  });

  it('knows success from failure by the code', () => {
    assert.deepEqual(['200', '204', '404', '99', '2000', undefined].map(classifyOutcome), [
      'succeeded',
      'succeeded',
      'failed',
      'failed',
      'failed',
      'unknown',
    ]);
  });
});
