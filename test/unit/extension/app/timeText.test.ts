import assert from 'node:assert/strict';
import '../withVscode.ts';

const { formatRetryTime, formatClockTimeRoundedUp: formatWaitTime } = await import(
  '../../../../src/extension/app/timeText.ts'
);

describe('the time at which a request may be sent again', () => {
  const at = (day: number, ...clock: readonly [number, number, number, number]): number =>
    new Date(2026, 10, day, ...clock).getTime();

  it('is never before the moment itself', () => {
    assert.equal(formatRetryTime(at(20, 16, 11, 0, 1), at(20, 16, 0, 0, 0)), '16:12');
    assert.equal(formatRetryTime(at(20, 16, 12, 0, 0), at(20, 16, 0, 0, 0)), '16:12');
    assert.equal(formatWaitTime(at(20, 16, 12, 4, 1)), '16:12:05');
    assert.equal(formatWaitTime(at(20, 16, 12, 5, 0)), '16:12:05');
  });

  it('names the day where that is another one', () => {
    assert.equal(formatRetryTime(at(21, 16, 12, 0, 0), at(20, 16, 0, 0, 0)), '2026-11-21 16:12');
    assert.equal(formatRetryTime(at(20, 23, 59, 30, 0), at(20, 23, 59, 0, 0)), '2026-11-21 00:00');
  });
});
