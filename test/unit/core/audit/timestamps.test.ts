import assert from 'node:assert/strict';
import {
  compareNewestFirst,
  formatTimestamp,
  isProperTimestamp,
  msToTimestamp,
  timestampToMs,
} from '../../../../src/core/audit/timestamps.ts';

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
    assert.equal(isProperTimestamp(time), true);
    for (const odd of [
      '',
      '2023-06-27 14:01:14',
      '2023-06-27T14:01:14.271659365',
      '2023-06-27 24:01:14.271659365',
      `${time}Z`,
    ]) {
      assert.equal(isProperTimestamp(odd), false, odd);
    }
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
