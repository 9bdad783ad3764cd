import assert from 'node:assert/strict';
import { readCount } from '../../../../src/core/conformance/values.ts';
import type { JsonValue } from '../../../../src/core/service/json.ts';

const countOf = (value: JsonValue) => readCount({ records: [{ fields: [['count', value]] }] } as never);

describe('the number that a COUNT returned', () => {
  it('is a number, or a text of digits', () => {
    for (const [value, count] of [
      [7, 7],
      ['7', 7],
      [0, 0],
      ['', undefined],
      [true, undefined],
      [null, undefined],
      ['seven', undefined],
      [1.5, undefined],
    ] as const)
      assert.equal(countOf(value), count, JSON.stringify(value));
    assert.equal(readCount({ records: [] } as never), undefined);
  });
});
