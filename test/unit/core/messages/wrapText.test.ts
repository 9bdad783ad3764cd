import assert from 'node:assert/strict';
import { wrapText } from '../../../../src/core/messages/wrapText.ts';

describe('a text in lines', () => {
  it('is broken at blanks, at the width or before', () => {
    assert.deepEqual(wrapText('one two three', 7), ['one two', 'three']);
    assert.deepEqual(wrapText('one two three', 6), ['one', 'two', 'three']);
    assert.deepEqual(wrapText('', 7), []);
  });

  it('has a line of its own for a word that is too long', () => {
    assert.deepEqual(wrapText('at https://vault.example.com now', 10), [
      'at',
      'https://vault.example.com',
      'now',
    ]);
  });
});
