import assert from 'node:assert/strict';
import { hidesMore, type MaskRules } from '../../../../../src/core/audit/masking/shown.ts';

const rules = (more: Partial<MaskRules> = {}): MaskRules => ({
  ...{ literals: false, revealed: [], addresses: undefined },
  ...more,
});
const addresses = [] as unknown as NonNullable<MaskRules['addresses']>;

describe('masks that hide more than others', () => {
  it('are those of literals or addresses that were shown, and of an event that was revealed', () => {
    assert.equal(hidesMore(rules(), rules({ literals: true })), true);
    assert.equal(hidesMore(rules(), rules({ addresses })), true);
    assert.equal(
      hidesMore(rules({ literals: true, revealed: ['a', 'b'] }), rules({ literals: true, revealed: ['b'] })),
      true,
    );
  });

  it('are not those that show more, or the same', () => {
    assert.equal(hidesMore(rules({ literals: true, addresses }), rules()), false);
    assert.equal(hidesMore(rules({ literals: true }), rules({ literals: true, revealed: ['a'] })), false);
    assert.equal(hidesMore(rules({ revealed: ['a'] }), rules()), false, 'no literal is hidden at all');
  });
});
