import type { FoldMember, FoldNames } from '../foldNames.ts';
import type { AuditNode } from './auditNode.ts';

type FoldNode = Extract<AuditNode, { kind: 'own' | 'pages' }>;

const isFold = (node: AuditNode): node is FoldNode => node.kind === 'own' || node.kind === 'pages';

const listMembers = ({ keys, ...fold }: FoldNode): readonly FoldMember[] => [
  ...keys,
  ...(fold.kind === 'own' ? fold.groups.map(({ value }) => value ?? '') : []),
];

const nameOfList = (parent: AuditNode | undefined): string =>
  parent?.kind === 'group' ? JSON.stringify([parent.field, parent.value]) : '';

/**
 * Returns tree nodes with a name from `foldNames` added to each node that folds several events. `parent` is the node
 * whose children they are; undefined for top-level nodes.
 */
export function nameFoldNodes(
  foldNames: FoldNames,
  nodes: readonly AuditNode[],
  parent?: AuditNode,
): readonly AuditNode[] {
  const folds = nodes.filter(isFold);
  const names = foldNames.nameFolds(
    folds.map((fold) => ({ members: listMembers(fold), ownName: fold.name })),
    nameOfList(parent),
  );
  const nameOfFold = new Map(folds.map((fold, index) => [fold, names[index] ?? fold.name]));
  return nodes.map((node) => (isFold(node) ? { ...node, name: nameOfFold.get(node) ?? node.name } : node));
}
