import assert from 'node:assert/strict';
import {
  compareNewestFirst,
  formatShortTimestamp,
  formatTimestamp,
  isValidTimestamp,
  msToTimestamp,
  normalizeTimestamp,
  timestampToMs,
} from '../../../../../src/core/audit/feed/timestamps.ts';
import { getFieldEntries } from '../../../../../src/core/audit/table/fields.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { createLoaded } from '../loaded.ts';

const time = '2023-06-27 14:01:14.271659365';

describe('audit timestamps', () => {
  it('order by all nine digits, newest first, odd forms after, missing ones last', () => {
    const later = '2023-06-27 14:01:14.271659366';
    const odd = '2024-01-01T00:00:00Z';
    const sorted = [undefined, odd, time, '', later, '2024-13-01 00:00:00.000000000'].sort(
      compareNewestFirst,
    );
    assert.deepEqual(sorted.slice(0, 2), [later, time]);
    assert.deepEqual(new Set(sorted.slice(2, 4)), new Set([odd, '2024-13-01 00:00:00.000000000']));
    assert.equal(compareNewestFirst(time, time), 0);
  });

  it('are of one form only', () => {
    assert.equal(isValidTimestamp(time), true);
    for (const odd of [
      '',
      '2023-06-27 14:01:14',
      '2023-06-27T14:01:14.271659365',
      '2023-06-27 24:01:14.271659365',
      `${time}Z`,
    ]) {
      assert.equal(isValidTimestamp(odd), false, odd);
    }
  });

  it('have a day that exists; others are shown as they are and come last', () => {
    const on = (day: string): string => `${day} 10:00:00.000000001`;
    for (const day of ['2024-02-29', '2000-02-29', '0000-02-29', '2026-12-31', '9999-12-31', '2026-04-30'])
      assert.equal(isValidTimestamp(on(day)), true, day);
    for (const day of ['2026-02-29', '2026-02-30', '1900-02-29', '2026-04-31', '2026-11-31']) {
      assert.equal(isValidTimestamp(on(day)), false, day);
      assert.equal(timestampToMs(on(day)), undefined);
      assert.equal(formatTimestamp(on(day), 'utc'), on(day));
      assert.equal(compareNewestFirst(on(day), time) > 0, true, day);
    }
  });

  it('of the first and the last year are those of no other', () => {
    for (const text of [
      '0000-01-01 00:00:00.000000000',
      '0099-12-31 23:59:59.999000000',
      '9999-12-31 23:59:59.999000000',
    ]) {
      assert.equal(timestampToMs(text), Date.parse(`${text.slice(0, 23).replace(' ', 'T')}Z`));
      assert.equal(msToTimestamp(timestampToMs(text) ?? 0), text);
    }
    // Where the zone would need a year of five digits, or one before year 0.
    assert.equal(normalizeTimestamp('0000-01-01T00:00:00+02:00'), '0000-01-01T00:00:00+02:00');
    assert.equal(
      formatTimestamp('9999-12-31 23:00:00.000000000', 'local', () => 120),
      '9999-12-31 23:00:00.000000000 UTC',
    );
    assert.equal(msToTimestamp(8.64e15), '9999-12-31 23:59:59.999000000');
  });

  it('are read in the form with T and Z too, where it can mean one time only', () => {
    const cases: Readonly<Record<string, string>> = {
      '2026-11-20T10:00:00.123456789Z': '2026-11-20 10:00:00.123456789',
      '2026-11-20t10:00:00.5z': '2026-11-20 10:00:00.500000000',
      '2026-11-20T10:00:00Z': '2026-11-20 10:00:00.000000000',
      '2026-11-20 10:00:00.123456789Z': '2026-11-20 10:00:00.123456789',
      '2026-11-20T00:30:00.123456789+02:00': '2026-11-19 22:30:00.123456789',
      '2026-11-20T23:30:00-0130': '2026-11-21 01:00:00.000000000',
      '2016-12-31T23:59:60.000000001Z': '2016-12-31 23:59:60.000000001',
    };
    for (const [text, expected] of Object.entries(cases)) assert.equal(normalizeTimestamp(text), expected);
    for (const odd of [
      ...[
        time,
        '',
        'yesterday',
        '2026-11-20T10:00:00',
        '2026-11-20T10:00:00.1234567890Z',
        '2026-02-30T10:00:00Z',
      ],
      ...['2026-11-20T24:00:00Z', '2026-13-20T10:00:00Z', '2016-12-31T23:59:60+01:00', '20261120T100000Z'],
    ])
      assert.equal(normalizeTimestamp(odd), odd);
  });

  it('of both forms have one order, by all nine digits', () => {
    const store = createLoaded();
    const stamps = [
      '2026-11-20T10:00:00.000000002Z',
      '2026-11-20 10:00:00.000000001',
      '2026-11-20T11:00:00.000000003+01:00',
      'soon',
    ];
    const events = stamps.map((timestamp, n) =>
      toAuditEvent({ context: { changeID: `${n}` }, request: { timestamp }, response: { timestamp } }),
    );
    store.addPage({ events, nextOps: null }, 'newest');
    const order = store.events().map(({ context }) => context.changeID);
    assert.deepEqual(order, ['2', '0', '1', '3']);
    assert.equal(store.provenance().newest, '2026-11-20 10:00:00.000000003');
    const [newest] = store.events();
    assert.ok(newest);
    for (const id of ['time', 'answeredAt'] as const)
      assert.deepEqual(getFieldEntries(newest, id), ['2026-11-20 10:00:00.000000003']);
    assert.match(JSON.stringify(newest.raw), /2026-11-20T11:00:00\.000000003\+01:00/, 'as it was sent');
  });

  it('are shown with their zone and all nine digits', () => {
    assert.equal(formatTimestamp(time, 'utc'), `${time} UTC`);
    assert.equal(
      formatTimestamp(time, 'local', () => 120),
      '2023-06-27 16:01:14.271659365 +02:00',
    );
    assert.equal(
      formatTimestamp(time, 'local', () => -930),
      '2023-06-26 22:31:14.271659365 -15:30',
    );
    assert.equal(
      formatTimestamp(time, 'local', () => 0),
      '2023-06-27 14:01:14.271659365 +00:00',
    );
  });

  it('are short enough for a glance: to the second, the year only where it is another', () => {
    const date = (day: string, hasYear: boolean) => (hasYear ? day : day.slice(5));
    assert.equal(formatShortTimestamp(time, date, 2023), '06-27 14:01:14');
    assert.equal(formatShortTimestamp(time, date, 2024), '2023-06-27 14:01:14');
    for (const odd of ['', 'yesterday', '2023-06-31 14:01:14.271659365', '2023-06-27T14:01:14Z'])
      assert.equal(formatShortTimestamp(odd, date, 2023), odd);
  });

  it('of odd form are shown as they are', () => {
    assert.equal(formatTimestamp('yesterday', 'local'), 'yesterday');
    assert.equal(timestampToMs('yesterday'), undefined);
  });

  it('convert to milliseconds and back, without the digits a Date has no room for', () => {
    const ms = timestampToMs(time) ?? 0;
    assert.equal(ms, Date.parse('2023-06-27T14:01:14.271Z'));
    assert.equal(msToTimestamp(ms), '2023-06-27 14:01:14.271000000');
  });
});
