/** Days of the histogram in zones whose clocks are turned, beside the calendar of Intl, event by event. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { createDisplayZone, type DisplayZone } from '../../../../../src/core/audit/feed/zones.ts';
import { EventStore } from '../../../../../src/core/audit/store/eventStore.ts';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import { positionInBins } from '../../../../../src/core/audit/table/histogram.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { newestFirst } from '../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { plainBytes } from '../plainBytes.ts';

const DAY = 86_400_000;
/** Odd offsets, half an hour of summer time, clocks that are turned at midnight, both ways. */
const zones = [
  ...['Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'America/Santiago'],
  ...['Europe/Berlin', 'Pacific/Auckland', 'Africa/Casablanca', 'UTC'],
];

interface Calendar {
  /** Minutes east of UTC. */
  readonly offset: (ms: number) => number;
  /** The day of the calendar, counted from 1970-01-01. */
  readonly day: (ms: number) => number;
}
function calendarOf(timeZone: string): Calendar {
  const named = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const dated = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return {
    offset(ms) {
      const [, sign = '+', hours = '0', minutes = '0'] =
        /GMT([+-])(\d\d):(\d\d)/.exec(named.format(ms)) ?? [];
      return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    },
    day: (ms) => Date.parse(dated.format(ms)) / DAY,
  };
}
const calendars = new Map(zones.map((zone) => [zone, calendarOf(zone)]));

function storeOf(times: readonly number[]): EventStore {
  const store = new EventStore(plainBytes, parseQueryReads);
  store.add(
    times.map((ms) =>
      toCompactEvent(toAuditEvent({ context: {}, request: { timestamp: msToTimestamp(ms) } })),
    ),
  );
  return store;
}
const zoneOf = (times: readonly number[], { offset }: Calendar): DisplayZone =>
  createDisplayZone(Math.min(...times), Math.max(...times), offset);
const sum = (bins: readonly (readonly number[])[]): number => bins.flat().reduce((all, one) => all + one, 0);

describe('the days of the histogram', () => {
  it('are those of the zone: edges, counts, and the events between two edges', () => {
    const begin = fc.integer({ min: Date.UTC(2012, 1), max: Date.UTC(2024, 0) });
    const spans = fc.array(fc.integer({ min: 0, max: DAY * 365 }), { minLength: 2, maxLength: 40 });
    const anyTimes = fc
      .tuple(begin, fc.integer({ min: 1, max: 4 }), spans)
      .map(([from, years, all]) => all.map((span) => from + span * years));
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyTimes, fc.nat(), fc.nat(), (name, times, a, b) => {
        const calendar = calendars.get(name) ?? assert.fail();
        const zone = zoneOf(times, calendar);
        const store = storeOf(times);
        const histogram = store.histogram(noFilters, zone) ?? assert.fail();
        const { edges, step, bins, outside } = histogram;
        assert.ok(bins.length <= 120 && edges.length === bins.length + 1);
        if (step < DAY) return;
        const days = step / DAY;
        const groupOf = (ms: number): number => Math.floor(calendar.day(ms) / days);
        const first = groupOf(edges[0] ?? 0);
        for (const [at, edge] of edges.entries())
          assert.deepEqual([groupOf(edge), groupOf(edge - 1)], [first + at, first + at - 1], `${at}`);
        const counted = (group: number): number => times.filter((ms) => groupOf(ms) === first + group).length;
        assert.deepEqual(
          bins.map((bin) => sum([bin])),
          bins.map((_, at) => counted(at)),
        );
        assert.equal(sum(bins) + sum(outside ? [outside.before, outside.after] : []), times.length);
        const [low = 0, high = 0] = [a % edges.length, b % edges.length].sort((x, y) => x - y);
        const range = { from: edges[low] ?? 0, to: edges[high] ?? 0 };
        assert.equal(store.rows({ ...noFilters, range }, newestFirst).length, sum(bins.slice(low, high)));
        assert.deepEqual([positionInBins(edges, range.from), positionInBins(edges, range.to)], [low, high]);
      }),
    );
  });

  it('may have 23 or 25 hours, and one that the calendar left out has none', () => {
    const lengths = (zone: string, from: string, to: string): readonly number[] => {
      const times = Array.from({ length: 2 }, (_, at) => Date.parse(at === 0 ? from : to));
      const { edges, step } =
        storeOf(times).histogram(noFilters, zoneOf(times, calendarOf(zone))) ?? assert.fail();
      assert.equal(step, DAY);
      return edges.slice(1).map((edge, at) => (edge - (edges[at] ?? 0)) / 3_600_000);
    };
    const inBerlin = lengths('Europe/Berlin', '2026-03-01', '2026-05-20');
    assert.deepEqual([inBerlin.filter((hours) => hours === 23).length, new Set(inBerlin).size], [1, 2]);
    assert.ok(lengths('Europe/Berlin', '2026-09-01', '2026-11-20').includes(25));
    assert.ok(lengths('Australia/Lord_Howe', '2026-03-01', '2026-05-20').includes(24.5));
    // Samoa went from 29 to 31 December 2011.
    assert.ok(lengths('Pacific/Apia', '2011-11-01', '2012-01-20').includes(0));
  });

  it('are counted once more where another zone is chosen, and shorter bins begin as its clocks show', () => {
    const times = Array.from({ length: 50 }, (_, at) => Date.UTC(2026, 0, 1) + at * 1_000_000);
    const store = storeOf(times);
    const inUtc = store.histogram(noFilters) ?? assert.fail();
    const zone = zoneOf(times, calendarOf('Asia/Kathmandu'));
    const there = store.histogram(noFilters, zone) ?? assert.fail();
    assert.equal(there.step, inUtc.step);
    assert.equal(((there.edges[0] ?? 0) + 345 * 60_000) % there.step, 0);
    assert.equal(sum(there.bins), 50);
    assert.deepEqual(store.histogram(noFilters), inUtc);
  });
});
