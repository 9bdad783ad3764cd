import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  computeLikelihoodRatio,
  type FieldCounts,
  findUnusualValues,
} from '../../../../../src/core/audit/unusual/significance.ts';
import { unusualTrail } from './unusualTrails.ts';

const trails = 1_000;
const plain = 300;
const counts = fc.tuple(fc.nat(500), fc.nat(500), fc.nat(5_000), fc.nat(5_000));
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, a, b);

const fieldOf = (
  field: FieldCounts['field'],
  pairs: readonly (readonly [number, number])[],
): FieldCounts => ({
  field,
  values: pairs.map((_, number) => `v${number}`),
  here: Uint32Array.from(pairs, ([here]) => here),
  rest: Uint32Array.from(pairs, ([, rest]) => rest),
});

describe('what is unusual', () => {
  it(`names the planted value first in at least 95 % of ${trails} trails`, () => {
    // An event in five to three in five have it: of 30 events that is too few in some, and then none is named.
    let first = 0;
    for (let seed = 0; seed < trails; seed++) {
      const { fields, sizes, planted } = unusualTrail(seed, (random) => 0.2 + 0.4 * random.next());
      const [top] = findUnusualValues(fields, sizes);
      if (top?.field === planted.field && top.value === planted.value) first++;
    }
    assert.ok(first >= 0.95 * trails, `first in ${first} of ${trails}`);
  });

  it(`finds nothing in at least 99 % of ${plain} trails where nothing is planted`, () => {
    let alarms = 0;
    for (let seed = 0; seed < plain; seed++) {
      const { fields, sizes } = unusualTrail(seed, () => 0);
      if (findUnusualValues(fields, sizes).length > 0) alarms++;
    }
    assert.ok(alarms <= 0.01 * plain, `something in ${alarms} of ${plain}`);
  });

  it('is 0 for equal shares, never less, and the same for what an event has and has not', () => {
    fc.assert(
      fc.property(counts, ([a, b, c, d]) => {
        const sizes = { here: a + b + 1, rest: c + d + 1 };
        const ratio = computeLikelihoodRatio(a, c, sizes);
        assert.ok(ratio >= 0);
        assert.ok(near(ratio, computeLikelihoodRatio(sizes.here - a, sizes.rest - c, sizes)));
        assert.ok(near(ratio, computeLikelihoodRatio(c, a, { here: sizes.rest, rest: sizes.here })));
        assert.ok(
          near(
            0,
            computeLikelihoodRatio(a, 3 * a, {
              here: sizes.here,
              rest: 3 * sizes.here,
            }),
          ),
        );
      }),
    );
  });

  it('leaves what the events were chosen by no place in the list', () => {
    const field = fieldOf('message', [
      [40, 0],
      [39, 0],
      [38, 0],
      [20, 0],
    ]);
    const sizes = { here: 140, rest: 1_000 };
    const shown = findUnusualValues([field], sizes, (value) => value !== 'v3').map(({ value }) => value);
    assert.deepEqual(shown, ['v3']);
  });

  it('lists only what is more frequent here, the most significant first, three of a field at most', () => {
    const field = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(field, (pairs) => {
        const here = pairs.reduce((sum, [one]) => sum + one, 0);
        const rest = pairs.reduce((sum, [, one]) => sum + one, 0);
        const found = findUnusualValues([fieldOf('actor', pairs)], { here, rest });
        assert.ok(found.length <= 3);
        for (const [at, one] of found.entries()) {
          assert.ok(one.here / here > one.rest / rest);
          assert.ok(at === 0 || one.score <= (found[at - 1]?.score ?? 0));
        }
      }),
    );
  });

  it('lists the same values of a field, whatever the order in which equally significant ones were counted', () => {
    const values = ['d', 'b', undefined, 'c', 'a'];
    const counted = (of: FieldCounts['values']): FieldCounts => ({
      field: 'actor',
      values: of,
      here: new Uint32Array(of.length).fill(50),
      rest: new Uint32Array(of.length).fill(10),
    });
    for (const order of [values, values.toReversed()]) {
      const found = findUnusualValues([counted(order)], { here: 250, rest: 5_000 });
      assert.deepEqual(
        found.map(({ value }) => value),
        [undefined, 'a', 'b'],
      );
    }
  });

  it('is not fooled by one event, nor by a value among very many', () => {
    const lone = fieldOf('ipAddress', [
      [1, 0],
      [9, 100_000],
    ]);
    assert.deepEqual(findUnusualValues([lone], { here: 10, rest: 100_000 }), []);
    const pair: readonly [number, number] = [2, 2];
    const [unusual, filler] = [
      fieldOf('actorType', [[8, 992], pair]),
      Array.from({ length: 2_000 }, () => [0, 1] as const),
    ];
    const found = findUnusualValues([unusual, fieldOf('sessionID', [pair, ...filler])], {
      here: 10,
      rest: 2_002,
    });
    assert.deepEqual(
      found.map(({ field }) => field),
      ['actorType'],
      'the same counts are chance in one of 2,001 values',
    );
  });

  it('has nothing to say without events to compare with', () => {
    const all = fieldOf('actor', [[5, 0]]);
    assert.deepEqual(findUnusualValues([all], { here: 5, rest: 0 }), []);
    assert.deepEqual(findUnusualValues([all], { here: 0, rest: 5 }), []);
  });
});
