import type { EventKey } from '../../../../core/audit/table/eventSet.ts';
import type { AuditNode } from './auditNode.ts';

/** The key of an event, or the value of a group; a group without a value has `''`. */
type Member = EventKey | string;
type Fold = Extract<AuditNode, { kind: 'own' | 'pages' }>;

const isFold = (node: AuditNode): node is Fold => node.kind === 'own' || node.kind === 'pages';

/** Returns what a fold contains. */
const listMembers = ({ keys, ...fold }: Fold): readonly Member[] => [
  ...keys,
  ...(fold.kind === 'own' ? fold.groups.map(({ value }) => value ?? '') : []),
];

const nameOfList = (parent: AuditNode | undefined): string =>
  parent?.kind === 'group' ? JSON.stringify([parent.field, parent.value]) : '';

/**
 * Names the folds of the tree so that a fold keeps its name, and is still expanded in the editor, when a filter or a
 * page of events removes events from it, adds some, or joins it with another fold. Of several folds that contain events
 * of a former one, that with the most of them keeps the name.
 */
export class FoldNames {
  /** For each list of nodes that was drawn, maps the members of its folds to the names of the folds. */
  readonly #lists = new Map<string, ReadonlyMap<Member, string>>();

  /** Forgets all names, because another listing is displayed, whose events have other keys. */
  forgetNames(): void {
    this.#lists.clear();
  }
  /** Returns the nodes below `parent`, or the top-level nodes, with the names of their folds, each of them different. */
  nameFolds(nodes: readonly AuditNode[], parent?: AuditNode): readonly AuditNode[] {
    const list = nameOfList(parent);
    const names = chooseNames(nodes.filter(isFold), this.#lists.get(list) ?? new Map());
    this.#lists.set(
      list,
      new Map(
        Array.from(names).flatMap(([fold, name]) =>
          listMembers(fold).map((member) => [member, name] as const),
        ),
      ),
    );
    return nodes.map((node) => (isFold(node) ? { ...node, name: names.get(node) ?? node.name } : node));
  }
}

function chooseNames(
  folds: readonly Fold[],
  nameOfMember: ReadonlyMap<Member, string>,
): ReadonlyMap<Fold, string> {
  const names = new Map<Fold, string>();
  const taken = new Set<string>();
  const choose = (fold: Fold, name: string): void => {
    names.set(fold, name);
    taken.add(name);
  };
  const shared = folds
    .flatMap((fold) => Array.from(countNames(fold, nameOfMember), ([name, count]) => ({ fold, name, count })))
    .sort((a, b) => b.count - a.count);
  for (const { fold, name } of shared) if (!names.has(fold) && !taken.has(name)) choose(fold, name);
  for (const fold of folds) {
    if (names.has(fold)) continue;
    let { name } = fold;
    while (taken.has(name)) name += '+';
    choose(fold, name);
  }
  return names;
}

/** Maps each former name of a fold's members to the number of members that had it. */
function countNames(fold: Fold, nameOfMember: ReadonlyMap<Member, string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const member of listMembers(fold)) {
    const name = nameOfMember.get(member);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
