import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createAdaptiveLimit } from '../../../../../src/core/results/loading/concurrency.ts';

describe('adaptive limit', () => {
  /** Rounds of answers that each take `ms(limit)`; gives the limit after each round. */
  const rounds = (max: number, count: number, ms: (limit: number) => number): number[] => {
    const limit = createAdaptiveLimit(max);
    let time = 0;
    return Array.from({ length: count }, () => {
      const size = limit.currentLimit();
      const sentAt = time;
      time += ms(size);
      for (let i = 0; i < size; i++) limit.recordResponse(sentAt, time);
      return limit.currentLimit();
    });
  };

  it('doubles up to the setting while answers stay quick', () => {
    assert.deepEqual(
      rounds(8, 4, () => 50),
      [4, 8, 8, 8],
    );
    assert.deepEqual(
      rounds(3, 2, () => 50),
      [3, 3],
    );
    assert.deepEqual(
      rounds(1, 2, () => 50),
      [1, 1],
    );
  });

  it('goes back where more at once is no faster, and tries again only after a while', () => {
    const limits = rounds(8, 40, (limit) => limit * 200);
    assert.ok(limits.every((limit) => limit <= 4));
    assert.ok(limits.filter((limit) => limit === 4).length <= 5);
  });

  it('takes the typical answer of a round: one slow one does not hold it back', () => {
    const limit = createAdaptiveLimit(8);
    for (const ms of [50, 52]) limit.recordResponse(0, ms);
    for (const ms of [50, 900, 51, 53]) limit.recordResponse(100, 100 + ms);
    assert.equal(limit.currentLimit(), 8);
    const slow = createAdaptiveLimit(8);
    for (const ms of [50, 52]) slow.recordResponse(0, ms);
    for (const ms of [900, 20, 910, 920]) slow.recordResponse(100, 100 + ms);
    assert.equal(slow.currentLimit(), 2);
  });

  it('halves once for all that were under way together', () => {
    const limit = createAdaptiveLimit(8);
    for (let i = 0; i < 2; i++) limit.recordResponse(0, 50);
    for (let i = 0; i < 4; i++) limit.recordResponse(50, 100);
    assert.equal(limit.currentLimit(), 8);
    for (let i = 0; i < 8; i++) limit.recordFailure(100, 150);
    assert.equal(limit.currentLimit(), 4);
    limit.recordFailure(150, 200);
    assert.equal(limit.currentLimit(), 2);
  });

  it('is never below 1 or above the setting', () => {
    const event = fc.record({ failed: fc.boolean(), ms: fc.nat(500) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(event, { maxLength: 200 }), (max, events) => {
        const limit = createAdaptiveLimit(max);
        let time = 0;
        for (const { failed, ms } of events) {
          time += ms;
          if (failed) limit.recordFailure(time - ms, time);
          else limit.recordResponse(time - ms, time);
          assert.ok(limit.currentLimit() >= 1 && limit.currentLimit() <= max);
        }
      }),
    );
  });
});
