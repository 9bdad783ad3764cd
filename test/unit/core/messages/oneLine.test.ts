import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shortenMiddle } from '../../../../src/core/messages/oneLine.ts';

describe('text on one line', () => {
  it('loses its middle where it is too long, so that its start and its end stay', () => {
    assert.equal(shortenMiddle('production/customers-of-2025', 40), 'production/customers-of-2025');
    assert.equal(shortenMiddle('production/customers-of-2025', 15), 'product…of-2025');
    assert.equal(shortenMiddle('production/customers-of-2025', 16), 'producti…of-2025');
  });

  it('is at most as long as asked, and whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 3, max: 50 }), (text, limit) => {
        const short = shortenMiddle(text, limit);
        assert.ok(short.length <= limit);
        assert.ok(text.length > limit ? short.isWellFormed() : short === text);
      }),
    );
  });
});
