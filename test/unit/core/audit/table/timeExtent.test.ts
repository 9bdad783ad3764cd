import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  computeTimeExtent,
  createOutlierRule,
  END_PART,
} from '../../../../../src/core/audit/table/timeExtent.ts';

// So long that ten times the distance between the parts counts, not the least reach, which is a year.
const span = 40_000 * 86_400_000;

const uniform = fc.double({ min: 0, max: 1, noNaN: true });
/** Places at the inner ends of the parts: of all lists with times in both parts, those are the narrowest. */
const atInnerEnds = fc
  .tuple(fc.boolean(), fc.double({ min: 1e-6, max: 1e-3, noNaN: true }))
  .map(([isEarly, inside]) => (isEarly ? END_PART - inside : 1 - END_PART + inside));
const places = fc.oneof(
  fc.array(uniform, { minLength: 8, maxLength: 400 }),
  fc.array(atInnerEnds, { minLength: 8, maxLength: 400 }),
);

describe('the extent of times', () => {
  it('has no outliers where more times than outliers are in the parts at both ends', () => {
    let covered = 0;
    fc.assert(
      fc.property(places, (all) => {
        const times = Float64Array.from([0, span, ...all.map((one) => Math.floor(one * span))]).sort();
        const { outliers } = createOutlierRule(times.length);
        const early = times.filter((time) => time < span * END_PART).length;
        const late = times.filter((time) => time > span - span * END_PART).length;
        if (Math.min(early, late) <= outliers) return;
        covered++;
        assert.deepEqual(computeTimeExtent(times), { first: 0, last: span, low: 0, high: span });
      }),
      { numRuns: 500 },
    );
    assert.ok(covered > 100, `${covered} lists have times in both parts`);
  });

  it('leaves out a time that is far from all others', () => {
    const times = Float64Array.from([0, ...Array.from({ length: 200 }, (_, at) => span - 200_000 + at)]);
    assert.notEqual(computeTimeExtent(times)?.low, 0);
  });
});
