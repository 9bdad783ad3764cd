import assert from 'node:assert/strict';
import {
  getTermsOfTimePreset,
  type TimePreset,
  timePresets,
} from '../../../../../src/core/audit/filters/timePresets.ts';
import { resolveFilters } from '../../../../../src/core/audit/query/resolveQuery.ts';
import type { TimeRange } from '../../../../../src/core/audit/table/filter.ts';
import { noContext } from '../questions.ts';

const now = Date.parse('2026-03-29T10:20:30Z');
const rangeOf = (preset: TimePreset, offsetMinutes: (ms: number) => number = () => 0): TimeRange => {
  const { range } = resolveFilters(
    { question: getTermsOfTimePreset(preset) },
    { ...noContext, now, offsetMinutes },
  );
  return range ?? assert.fail(preset);
};
const textOf = (preset: TimePreset, offsetMinutes?: (ms: number) => number): readonly string[] => {
  const { from, to } = rangeOf(preset, offsetMinutes);
  return [from, to].map((ms) => (Number.isFinite(ms) ? new Date(ms).toISOString() : 'open'));
};

describe('ranges of time by name', () => {
  it('begin where their name says, and are open for what comes; yesterday is that day', () => {
    assert.deepEqual(textOf('lastHour'), ['2026-03-29T09:20:30.000Z', 'open']);
    assert.deepEqual(textOf('today'), ['2026-03-29T00:00:00.000Z', 'open']);
    assert.deepEqual(textOf('yesterday'), ['2026-03-28T00:00:00.000Z', '2026-03-29T00:00:00.000Z']);
    assert.deepEqual(textOf('last7Days'), ['2026-03-22T10:20:30.000Z', 'open']);
  });

  it('have the days of the zone, also of one that is shorter than others', () => {
    const change = Date.parse('2026-03-29T01:00:00Z');
    const summer = (ms: number): number => (ms >= change ? 120 : 60);
    assert.deepEqual(textOf('today', summer), ['2026-03-28T23:00:00.000Z', 'open']);
    assert.deepEqual(textOf('yesterday', summer), ['2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z']);
  });

  it('are never empty', () => {
    for (const preset of timePresets) {
      const { from, to } = rangeOf(preset);
      assert.ok(from < to, preset);
    }
  });
});
