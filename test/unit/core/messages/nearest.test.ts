import assert from 'node:assert/strict';
import { nearest } from '../../../../src/core/messages/nearest.ts';

describe('what was likely meant', () => {
  it('is the name with the fewest letters to change, case aside', () => {
    assert.equal(nearest('custmers', ['consents', 'customers']), 'customers');
    assert.equal(nearest('LOCAL-VAULT', ['local-vaults', 'local-vault']), 'local-vault');
  });
  it('is nothing where no name is near', () => {
    assert.equal(nearest('abc', ['xyz']), undefined);
    assert.equal(nearest('a', ['', 'b']), undefined);
    assert.equal(nearest('orders', []), undefined);
  });
});
