/** Adds counts over the newer events of a merged trail to counts over its older events. */
import { Catalogue } from '../../schema/catalogue.ts';
import { compareGapPositions, type GapEnds, type GapPosition } from '../feed/gapPositions.ts';
import { compareByFrequency } from '../store/counts/seenValues.ts';
import type { FieldID } from '../table/fields.ts';
import { DEFAULT_FACET_VALUES, type Facet } from '../table/filter.ts';
import type { Histogram } from '../table/histogram.ts';
import type { SeenValue, VaultNames } from '../table/trail.ts';
import type { FieldValue } from './olderTrail.ts';

/** Maps the field of each facet to all values that the facet lists. */
export const valuesOfFacets = (facets: readonly Facet[]): ReadonlyMap<FieldID, readonly FieldValue[]> =>
  new Map(facets.map(({ field, values }) => [field, values.map(({ value }) => value)]));

/**
 * Adds the facets of newer events to those of older events, and limits the values of each to `limits`. `newer` must
 * list every value of the newer events, and `older` must list each of these values that any older event has.
 */
export function addFacets(
  newer: readonly Facet[],
  older: readonly Facet[],
  limits: ReadonlyMap<FieldID, number>,
): readonly Facet[] {
  return older.map((facet) => {
    const { field, values, more } = facet;
    const added = newer.find((other) => other.field === field)?.values ?? [];
    const merged = new Map(values.map((one) => [one.value, one]));
    let known = values.length + more;
    for (const { value, count, choice } of added) {
      const same = merged.get(value);
      if (!same) known++;
      merged.set(value, { value, count: count + (same?.count ?? 0), ...(choice && { choice }) });
    }
    const limit = limits.get(field) ?? DEFAULT_FACET_VALUES;
    const listed = [...merged.values()]
      .sort(compareByFrequency)
      .filter(({ choice }, place) => place < limit || choice);
    return { field, values: listed, more: known - listed.length };
  });
}

type Bin = Histogram['bins'][number];
const addBins = (a: Bin, b: Bin | undefined): Bin =>
  b ? [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]] : a;

/** Adds two histograms bin by bin. Both must have the same axis. Undefined if there is neither. */
export function addHistograms(
  newer: Histogram | undefined,
  older: Histogram | undefined,
): Histogram | undefined {
  if (!newer || !older) return newer ?? older;
  const { outside } = older;
  return {
    ...older,
    bins: older.bins.map((bin, at) => addBins(bin, newer.bins[at])),
    undated: older.undated + newer.undated,
    ...(outside && {
      outside: {
        ...outside,
        before: addBins(outside.before, newer.outside?.before),
        after: addBins(outside.after, newer.outside?.after),
      },
    }),
  };
}

/**
 * Adds the numbers of newer events that have each value to those of older events, and sorts by frequency. `missing` are
 * the counts over older events for values of the newer events that `older` leaves out because they are rare there.
 */
export function addValues(
  newer: readonly SeenValue[],
  older: readonly SeenValue[],
  missing: readonly SeenValue[],
): readonly SeenValue[] {
  const merged = new Map([...older, ...missing].map((one) => [one.value, one]));
  for (const { value, entries, count } of newer)
    merged.set(value, { value, entries, count: count + (merged.get(value)?.count ?? 0) });
  return [...merged.values()].sort(compareByFrequency);
}

/** Joins what newer and older events reveal about vaults. The vaults of the newer events are first. */
export function joinVaultNames(
  newer: readonly VaultNames[],
  older: readonly VaultNames[],
): readonly VaultNames[] {
  const rest = new Map(older.map((vault) => [vault.vaultID, vault]));
  const joined = newer.map((vault): VaultNames => {
    const same = rest.get(vault.vaultID);
    rest.delete(vault.vaultID);
    if (!same) return vault;
    const names = new Catalogue();
    for (const { tables } of [vault, same]) names.add({ origin: { kind: 'audit' }, tables });
    return { ...vault, events: vault.events + same.events, tables: names.tables() };
  });
  return [...joined, ...rest.values()];
}

const nameOfGap = ({ above, below }: GapEnds): string =>
  JSON.stringify([above.time, above.changeID, below.time, below.changeID].map((part) => part ?? null));

/**
 * Returns a function that looks up the position of a gap in `gaps`, by the ends of the gap. It returns 0 for others.
 */
export function createPositionGetter(gaps: readonly GapPosition[]): (gap: GapEnds) => number {
  const positions = new Map(gaps.map(({ gap, at }) => [nameOfGap(gap), at]));
  return (gap) => positions.get(nameOfGap(gap)) ?? 0;
}

/**
 * Returns `gaps` with their positions among newer events followed by older ones. `newer` and `older` have the positions
 * among the events of each side, sorted newest first.
 */
export function addGapPositions(
  gaps: readonly GapEnds[],
  newer: readonly GapPosition[],
  older: readonly GapPosition[],
): readonly GapPosition[] {
  const [atNewer, atOlder] = [createPositionGetter(newer), createPositionGetter(older)];
  return gaps.map((gap) => ({ gap, at: atNewer(gap) + atOlder(gap) })).sort(compareGapPositions);
}

/**
 * Returns how many newer and older events together share their change ID with a different event. `newer` and `older`
 * map each change ID of a newer event to the number of newer and of older events that have it. `alone` is the result
 * for the older events without the newer ones.
 */
export function countConflicting(
  newer: ReadonlyMap<string, number>,
  older: ReadonlyMap<string, number>,
  alone: number,
): number {
  const shared = (count: number): number => (count > 1 ? count : 0);
  let conflicting = alone;
  for (const [changeID, count] of newer) {
    const others = older.get(changeID) ?? 0;
    conflicting += shared(count + others) - shared(others);
  }
  return conflicting;
}
