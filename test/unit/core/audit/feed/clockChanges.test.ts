import assert from 'node:assert/strict';
import { timestampToMs } from '../../../../../src/core/audit/feed/timestamps.ts';
import { momentOfLocalTime } from '../../../../../src/core/audit/feed/zones.ts';
import { getTermsOfTimePreset } from '../../../../../src/core/audit/filters/timePresets.ts';
import { parseTime } from '../../../../../src/core/audit/filters/timeRanges.ts';
import { resolveFilters } from '../../../../../src/core/audit/query/resolveQuery.ts';
import { noContext } from '../questions.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const zones = [
  'Australia/Sydney',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  // Skips the last hour of a day.
  'America/Godthab',
  'Asia/Kolkata',
  'UTC',
];

/** Returns minutes east of UTC in a zone, by what the runtime's clocks show there. */
function offsetIn(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  // Clocks change at whole quarters of an hour only, and asking the runtime takes most of the time of these tests.
  const known = new Map<number, number>();
  const read = (ms: number): number => {
    const { year, month, day, hour, minute, second } = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
    ) as Record<string, number>;
    const shown = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
    return Math.round((shown - Math.floor(ms / 1000) * 1000) / MINUTE);
  };
  return (ms) => {
    const quarter = Math.floor(ms / (15 * MINUTE));
    const offset = known.get(quarter) ?? read(ms);
    known.set(quarter, offset);
    return offset;
  };
}

describe('local times around a change of clocks', () => {
  for (const zone of zones)
    it(`begin each day of 2026 at its first minute: ${zone}`, () => {
      const offset = offsetIn(zone);
      const dateAt = (ms: number): string => new Date(ms + offset(ms) * MINUTE).toISOString().slice(0, 10);
      for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += DAY) {
        const date = new Date(day).toISOString().slice(0, 10);
        const typed = timestampToMs(parseTime(date, { now: day, offsetMinutes: offset }) ?? '') ?? Number.NaN;
        assert.equal(dateAt(typed), date, date);
        assert.notEqual(dateAt(typed - MINUTE), date, date);
        const noon = typed + DAY / 2;
        const today = { question: getTermsOfTimePreset('today') };
        const { range } = resolveFilters(today, { ...noContext, now: noon, offsetMinutes: offset });
        assert.equal(range?.from, typed, date);
        const end = timestampToMs(parseTime(date, { now: day, end: true, offsetMinutes: offset }) ?? '') ?? 0;
        assert.equal(dateAt(end), date, date);
        assert.notEqual(dateAt(end + MINUTE), date, date);
      }
    });

  it('take an hour that is shown twice from its first minute to its last', () => {
    const offset = offsetIn('Europe/Berlin');
    const half = Date.UTC(2026, 9, 25, 2, 30);
    assert.equal(momentOfLocalTime(offset, half), Date.UTC(2026, 9, 25, 0, 30));
    assert.equal(momentOfLocalTime(offset, half, true), Date.UTC(2026, 9, 25, 1, 30));
  });

  it('take a time that is skipped as the change of clocks, or as the end of what was before', () => {
    const offset = offsetIn('Europe/Berlin');
    const skipped = Date.UTC(2026, 2, 29, 2, 30);
    const change = Date.UTC(2026, 2, 29, 1);
    assert.equal(momentOfLocalTime(offset, skipped), change);
    assert.equal(momentOfLocalTime(offset, skipped, true), change - 1);
  });
});
