import type { EventKey } from '../../../core/audit/table/eventSet.ts';

/** The key of an event, or the value of a group; a group without a value has `''`. */
export type FoldMember = EventKey | string;

export interface Fold {
  /** The events and groups that the fold contains. */
  readonly members: readonly FoldMember[];
  /** Name for a fold none of whose members was in a fold before. If another fold has it already, a suffix is added. */
  readonly ownName: string;
}

/**
 * Names the rows of a view that fold several events, so that a fold keeps its name, and stays expanded, when a filter
 * or a page of events removes events from it, adds some, or joins it with another fold. If the events of a former fold
 * are now in several folds, the fold with the most of these events keeps the name; among equals, the last one does. The
 * name is also remembered for events that a filter hides.
 */
export class FoldNames {
  /** For each list of rows, maps the members that its folds have had to the names of their latest folds. */
  readonly #lists = new Map<string, Map<FoldMember, string>>();

  /** Forgets all names, because another listing is displayed, whose events have other keys. */
  forgetNames(): void {
    this.#lists.clear();
  }
  /**
   * Returns the names of the folds of a list, in the order of `folds`. Each name is different. `list` names the list,
   * for a view that has several.
   */
  nameFolds(folds: readonly Fold[], list = ''): readonly string[] {
    const nameOfMember = this.#lists.get(list) ?? new Map<FoldMember, string>();
    const names = chooseNames(folds, nameOfMember);
    for (const [index, { members }] of folds.entries())
      for (const member of members) nameOfMember.set(member, names[index] ?? '');
    this.#lists.set(list, nameOfMember);
    return names;
  }
}

function chooseNames(
  folds: readonly Fold[],
  nameOfMember: ReadonlyMap<FoldMember, string>,
): readonly string[] {
  const names = new Map<Fold, string>();
  const taken = new Set<string>();
  const choose = (fold: Fold, name: string): void => {
    names.set(fold, name);
    taken.add(name);
  };
  const shared = folds
    .toReversed()
    .flatMap((fold) => Array.from(countNames(fold, nameOfMember), ([name, count]) => ({ fold, name, count })))
    .sort((a, b) => b.count - a.count);
  for (const { fold, name } of shared) if (!names.has(fold) && !taken.has(name)) choose(fold, name);
  for (const fold of folds) {
    if (names.has(fold)) continue;
    let name = fold.ownName;
    while (taken.has(name)) name += '+';
    choose(fold, name);
  }
  return folds.map((fold) => names.get(fold) ?? fold.ownName);
}

/** Maps each former name of a fold's members to the number of members that had it. */
function countNames(
  { members }: Fold,
  nameOfMember: ReadonlyMap<FoldMember, string>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const member of members) {
    const name = nameOfMember.get(member);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
