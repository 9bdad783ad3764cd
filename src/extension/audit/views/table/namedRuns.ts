import type { OwnRun } from '../../../../core/audit/table/ownEvents.ts';
import { FoldNames } from '../foldNames.ts';

/** A run of own events with the name that `FoldNames` gives to it. */
export interface NamedRun extends OwnRun {
  readonly name: string;
}

interface RunsOfListing {
  readonly listing: number;
  readonly names: FoldNames;
  readonly expanded: Set<string>;
}

/** Number of listings whose runs are remembered: the displayed one and the previous one, which can be displayed again. */
const REMEMBERED_LISTINGS = 2;

/** Names the runs of a listing, and remembers which ones the user expanded. */
export class NamedRuns {
  #listings: readonly RunsOfListing[] = [];

  nameRuns(listing: number, runs: readonly OwnRun[]): readonly NamedRun[] {
    const { names } = this.#runsOf(listing);
    const folds = runs.map(({ keys }) => ({ members: keys, ownName: String(keys.at(-1)) }));
    const named = names.nameFolds(folds);
    return runs.map((run, index) => ({ ...run, name: named[index] ?? '' }));
  }
  isExpanded(listing: number, { name }: NamedRun): boolean {
    return this.#runsOf(listing).expanded.has(name);
  }
  setExpanded(listing: number, { name }: NamedRun, isExpanded: boolean): void {
    const { expanded } = this.#runsOf(listing);
    if (isExpanded) expanded.add(name);
    else expanded.delete(name);
  }

  #runsOf(listing: number): RunsOfListing {
    const known = this.#listings.find((one) => one.listing === listing);
    const runs = known ?? { listing, names: new FoldNames(), expanded: new Set() };
    this.#listings = [runs, ...this.#listings.filter((one) => one !== known)].slice(0, REMEMBERED_LISTINGS);
    return runs;
  }
}
