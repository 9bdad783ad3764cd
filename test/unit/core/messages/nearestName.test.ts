import assert from 'node:assert/strict';
import { findNearestName } from '../../../../src/core/messages/nearestName.ts';

describe('what was likely meant', () => {
  it('is the name with the fewest letters to change, case aside', () => {
    assert.equal(findNearestName('custmers', ['consents', 'customers']), 'customers');
    assert.equal(findNearestName('LOCAL-VAULT', ['local-vaults', 'local-vault']), 'local-vault');
  });
  it('is nothing where no name is near', () => {
    assert.equal(findNearestName('abc', ['xyz']), undefined);
    assert.equal(findNearestName('a', ['', 'b']), undefined);
    assert.equal(findNearestName('orders', []), undefined);
  });
});
