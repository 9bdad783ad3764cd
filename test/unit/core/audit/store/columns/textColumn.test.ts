import assert from 'node:assert/strict';
import { hasBit, wordCountFor } from '../../../../../../src/core/audit/store/columns/bits.ts';
import { TextColumn, TextDictionary } from '../../../../../../src/core/audit/store/columns/textColumn.ts';
import { plainBytes } from '../../plainBytes.ts';

const values = ['{}', 'a', undefined, '', '{}', 'a{}', 'a\n{}', 'A'];

describe('columns of texts', () => {
  for (const Column of [TextColumn, TextDictionary]) {
    it(`${Column.name} has the rows of exactly each value, also of nothing, no text, and an empty object`, () => {
      const column = new Column(plainBytes);
      for (const value of values) column.add(value);
      for (const wanted of new Set(values)) {
        const hits = new Uint32Array(wordCountFor(values.length));
        column.markEqual(new Set([wanted]), 0, hits);
        const found = values.filter((_, row) => hasBit(hits, row));
        assert.deepEqual(
          found,
          values.filter((value) => value === wanted),
          `${wanted}`,
        );
      }
    });
  }
});
