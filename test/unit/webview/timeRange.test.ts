import assert from 'node:assert/strict';
import {
  computeRangeMovedByKey,
  computeRangeOfBins,
  computeRangeOutside,
  computeWholeAxisRange,
  findBinAtFraction,
  findFixedBin,
  isSameRange,
} from '../../../src/webview/audit/charts/timeRange.ts';

/** Ten bins of 100 ms from 1000 to 2000. */
const histogram = {
  edges: Array.from({ length: 11 }, (_, bin) => 1_000 + bin * 100),
  step: 100,
  bins: Array.from({ length: 10 }, () => [1, 0, 0]),
  undated: 0,
};

describe('time ranges of the histogram', () => {
  it('finds the bin at a fraction of the axis, and the first or last one beyond it', () => {
    const fractions = [-0.5, 0, 0.09, 0.1, 0.95, 1, 2];
    const bins = fractions.map((fraction) => findBinAtFraction(histogram, fraction));
    assert.deepEqual(bins, [0, 0, 0, 1, 9, 9, 9]);
  });

  it('spans two bins in either order', () => {
    assert.deepEqual(computeRangeOfBins(histogram, 2, 4), { from: 1_200, to: 1_500 });
    assert.deepEqual(computeRangeOfBins(histogram, 4, 2), { from: 1_200, to: 1_500 });
    assert.deepEqual(computeRangeOfBins(histogram, 3, 3), { from: 1_300, to: 1_400 });
  });

  it('keeps the bin at the other end while one end is dragged', () => {
    const range = { from: 1_200, to: 1_500 };
    assert.equal(findFixedBin(histogram, range, 'from'), 4);
    assert.equal(findFixedBin(histogram, range, 'to'), 2);
    assert.equal(findFixedBin(histogram, { from: 0, to: 500 }, 'from'), 0);
    assert.equal(findFixedBin(histogram, { from: 3_000, to: 4_000 }, 'to'), 9);
  });

  it('moves either end by the keys of a slider, by whole bins, and never past the other end', () => {
    const range = { from: 1_200, to: 1_500 };
    const moved = (end: 'from' | 'to', key: string) => computeRangeMovedByKey(histogram, range, end, key);
    assert.deepEqual(moved('from', 'ArrowLeft'), { from: 1_100, to: 1_500 });
    assert.deepEqual(moved('from', 'PageUp'), { from: 1_300, to: 1_500 });
    assert.deepEqual(moved('from', 'End'), { from: 1_400, to: 1_500 });
    assert.deepEqual(moved('to', 'ArrowUp'), { from: 1_200, to: 1_600 });
    assert.deepEqual(moved('to', 'Home'), { from: 1_200, to: 1_300 });
    assert.deepEqual(moved('to', 'End'), { from: 1_200, to: 2_000 });
    assert.equal(moved('to', 'Tab'), undefined);
  });

  it('moves a range outside the axis from the nearest end of the axis', () => {
    const before = computeRangeMovedByKey(histogram, { from: 0, to: 500 }, 'to', 'ArrowRight');
    assert.deepEqual(before, { from: 1_000, to: 1_200 });
  });

  it('has the ranges before and after the axis only where it leaves events out', () => {
    assert.equal(computeRangeOutside(histogram, 'before'), undefined);
    const outside = { before: [1, 0, 0], after: [0, 2, 0], first: 10, last: 9_000 };
    assert.deepEqual(computeRangeOutside({ ...histogram, outside }, 'before'), { from: 10, to: 1_000 });
    assert.deepEqual(computeRangeOutside({ ...histogram, outside }, 'after'), { from: 2_000, to: 9_001 });
  });

  it('compares ranges by their ends, and all times with all times', () => {
    assert.ok(isSameRange(computeWholeAxisRange(histogram), { from: 1_000, to: 2_000 }));
    assert.ok(isSameRange(undefined, undefined));
    assert.ok(!isSameRange(undefined, computeWholeAxisRange(histogram)));
  });
});
