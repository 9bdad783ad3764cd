import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  computeEditBetween,
  DocumentCache,
} from '../../../../../../src/core/sql/syntax/document/documentCache.ts';
import { applyEdits } from '../../../../../../src/core/sql/syntax/ranges.ts';

const text = (words: readonly string[]): string => words.map((word) => `SELECT ${word} FROM t;`).join('\n');

describe('DocumentCache', () => {
  it('finds the edit between any two texts', () => {
    const repeated = fc.nat(9000).map((count) => 'a'.repeat(count));
    const part = fc.oneof(fc.string({ maxLength: 5 }), repeated);
    const parts = fc.array(part, { maxLength: 4 }).map((list) => list.join(''));
    fc.assert(
      fc.property(parts, part, part, parts, (start, before, after, end) => {
        const [from, to] = [start + before + end, start + after + end];
        const edit = computeEditBetween(from, to);
        assert.equal(applyEdits(from, [edit]), to);
        assert.ok(edit.end - edit.start <= before.length && edit.text.length <= after.length);
      }),
      { numRuns: 300 },
    );
  });
  it('edits the document of a text that is much the same, and keeps its other statements', () => {
    const cache = new DocumentCache();
    const before = cache.getOrCreateDocument(text(['a', 'b', 'c'])).statements();
    const after = cache.getOrCreateDocument(text(['a', 'bb', 'c'])).statements();
    assert.deepEqual(
      after.map(({ statement }, index) => statement === before[index]?.statement),
      [true, false, true],
    );
  });
  it('keeps several documents beside each other', () => {
    const cache = new DocumentCache();
    const [one, other] = [
      cache.getOrCreateDocument(text(['a', 'b', 'c'])),
      cache.getOrCreateDocument('-- nothing in common\nDELETE FROM u'),
    ];
    assert.notEqual(one, other);
    assert.equal(cache.getOrCreateDocument(text(['a', 'b', 'd'])), one);
    assert.equal(cache.getOrCreateDocument('-- nothing in common\nDELETE FROM v'), other);
  });
  it('keeps no large document beside another one', () => {
    const cache = new DocumentCache();
    const large = text(Array.from({ length: 40_000 }, (_, index) => `a${index}`));
    const first = cache.getOrCreateDocument(large);
    assert.equal(cache.getOrCreateDocument(`${large};`), first);
    cache.getOrCreateDocument('DELETE FROM u');
    assert.notEqual(cache.getOrCreateDocument(large), first);
  });
});
