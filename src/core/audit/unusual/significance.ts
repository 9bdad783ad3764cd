/**
 * Finds values that are more frequent in some events than in others, rated by the log-likelihood ratio G². The more
 * values a field has, the more likely one of them is unusual by chance; therefore 2 ln(number of values) is subtracted.
 */
import type { FieldID } from '../table/fields.ts';

/**
 * How often each value of a field occurs in the examined events (`here`) and in the others (`rest`): three lists in
 * the same order.
 */
export interface FieldCounts {
  readonly field: FieldID;
  readonly values: readonly (string | undefined)[];
  readonly here: Uint32Array;
  readonly rest: Uint32Array;
  /** Number of values that at least one compared event has; absent if `values` contains all of them. */
  readonly metValues?: number;
}

/** Numbers of the examined events (`here`) and of the events with which they are compared (`rest`). */
export interface ComparedSizes {
  readonly here: number;
  readonly rest: number;
}

export interface UnusualValue {
  readonly field: FieldID;
  readonly value: string | undefined;
  readonly here: number;
  readonly rest: number;
  /** The significance: G² minus the correction for the number of values of the field. */
  readonly score: number;
}

export interface UnusualResult {
  readonly sizes: ComparedSizes;
  /** Number of own events (`TrailQuery.own`) of the listing that were left out of the comparison. */
  readonly leftOut: number;
  readonly values: readonly UnusualValue[];
}

/** The value of G², with one degree of freedom, that is exceeded by chance in about one of a hundred cases. */
const MIN_SIGNIFICANT_G2 = 6.63;
/** Minimum number of examined events with a value, because one event is not a pattern. */
const MIN_EVENTS_WITH_VALUE = 2;
const MAX_VALUES_PER_FIELD = 3;
const MAX_VALUES = 20;

const computeLikelihoodTerm = (seen: number, expected: number): number =>
  seen === 0 ? 0 : seen * Math.log(seen / expected);

/**
 * Returns the log-likelihood ratio G² for a value that `here` of `sizes.here` events have, and `rest` of `sizes.rest`
 * others.
 */
export function computeLikelihoodRatio(here: number, rest: number, sizes: ComparedSizes): number {
  const all = sizes.here + sizes.rest;
  const withValue = here + rest;
  const without = all - withValue;
  const sum =
    computeLikelihoodTerm(here, (withValue * sizes.here) / all) +
    computeLikelihoodTerm(rest, (withValue * sizes.rest) / all) +
    computeLikelihoodTerm(sizes.here - here, (without * sizes.here) / all) +
    computeLikelihoodTerm(sizes.rest - rest, (without * sizes.rest) / all);
  // For equal shares, a rounding error can make the sum negative.
  return Math.max(0, 2 * sum);
}

/**
 * Returns values that are significantly more frequent in the examined events, the most significant first. Their number
 * is limited per field and overall. `isExplained` returns true for values by which the events were selected; these are
 * left out.
 */
export function findUnusualValues(
  fields: readonly FieldCounts[],
  sizes: ComparedSizes,
  isExplained: (value: string | undefined) => boolean = () => false,
): readonly UnusualValue[] {
  if (sizes.here === 0 || sizes.rest === 0) return [];
  const least = MIN_SIGNIFICANT_G2 + 2 * Math.log(Math.max(1, fields.length));
  return fields
    .flatMap((counts) =>
      unusualInField(counts, sizes, least)
        .filter(({ value }) => !isExplained(value))
        .sort((a, b) => compareByScoreDescending(a, b) || compareTextAbsentFirst(a.value, b.value))
        .slice(0, MAX_VALUES_PER_FIELD),
    )
    .sort(compareByScoreDescending)
    .slice(0, MAX_VALUES);
}

function unusualInField(
  { field, values, here, rest, metValues }: FieldCounts,
  sizes: ComparedSizes,
  least: number,
): UnusualValue[] {
  // Values that no compared event has are not counted, for example undefined if every event has the field.
  const met = metValues ?? values.filter((_, at) => (here[at] ?? 0) + (rest[at] ?? 0) > 0).length;
  const expected = 2 * Math.log(Math.max(1, met));
  const unusual: UnusualValue[] = [];
  for (const [number, value] of values.entries()) {
    const [k, others] = [here[number] ?? 0, rest[number] ?? 0];
    if (k < MIN_EVENTS_WITH_VALUE || k * sizes.rest <= others * sizes.here) continue;
    const score = computeLikelihoodRatio(k, others, sizes) - expected;
    if (score >= least) unusual.push({ field, value, here: k, rest: others, score });
  }
  return unusual;
}

const compareTextAbsentFirst = (a: string | undefined, b: string | undefined): number =>
  a === undefined || (b !== undefined && a < b) ? -1 : 1;
const compareByScoreDescending = (a: UnusualValue, b: UnusualValue): number => b.score - a.score;
