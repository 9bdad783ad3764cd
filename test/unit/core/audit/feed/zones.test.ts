import assert from 'node:assert/strict';
import { createDisplayZone, getOffsetAt, utc } from '../../../../../src/core/audit/feed/zones.ts';

const HOUR = 3_600_000;
/** Central Europe's changes of 2026. */
const [summer, winter] = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)];
const berlin = (ms: number): number => (ms >= summer && ms < winter ? 120 : 60);
const at = (month: number, day = 1): number => Date.UTC(2026, month - 1, day);

describe('the zone that times are shown in', () => {
  it('is named by its offset at the times shown', () => {
    assert.equal(utc.name, 'UTC');
    assert.equal(createDisplayZone(at(1), at(3), berlin).name, 'UTC+1');
    assert.equal(createDisplayZone(at(5), at(5), berlin).name, 'UTC+2');
    assert.equal(createDisplayZone(at(1), at(2), () => 330).name, 'UTC+5:30');
    assert.equal(createDisplayZone(at(1), at(2), () => -210).name, 'UTC-3:30');
    assert.equal(createDisplayZone(at(1), at(2), () => 0).name, 'UTC');
  });

  it('has both offsets in its name where a clock was turned between the times', () => {
    assert.equal(createDisplayZone(at(3), at(4), berlin).name, 'UTC+1/+2');
    assert.equal(createDisplayZone(at(1), at(12), berlin).name, 'UTC+1/+2');
    assert.equal(createDisplayZone(at(3), at(4), (ms) => berlin(ms) - 60).name, 'UTC+0/+1');
  });

  it('has the offset of each moment, to the millisecond', () => {
    const zone = createDisplayZone(at(1), at(12), berlin);
    for (const change of [summer, winter])
      for (const ms of [change - HOUR, change - 1, change, change + HOUR])
        assert.equal(getOffsetAt(zone, ms), berlin(ms), new Date(ms).toISOString());
    assert.equal(getOffsetAt(zone, at(1) - HOUR), 60);
    assert.equal(getOffsetAt(zone, at(12) + HOUR), 60);
    assert.equal(getOffsetAt(utc, at(5)), 0);
  });

  it('is not named by offsets of odd years', () => {
    const odd = createDisplayZone(Date.UTC(1, 0), Date.UTC(9000, 0), (ms) =>
      ms < 0 ? 53 : ms > Date.UTC(2200, 0) ? 1 : 60,
    );
    assert.deepEqual(odd, { name: 'UTC+1', offsets: [{ from: 0, minutes: 60 }] });
  });
});
