import assert from 'node:assert/strict';
import { createInOrder } from '../run/inOrder.ts';

describe('what runs at the same time', () => {
  it('is printed one after the other, each whole, the first one as it comes', () => {
    const printed: string[] = [];
    const next = createInOrder((text) => void (text !== '' && printed.push(text)));
    const [first, second, third] = [next(), next(), next()];
    second.write('b1 ');
    first.write('a1 ');
    assert.deepEqual(printed, ['a1 ']);
    second.write('b2 ');
    second.end();
    third.write('c1 ');
    first.write('a2 ');
    assert.deepEqual(printed, ['a1 ', 'a2 ']);
    first.end();
    assert.deepEqual(printed, ['a1 ', 'a2 ', 'b1 b2 ', 'c1 ']);
    third.write('c2');
    third.end();
    assert.equal(printed.join(''), 'a1 a2 b1 b2 c1 c2');
  });
});
