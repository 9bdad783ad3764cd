/**
 * Which values some events have more often than the others do, the least likely to be chance first.
 *
 * A value that k of n events have here and K of N elsewhere is judged by the log-likelihood ratio G² of these four counts.
 * Unlike a ratio of shares it is not impressed by rare values, and unlike a difference of shares not by frequent ones. A
 * field of many values has many chances to be odd in one of them: p, which falls with exp(−G²/2), is multiplied by their
 * number, which takes 2 ln(values) off G². What is left must be unlikely even as the best of all fields.
 */
import type { FieldID } from '../table/fields.ts';

/** How often each value of a field is here, and elsewhere: three lists in the same order. */
export interface FieldCounts {
  readonly field: FieldID;
  /** undefined is "no such field". */
  readonly values: readonly (string | undefined)[];
  readonly here: Uint32Array;
  readonly rest: Uint32Array;
}

/** How many events are compared. */
export interface OddSizes {
  readonly here: number;
  readonly rest: number;
}

export interface OddValue {
  readonly field: FieldID;
  /** undefined: events that have no such field. */
  readonly value: string | undefined;
  /** Events with it here, and elsewhere. */
  readonly here: number;
  readonly rest: number;
  /** G² less what the number of the field's values makes likely. */
  readonly score: number;
}

export interface OddFound {
  readonly sizes: OddSizes;
  readonly values: readonly OddValue[];
}

/** G² (one degree of freedom) that chance exceeds once in a hundred times. */
const UNLIKELY = 6.63;
/** One event is no pattern. */
const FEWEST = 2;
/** So many values of a field are listed at most, and of all fields. */
const OF_FIELD = 3;
const OF_ALL = 20;

/** O ln(O / E), which is 0 for no events. */
const term = (seen: number, expected: number): number => (seen === 0 ? 0 : seen * Math.log(seen / expected));

/** G² of `here` among `sizes.here` events beside `rest` among `sizes.rest`: 0 where both shares are the same, else more. */
export function likelihoodRatio(here: number, rest: number, sizes: OddSizes): number {
  const all = sizes.here + sizes.rest;
  const withValue = here + rest;
  const without = all - withValue;
  const sum =
    term(here, (withValue * sizes.here) / all) +
    term(rest, (withValue * sizes.rest) / all) +
    term(sizes.here - here, (without * sizes.here) / all) +
    term(sizes.rest - rest, (without * sizes.rest) / all);
  // Equal shares may come out a rounding error below 0.
  return Math.max(0, 2 * sum);
}

/**
 * The values that are more frequent here than elsewhere by more than chance explains, the oddest first, equally odd ones in
 * the order of `fields`. None where there is nothing to compare with. `isExplained`: what the events were chosen by, which
 * takes no place in the list.
 */
export function oddValues(
  fields: readonly FieldCounts[],
  sizes: OddSizes,
  isExplained: (value: string | undefined) => boolean = () => false,
): readonly OddValue[] {
  if (sizes.here === 0 || sizes.rest === 0) return [];
  const least = UNLIKELY + 2 * Math.log(Math.max(1, fields.length));
  return fields
    .flatMap((counts) =>
      oddOfField(counts, sizes, least)
        .filter(({ value }) => !isExplained(value))
        .sort(byScore)
        .slice(0, OF_FIELD),
    )
    .sort(byScore)
    .slice(0, OF_ALL);
}

/** Those of one field with a score of at least `least`. */
function oddOfField({ field, values, here, rest }: FieldCounts, sizes: OddSizes, least: number): OddValue[] {
  // Those that none of the events compared has, as absence in most fields, had no chance.
  const met = values.filter((_, number) => (here[number] ?? 0) + (rest[number] ?? 0) > 0);
  const expected = 2 * Math.log(Math.max(1, met.length));
  const odd: OddValue[] = [];
  for (const [number, value] of values.entries()) {
    const [k, others] = [here[number] ?? 0, rest[number] ?? 0];
    if (k < FEWEST || k * sizes.rest <= others * sizes.here) continue;
    const score = likelihoodRatio(k, others, sizes) - expected;
    if (score >= least) odd.push({ field, value, here: k, rest: others, score });
  }
  return odd;
}

const byScore = (a: OddValue, b: OddValue): number => b.score - a.score;
