import assert from 'node:assert/strict';
import {
  changeEntry,
  findEntry,
  makeUniqueName,
  removeEntry,
} from '../../../../../src/core/service/connections/settingEntries.ts';

const a = { name: ' a ', baseUrl: 'https://a', unknown: [1] };
const b = { name: 'b', vaults: 'wrong' };
const entries = [a, 7, b, null, { name: 3 }];

describe('entries of connections', () => {
  it('are found by their name without blanks', () => {
    assert.equal(findEntry(entries, 'a'), a);
    assert.equal(findEntry(entries, 'c'), undefined);
  });

  it('keep what is not known or wrong, whatever is done to others', () => {
    assert.deepEqual(
      changeEntry(entries, 'a', (entry) => ({ ...entry, baseUrl: 'https://b' })),
      [{ ...a, baseUrl: 'https://b' }, ...entries.slice(1)],
    );
    assert.deepEqual(removeEntry(entries, 'a'), entries.slice(1));
  });

  it('stay as they are where there is nothing of that name', () => {
    assert.deepEqual(removeEntry(entries, 'c'), entries);
    assert.deepEqual(
      changeEntry(entries, 'c', () => ({})),
      entries,
    );
  });

  it('get a name that is free', () => {
    assert.equal(makeUniqueName('a', ['b']), 'a');
    assert.equal(makeUniqueName('a', ['a', 'a 2']), 'a 3');
  });
});
