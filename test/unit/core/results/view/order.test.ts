import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareNumbers, decimalKey } from '../../../../../src/core/results/view/decimal.ts';
import { createValueKey, kindOf, valueKinds } from '../../../../../src/core/results/view/values.ts';
import { ExactNumber, type JsonValue, stringifyJson } from '../../../../../src/core/service/json.ts';
import { anyValue, exact, json, storeOf } from '../loading/records.ts';
import { sortRows } from './onePiece.ts';

/** The texts of numbers as JSON has them, short enough to be computed with. */
const numberText = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 25n }),
    fc.option(fc.stringMatching(/^\d{1,6}$/), { nil: undefined }),
    fc.option(fc.integer({ min: -30, max: 30 }), { nil: undefined }),
  )
  .map(
    ([negative, whole, fraction, exponent]) =>
      `${negative ? '-' : ''}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent === undefined ? '' : `e${exponent}`}`,
  );

/** The number times 10^36. */
const scaled = (text: string): bigint => {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const size = BigInt(whole + fraction) * 10n ** BigInt(36 + Number(exponent) - fraction.length);
  return mantissa.startsWith('-') ? -size : size;
};

const number = (text: string): number | ExactNumber => {
  const value = json(text);
  assert.ok(typeof value === 'number' || value instanceof ExactNumber);
  return value;
};

describe('order of values', () => {
  it('compares numbers exactly, however they are written', () => {
    fc.assert(
      fc.property(numberText, numberText, (a, b) => {
        const expected = scaled(a) < scaled(b) ? -1 : scaled(a) > scaled(b) ? 1 : 0;
        assert.equal(Math.sign(compareNumbers(number(a), number(b))), expected);
        assert.equal(decimalKey(a) === decimalKey(b), expected === 0);
      }),
      { numRuns: 500 },
    );
    assert.ok(compareNumbers(9007199254740992, exact('9007199254740993')) < 0);
    assert.ok(compareNumbers(exact('1e400'), exact('1e401')) < 0);
    assert.ok(compareNumbers(exact('-1e401'), exact('-1e400')) < 0);
    assert.equal(compareNumbers(exact('-0'), 0), 0);
    assert.equal(compareNumbers(exact('1.10'), 1.1), 0);
  });

  it('equal values have one key, others never', () => {
    const groups: readonly (readonly (JsonValue | undefined)[])[] = [
      [undefined],
      [null],
      [''],
      ['null'],
      [1, exact('1.0'), exact('1.00e0')],
      ['1'],
      [true],
      ['true'],
      [json('{"a":1,"b":[1.0]}'), json('{"b":[1],"a":1.0}')],
      [json('[1,2]')],
      [json('[12]')],
      [json('["1,2"]')],
      [json('{}')],
      [json('[]')],
    ];
    const keys = groups.map((group) => new Set(group.map(createValueKey)));
    assert.ok(keys.every((set) => set.size === 1));
    assert.equal(new Set(keys.flatMap((set) => [...set])).size, groups.length);
  });

  it('sorts every kind of value: a permutation, in order, stable, nothing last but NULL and absent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(anyValue, { nil: undefined }), { maxLength: 40 }),
        fc.boolean(),
        (values, descending) => {
          const store = storeOf(values.map((value, id) => ({ id, value })));
          const column = store.columns.indexOf('value');
          const sorted = sortRows(store, [{ column, descending }]);
          assert.deepEqual(
            [...sorted].sort((a, b) => a - b),
            [...values.keys()],
          );
          for (let place = 1; place < sorted.length; place++) {
            const [a, b] = [sorted[place - 1] ?? 0, sorted[place] ?? 0];
            const order = expectedOrder(values[a], values[b], descending);
            assert.ok(order < 0 || (order === 0 && a < b), `${a} before ${b}`);
          }
        },
      ),
    );
  });

  it('sorts by several columns, and only the rows asked for', () => {
    const store = storeOf([
      { state: 'NY', n: 1 },
      { state: 'CA', n: 2 },
      { state: 'NY', n: 3 },
      { state: 'CA', n: 1 },
    ]);
    const keys = [
      { column: 0, descending: false },
      { column: 1, descending: true },
    ];
    assert.deepEqual([...sortRows(store, keys)], [1, 3, 2, 0]);
    assert.deepEqual([...sortRows(store, keys, undefined, [3, 0, 2])], [3, 2, 0]);
    assert.deepEqual([...sortRows(store, [])], [0, 1, 2, 3]);
    const large = storeOf(
      ['9007199254740993', '9007199254740992', '1e400', '-1e400'].map((n) => ({ n: exact(n) })),
    );
    assert.deepEqual([...sortRows(large, [{ column: 0, descending: false }])], [3, 1, 0, 2]);
    const byLength = (a: string, b: string): number => b.length - a.length;
    assert.deepEqual(
      [...sortRows(storeOf([{ s: 'a' }, { s: 'bb' }]), [{ column: 0, descending: false }], byLength)],
      [1, 0],
    );
  });
});

function expectedOrder(a: JsonValue | undefined, b: JsonValue | undefined, descending: boolean): number {
  const kinds = [a, b].map((value) => valueKinds.indexOf(kindOf(value)));
  const [first = 0, second = 0] = kinds;
  const turn = (order: number): number => (descending ? -order : order);
  if (first !== second) return Math.max(first, second) >= 4 ? first - second : turn(first - second);
  const kind = kindOf(a);
  if (kind === 'number') return turn(compareNumbers(number(String(a)), number(String(b))));
  if (kind === 'null' || kind === 'absent') return 0;
  const [one, other] =
    kind === 'text' ? [String(a), String(b)] : [stringifyJson(a ?? null), stringifyJson(b ?? null)];
  return turn(one < other ? -1 : one > other ? 1 : 0);
}
