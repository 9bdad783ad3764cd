import type * as vscode from 'vscode';
import { EventGrouper } from '../../../core/audit/table/groups.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { AuditFeed } from '../feed/feed.ts';
import { ItemQueue } from './itemQueue.ts';
import { bareItem, itemOf, tooltipOf } from './items.ts';
import { createNodeIDs } from './nodeIDs.ts';
import { type AuditNode, childNodes, rootNodes } from './nodes.ts';
import type { TreeOptions } from './treeOptions.ts';

export interface AuditTree extends vscode.TreeDataProvider<AuditNode>, vscode.Disposable {
  /** Draws all of it again. */
  refresh(): void;
  /** The node of an event, for revealing it; undefined where the event is not drawn. */
  nodeOf(event: AuditEvent): AuditNode | undefined;
  /**
   * Draws the event, and what it is in, without anything that was read from it while `reveal` lasts: the editor writes
   * the items that it is asked to reveal to its own log.
   */
  whileBare(event: AuditEvent, reveal: () => Thenable<void>): Promise<void>;
}

/** Newest first, flat or in groups; the last node reads further events where the service can give them. */
export function createAuditTree(feed: AuditFeed, options: TreeOptions, onChange: () => void): AuditTree {
  let parents = new Map<AuditNode, AuditNode>();
  let byEvent = new Map<AuditEvent, AuditNode>();
  let roots: readonly AuditNode[] | undefined;
  const idOf = createNodeIDs();
  const items = new ItemQueue();
  const grouper = new EventGrouper();
  /** Being revealed just now. */
  const revealing = new Set<AuditEvent>();
  const isBare = (node: AuditNode): boolean =>
    revealing.size > 0 && eventsOf(node).some((event) => revealing.has(event));

  const isOwn = (event: AuditEvent): boolean => feed.isOwn(event);
  const children = (node: AuditNode): AuditNode[] => {
    const nodes = childNodes(node, isOwn);
    for (const child of nodes) {
      parents.set(child, node);
      if (child.kind === 'event') byEvent.set(child.event, child);
    }
    return [...nodes];
  };
  const root = (): AuditNode[] => {
    if (!roots) {
      roots = rootNodes(feed.snapshot(), options.grouping(), isOwn, grouper);
      for (const node of roots) if (node.kind === 'event') byEvent.set(node.event, node);
    }
    return [...roots];
  };
  const refresh = (): void => {
    roots = undefined;
    parents = new Map();
    byEvent = new Map();
    onChange();
  };
  return {
    getChildren: (node) => (node ? children(node) : root()),
    getParent: (node) => parents.get(node),
    getTreeItem: (node) =>
      items.add(() => {
        const item = isBare(node) ? bareItem(node) : itemOf(node, options);
        const id = idOf(node);
        if (id) item.id = id;
        return item;
      }),
    // Not before it is looked at: most tooltips never are, and what is revealed later must not have one.
    resolveTreeItem(item, node) {
      const tooltip = tooltipOf(node, options);
      if (tooltip !== undefined) item.tooltip = tooltip;
      return item;
    },
    refresh,
    async whileBare(event, reveal) {
      revealing.add(event);
      refresh();
      try {
        await reveal();
      } finally {
        revealing.delete(event);
        refresh();
      }
    },
    nodeOf(event) {
      // Children of groups are made when the group is opened; for one that is closed they are made here.
      const makeIn = (nodes: readonly AuditNode[]): void => {
        const holds = nodes.find(
          (node) => (node.kind === 'group' || node.kind === 'own') && node.events.includes(event),
        );
        if (holds && !byEvent.has(event)) makeIn(children(holds));
      };
      if (!byEvent.has(event)) makeIn(root());
      return byEvent.get(event);
    },
    dispose() {
      roots = undefined;
    },
  };
}

/** The events of a node. */
const eventsOf = (node: AuditNode): readonly AuditEvent[] =>
  node.kind === 'event' ? [node.event] : node.kind === 'group' || node.kind === 'own' ? node.events : [];
