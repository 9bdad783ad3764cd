/** Generated counts of a selection and of the rest: fields of few and of many values, one of them planted too often. */

import type { FieldID } from '../../../../../src/core/audit/table/fields.ts';
import type { ComparedSizes, FieldCounts } from '../../../../../src/core/audit/unusual/significance.ts';
import { createRandom, type Random } from '../../../../../src/localVault/data/random.ts';

export interface UnusualTrail {
  readonly fields: readonly FieldCounts[];
  readonly sizes: ComparedSizes;
  readonly planted: { readonly field: FieldID; readonly value: string };
}

/** Fields with the number of values that they may have. */
const fields: readonly (readonly [FieldID, number, number])[] = [
  ['code', 2, 8],
  ['actor', 3, 60],
  ['ipAddress', 3, 400],
  ['actionType', 2, 5],
  ['apiName', 2, 6],
  ['actorType', 2, 3],
  ['authMode', 2, 6],
  ['URI', 3, 40],
  ['sessionID', 200, 3_000],
  ['jwtID', 20, 1_000],
  ['keyID', 2, 30],
  ['origin', 2, 10],
];

/** Each value less frequent than the one before, as in trails: the sums of their shares. */
function sharesOf(random: Random, values: number): Float64Array {
  const steepness = 0.5 + random.next();
  const weights = Array.from({ length: values }, (_, place) => 1 / (place + 1) ** steepness);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return Float64Array.from(weights, (weight) => {
    sum += weight / all;
    return sum;
  });
}

function drawn(random: Random, shares: Float64Array): number {
  const at = random.next();
  let [low, high] = [0, shares.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shares[middle] ?? 1) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * One trail. `extra` is the probability that an event of the selection has the planted value in place of its own; 0 plants
 * nothing. The value planted is any that at most 30 % of the events have.
 */
export function unusualTrail(seed: number, extra: (random: Random) => number): UnusualTrail {
  const random = createRandom(seed, 'odd');
  const sizes = { here: random.nextInt(30, 300), rest: random.nextInt(500, 2_000) };
  const share = extra(random);
  const where = random.nextInt(0, fields.length - 1);
  let planted: UnusualTrail['planted'] = { field: 'code', value: '' };
  const counts = fields.map(([field, least, most], place) => {
    const size = random.nextInt(least, most);
    const shares = sharesOf(random, size);
    const rare = [...shares.keys()].filter((one) => (shares[one] ?? 1) - (shares[one - 1] ?? 0) <= 0.3);
    const value = random.pick(rare.length > 0 ? rare : [size - 1]);
    if (place === where) planted = { field, value: `${field} ${value}` };
    const [here, rest] = [new Uint32Array(size), new Uint32Array(size)];
    const add = (to: Uint32Array, number: number): void => {
      to[number] = (to[number] ?? 0) + 1;
    };
    for (let event = 0; event < sizes.here; event++)
      add(here, place === where && random.chance(share) ? value : drawn(random, shares));
    for (let event = 0; event < sizes.rest; event++) add(rest, drawn(random, shares));
    return {
      field,
      values: Array.from(here, (_, number) => `${field} ${number}`),
      here,
      rest,
    };
  });
  return { fields: counts, sizes, planted };
}
