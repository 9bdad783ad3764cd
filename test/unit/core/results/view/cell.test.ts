import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatValueText, MAX_CELL_TEXT_LENGTH, toCell } from '../../../../../src/core/results/view/cell.ts';
import type { JsonValue } from '../../../../../src/core/service/json.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';

const json = (text: string): JsonValue => {
  const parsed = parseJson(text);
  assert.ok(parsed.ok);
  return parsed.value;
};

describe('cell', () => {
  it('tells apart what looks alike', () => {
    assert.deepEqual(toCell(undefined), { k: 'absent', t: '' });
    assert.deepEqual(toCell(null), { k: 'null', t: '' });
    assert.deepEqual(toCell(''), { k: 'empty', t: '' });
    assert.deepEqual(toCell('null'), { k: 'text', t: 'null' });
    assert.deepEqual(toCell('*REDACTED*'), { k: 'redacted', t: '*REDACTED*' });
    assert.deepEqual(toCell('s******y@gmail.com').k, 'redacted');
    assert.deepEqual(toCell('XXXX-06-06').k, 'redacted');
    assert.deepEqual(toCell('1996-06-06').k, 'date');
    assert.deepEqual(toCell('1996-06-06 10:00:00.123456').k, 'date');
    assert.deepEqual(toCell(false), { k: 'boolean', t: 'false' });
    assert.deepEqual(toCell(json('{"b":1.10,"a":[null]}')), { k: 'object', t: '{"b":1.10,"a":[null]}' });
  });

  it('tells nothing of a hidden value', () => {
    for (const value of ['', 'x'.repeat(1000), 7, json('{"a":1}'), '*REDACTED*']) {
      assert.deepEqual(toCell(value, true), { k: 'masked', t: '' });
    }
    assert.deepEqual([toCell(null, true).k, toCell(undefined, true).k], ['null', 'absent']);
  });

  it('gives numbers exactly as they were sent', () => {
    for (const number of ['9007199254740993', '1.10', '-0', '1e400', '0.1', '12']) {
      assert.deepEqual(toCell(json(number)), { k: 'number', t: number });
    }
  });

  it('cuts long texts, never through a character, and says so', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 200, maxLength: 400 }), (text) => {
        const cell = toCell(text);
        assert.equal(cell.cut === true, text.length > MAX_CELL_TEXT_LENGTH);
        assert.ok(cell.t.length <= MAX_CELL_TEXT_LENGTH && text.startsWith(cell.t));
        assert.ok(cell.t.isWellFormed());
        assert.equal(formatValueText(text), text);
      }),
    );
  });
});
