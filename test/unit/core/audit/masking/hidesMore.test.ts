import assert from 'node:assert/strict';
import {
  doesHideMoreThanBefore,
  type RulesWithoutReveals,
} from '../../../../../src/core/audit/masking/displayMasks.ts';

const rules = (more: Partial<RulesWithoutReveals> = {}): RulesWithoutReveals => ({
  literals: false,
  addresses: undefined,
  ...more,
});
const addresses = [] as unknown as NonNullable<RulesWithoutReveals['addresses']>;

describe('masks that hide more than others', () => {
  it('are those of literals or addresses that were shown', () => {
    assert.equal(doesHideMoreThanBefore(rules(), rules({ literals: true })), true);
    assert.equal(doesHideMoreThanBefore(rules(), rules({ addresses })), true);
    assert.equal(doesHideMoreThanBefore(rules({ literals: true }), rules({ addresses })), true);
  });

  it('are not those that show more, or the same', () => {
    assert.equal(doesHideMoreThanBefore(rules({ literals: true, addresses }), rules()), false);
    assert.equal(doesHideMoreThanBefore(rules({ literals: true }), rules({ literals: true })), false);
    assert.equal(doesHideMoreThanBefore(rules({ literals: true, addresses }), rules({ addresses })), false);
  });
});
