import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseRetryAfter } from '../../../../src/core/service/retryAfter.ts';

const now = Date.parse('Mon, 01 Jan 2024 00:00:00 GMT');
const MOST = 2 ** 31 - 1;

describe('the header Retry-After', () => {
  for (const [value, ms] of [
    ['0', 250],
    ['000', 250],
    [' 7 ', 7000],
    ['120', 120_000],
    ['99999', 99_999_000],
    ['9'.repeat(40), MOST],
    ['600.0', 600_000],
    ['1.5', 1500],
    ['600s', 600_000],
    ['600 S', 600_000],
    ['600, 600', 600_000],
    ['600,600, 600', 600_000],
    ['Mon, 01 Jan 2024 00:00:05 GMT', 5000],
    ['Mon, 1 Jan 2024 00:00:05 UTC', 5000],
    ['Mon, 01 Jan 2024 00:00:05 GMT, Mon, 01 Jan 2024 00:00:05 GMT', 5000],
    ['Monday, 01-Jan-24 00:00:05 GMT', 5000],
    ['Mon Jan  1 00:00:05 2024', 5000],
    ['Mon, 01 Jan 2024 02:00:00 GMT', 7_200_000],
    ['Fri, 01 Mar 2024 00:00:00 GMT', MOST],
    ['Sun, 31 Dec 2023 23:00:00 GMT', 250],
    ['Friday, 31-Dec-99 23:00:00 GMT', 250],
  ] as const)
    it(`reads ${JSON.stringify(value.slice(0, 40))} as ${ms} ms`, () => {
      assert.deepEqual(parseRetryAfter(value, undefined, now), { kind: 'wait', ms });
    });

  for (const value of [
    '',
    '-1',
    '1e3',
    'soon 2',
    '600, 900',
    '2024-01-01',
    'Mon, 99 Jan 2024 00:00:05 GMT',
    'Mon, 01 Foo 2024 00:00:05 GMT',
    'Mon, 01 Jan 2024 24:00:05 GMT',
  ])
    it(`can’t read ${JSON.stringify(value)}`, () => {
      assert.deepEqual(parseRetryAfter(value, undefined, now), { kind: 'unreadable' });
    });

  it('may be absent', () => {
    assert.deepEqual(parseRetryAfter(undefined, undefined, now), { kind: 'none' });
  });

  it('is a date by the service’s clock, not by ours', () => {
    const date = 'Mon, 01 Jan 2024 08:00:00 GMT';
    const wait = { kind: 'wait', ms: 3000 };
    assert.deepEqual(parseRetryAfter('Mon, 01 Jan 2024 08:00:03 GMT', date, now), wait);
    assert.deepEqual(parseRetryAfter('Mon, 01 Jan 2024 00:00:03 GMT', 'garbage', now), wait);
  });

  it('of any text is a wait within the limits, or can’t be read', () => {
    const part = fc.constantFrom(
      '6',
      '0',
      '.',
      ',',
      ' ',
      's',
      '-',
      ':',
      'Mon',
      'Monday',
      'Jan',
      '2024',
      '24',
      'GMT',
      'x',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const read = parseRetryAfter(text, undefined, now);
          assert.ok(
            read.kind === 'unreadable' || (read.kind === 'wait' && read.ms >= 250 && read.ms <= MOST),
            text,
          );
        },
      ),
    );
  });
});
